/** The terms of the protocol and ours: URIs and paths, ranges. */
import path from 'node:path';
import type { Range } from 'vscode-languageserver';
import type { SourceRange } from '../../go/scan/scannedBenchmark.ts';
import type { BenchmarkAddress } from '../../protocol.ts';
import { fileUri } from './fileUris.ts';

export { filePath, fileUri } from './fileUris.ts';

export function rangeOf({ startLine, startCharacter, endLine, endCharacter }: SourceRange): Range {
  return {
    start: { line: startLine, character: startCharacter },
    end: { line: endLine, character: endCharacter },
  };
}

export function benchmarkAddress(directory: string, benchmark: string): BenchmarkAddress {
  // The file only names the package, and need not exist.
  return { uri: fileUri(path.join(directory, 'benchmark_test.go')), benchmark };
}
