/** The terms of the protocol and ours: URIs and paths, ranges. */
import type { Range } from 'vscode-languageserver';
import type { SourceRange } from '../../go/scan/scannedBenchmark.ts';

export { filePath, fileUri } from './fileUris.ts';

export function rangeOf({ startLine, startCharacter, endLine, endCharacter }: SourceRange): Range {
  return {
    start: { line: startLine, character: startCharacter },
    end: { line: endLine, character: endCharacter },
  };
}
