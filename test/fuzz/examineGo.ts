import { createRequire } from 'node:module';
import { leftOut } from '../../src/go/scan/buildConstraint.ts';
import { unitChanges } from '../../src/go/scan/codeUnits.ts';
import { createScanner } from '../../src/go/scan/scan.ts';
import { SourceCode } from '../../src/go/scan/sourceCode.ts';
import type { Examined } from './examine.ts';

const build = { goos: 'linux', goarch: 'amd64', cgo: true, version: 'go1.26.1', tags: [] };

/** Scans an input as a source file of Go. An exception is a fault; so are ranges that end before they begin. */
export async function goExaminer(): Promise<(bytes: Uint8Array) => Examined> {
  const require = createRequire(import.meta.url);
  const scanner = await createScanner({
    runtime: require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: require.resolve('tree-sitter-go/tree-sitter-go.wasm'),
  });
  return (bytes) => {
    const read = { ok: false, problem: { code: 'not-a-profile', template: '', args: [] } } as const;
    try {
      const text = Buffer.from(bytes).toString();
      const { benchmarks, tests } = scanner.scan(text);
      const lines = text.split('\n').length;
      const isBad = ({ range }: { range: { startLine: number; endLine: number } }) =>
        range.startLine > range.endLine || range.endLine > lines;
      const { loops, paused = [] } = scanner.timedCode(text);
      scanner.smells(text);
      scanner.program(text);
      leftOut('a_test.go', text, build);
      unitChanges(new SourceCode(text, true), new SourceCode(text.slice(1), true));
      const wrong =
        [...benchmarks, ...tests].some(isBad) || [...loops, ...paused].some(([from, to]) => from > to);
      return { read, wrong: wrong ? 'a range that ends before it begins' : null };
    } catch (error) {
      return {
        read,
        wrong: `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      };
    }
  };
}
