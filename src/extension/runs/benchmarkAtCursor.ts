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
