import { createRequire } from 'node:module';
import { leftOut } from '../../src/go/scan/buildConstraint.ts';
import { unitChanges } from '../../src/go/scan/codeUnits.ts';
import { createScanner, type GoScanner } from '../../src/go/scan/scan.ts';
import type { SourceRange } from '../../src/go/scan/scannedBenchmark.ts';
import { SourceCode } from '../../src/go/scan/sourceCode.ts';
import { type Examined, noProfile, thrown } from './examine.ts';

const build = { goos: 'linux', goarch: 'amd64', cgo: true, version: 'go1.26.1', tags: [] };

/** What is wrong with the answer to one question about a text, in words; `null` if nothing is. */
type Question = (scanner: GoScanner, text: string, lines: readonly string[]) => string | null;

const questions: readonly Question[] = [
  (scanner, text, lines) => {
    const { benchmarks, tests, importLine } = scanner.scan(text);
    if (importLine >= lines.length) return 'an import behind the end';
    const functions = [...benchmarks.filter(({ name }) => !name.includes('/')), ...tests];
    if (functions.some(({ name, nameRange }) => !name.startsWith(textOf(lines, nameRange))))
      return 'a name that is not the text of its range';
    const ranges = [...benchmarks.map(({ bodyRange }) => bodyRange), ...functions.map(({ range }) => range)];
    const loops = benchmarks.flatMap((benchmark) => benchmark.loops);
    return wrongRange(lines, ranges) ?? wrongLines(loops.map((loop) => [loop.startLine, loop.endLine]));
  },
  (scanner, text) => {
    const { loops, functions, paused = [] } = scanner.timedCode(text);
    return wrongLines([...loops, ...functions, ...paused]);
  },
  (scanner, text, lines) => {
    const found = scanner.smells(text);
    const fixes = [
      ...(found?.smells.flatMap(({ fix }) => fix ?? []) ?? []),
      ...(found?.loops.flatMap(({ useLoop, resetBefore }) => [useLoop ?? [], resetBefore ?? []].flat()) ??
        []),
    ];
    const shown = [...(found?.smells ?? []), ...(found?.loops ?? []), ...fixes];
    return wrongRange(lines, [...shown.map(({ range }) => range)]);
  },
  (scanner, text, lines) => {
    const { main } = scanner.program(text);
    return main !== null && textOf(lines, main) !== 'main' ? 'a main that is none' : null;
  },
  (_, text) => {
    leftOut('a_test.go', text, build);
    return null;
  },
  (_, text) => {
    const code = new SourceCode(text, true);
    unitChanges(code, new SourceCode(text.slice(1), true));
    const { added, removed } = unitChanges(code, new SourceCode(`// A comment.\n${text}`, true));
    return added.length + removed.length === 0 ? null : 'a comment that changes the code';
  },
];

/**
 * Scans an input as a source file of Go. An exception is a fault; so are ranges that end before they begin, or behind the text.
 * Each number of `part` asks one question.
 */
export async function goExaminer(): Promise<(bytes: Uint8Array, part?: number | 'all') => Examined> {
  const require = createRequire(import.meta.url);
  const scanner = await createScanner({
    runtime: require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: require.resolve('tree-sitter-go/tree-sitter-go.wasm'),
  });
  return (bytes, part = 'all') => {
    try {
      const text = Buffer.from(bytes).toString();
      const lines = text.split('\n');
      const asked = questions.filter((_, i) => part === 'all' || part % questions.length === i);
      const wrong = asked.map((ask) => ask(scanner, text, lines)).find((answer) => answer !== null);
      return { read: noProfile, wrong: wrong ?? null };
    } catch (error) {
      return { read: noProfile, wrong: thrown(error) };
    }
  };
}

function wrongRange(lines: readonly string[], ranges: readonly SourceRange[]): string | null {
  const wrong = ranges.find(
    ({ startLine, startCharacter, endLine, endCharacter }) =>
      startLine > endLine ||
      (startLine === endLine && startCharacter > endCharacter) ||
      // A broken file is read with closing braces that it lacks, so a column may be behind its line.
      endLine >= lines.length,
  );
  return wrong === undefined
    ? null
    : `a range that ends before it begins, or behind the text: ${JSON.stringify(wrong)}`;
}

function wrongLines(ranges: readonly (readonly [from: number, to: number])[]): string | null {
  return ranges.some(([from, to]) => from > to) ? 'lines that end before they begin' : null;
}

/** The text of a range in one line. */
function textOf(lines: readonly string[], { startLine, startCharacter, endCharacter }: SourceRange): string {
  return lines[startLine]?.slice(startCharacter, endCharacter) ?? '';
}
