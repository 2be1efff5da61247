import { URI } from 'vscode-uri';

/** The path of a `file:` document, or `null` for documents that are no files on this machine, and for what is no URI. */
export function filePath(uri: string): string | null {
  try {
    const parsed = URI.parse(uri);
    return parsed.scheme === 'file' ? parsed.fsPath : null;
  } catch {
    // `file:////a`: what a link or another extension gives a command can be any text.
    return null;
  }
}

export function fileUri(path: string): string {
  return URI.file(path).toString();
}
