/** Which benchmark or test the user means: at the cursor, or in the Test Explorer. */
import { property, text } from '../../base/outsideValues.ts';
import type { BenchmarkAtLine } from '../../protocol.ts';

/**
 * The innermost benchmark around a line: a `b.Run` before the function around it.
 *
 * @param line 0-based
 */
export function benchmarkAtLine(
  benchmarks: readonly BenchmarkAtLine[],
  line: number,
): BenchmarkAtLine | undefined {
  return benchmarks
    .filter((benchmark) => benchmark.line <= line && line <= benchmark.endLine)
    .reduce<BenchmarkAtLine | undefined>(
      (inner, next) => (inner === undefined || next.line >= inner.line ? next : inner),
      undefined,
    );
}

/**
 * The benchmark of an item of the Go extension's Test Explorer. VS Code hands the item to the commands of its menus.
 * `null` where the value is no such item.
 */
export function readTestItem(value: unknown): { readonly uri: string; readonly benchmark: string } | null {
  const benchmark = benchmarkOfTestId(text(property(value, 'id')) ?? '');
  const uri = property(value, 'uri');
  return benchmark === null || typeof uri !== 'object' || uri === null
    ? null
    : { uri: String(uri), benchmark };
}

/** The test, example or fuzz target of an item of the Go extension's Test Explorer; of a subtest, the test above it. */
export function readTestOfExplorer(value: unknown): { readonly uri: string; readonly test: string } | null {
  const [, test] = /\?(?:test|example|fuzz)#(\w+)/u.exec(text(property(value, 'id')) ?? '') ?? [];
  const uri = property(value, 'uri');
  return test === undefined || typeof uri !== 'object' || uri === null ? null : { uri: String(uri), test };
}

/**
 * The benchmark's name in an item's id, `file:///m/a_test.go?benchmark#BenchmarkA`; `null` where the item is no benchmark.
 * The form is described at `GoTest.id` in golang/vscode-go, `extension/src/goTest/utils.ts`.
 */
function benchmarkOfTestId(id: string): string | null {
  const [, name] = /\?benchmark#(.+)$/s.exec(id) ?? [];
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
