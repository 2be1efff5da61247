/** The terms of the protocol and ours: URIs and paths, ranges. */
import type { Range } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { SourceRange } from '../../go/scan/scannedBenchmark.ts';

/** The path of a `file:` document, or `null` for documents that are no files on this machine. */
export function filePath(uri: string): string | null {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : null;
}

export function fileUri(path: string): string {
  return URI.file(path).toString();
}

export function rangeOf({ startLine, startCharacter, endLine, endCharacter }: SourceRange): Range {
  return {
    start: { line: startLine, character: startCharacter },
    end: { line: endLine, character: endCharacter },
  };
}
