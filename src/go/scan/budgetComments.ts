/** Comments above benchmarks that say what they may cost. */
import type { ScannedBenchmark } from './scannedBenchmark.ts';

export interface BudgetComment {
  /** The full name of the benchmark below. */
  readonly benchmark: string;
  /** 1-based. */
  readonly line: number;
  /** What follows the mark. */
  readonly text: string;
}

const mark = /^\s*\/\/pprof-lens:budget(?:\s+(.*))?$/;

/** Those in the comment directly above a benchmark, or above a `b.Run` whose name is written. */
export function budgetComments(text: string, benchmarks: readonly ScannedBenchmark[]): BudgetComment[] {
  if (!text.includes('//pprof-lens:budget')) return [];
  const lines = text.split('\n');
  return benchmarks.flatMap(({ name, range }) => {
    const found: BudgetComment[] = [];
    for (let row = range.startLine - 1; /^\s*\/\//.test(lines[row] ?? ''); row--) {
      const match = mark.exec((lines[row] ?? '').trimEnd());
      if (match !== null) found.unshift({ benchmark: name, line: row + 1, text: match[1] ?? '' });
    }
    return found;
  });
}
