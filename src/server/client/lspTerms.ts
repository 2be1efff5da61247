import { readFileSync } from 'node:fs';
import type { TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';

/** The path of a `file:` document, or `null` for documents that are no files on this machine. */
export function filePath(uri: string): string | null {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : null;
}

export function fileUri(path: string): string {
  return URI.file(path).toString();
}

/** What a file says now: the editor's text where it is open, else the disk's. `null` where it is neither. */
export function currentText(documents: TextDocuments<TextDocument>, path: string): string | null {
  const open = documents.all().find((document) => filePath(document.uri) === path);
  if (open !== undefined) return open.getText();
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
