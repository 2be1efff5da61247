import type { Problem } from '../../base/result.ts';
import type { BenchmarkResults } from './benchmarkResults.ts';

/**
 * Why the last run of a benchmark has failed. A message on the screen goes, and cannot be withdrawn when the next run
 * succeeds; what is known here is true until the next run of the benchmark begins.
 */
export class RunFailures {
  /** By the benchmark's package folder and name. */
  readonly #problems = new Map<string, Problem>();

  constructor(private readonly results: BenchmarkResults) {}

  /** A run of these benchmarks of a package folder has failed as a whole. */
  put(directory: string, names: readonly string[], problem: Problem): void {
    for (const name of names) this.#problems.set(keyOf(directory, name), problem);
  }

  /** A run of these benchmarks begins. */
  clear(directory: string, names: readonly string[]): void {
    for (const name of names) this.#problems.delete(keyOf(directory, name));
  }

  /** Why the last run of the benchmark has failed; `null` if it has not. */
  of(directory: string, name: string): Problem | null {
    return this.#problems.get(keyOf(directory, name)) ?? this.#ownProblem(directory, name);
  }

  /** The problem of a benchmark that failed while others of its run did not. */
  #ownProblem(directory: string, name: string): Problem | null {
    const result = this.results.get(directory, name)?.result;
    return result === undefined || result.measurements.length > 0 ? null : (result.problems[0] ?? null);
  }
}

function keyOf(directory: string, name: string): string {
  return `${directory}\n${name}`;
}
