import path from 'node:path';
import type { BenchmarkRun } from '../go/benchmarkRun.ts';

/** The newest results of every benchmark, for the lenses. */
export class BenchmarkResults {
  /** By package folder, then by full name. */
  readonly #runs = new Map<string, Map<string, LatestRun>>();

  put(run: BenchmarkRun, sessionIds: readonly string[]): void {
    const directory = path.normalize(run.directory);
    let byName = this.#runs.get(directory);
    if (byName === undefined) {
      byName = new Map();
      this.#runs.set(directory, byName);
    }
    byName.set(run.name, { run, sessionIds });
  }

  get(directory: string, name: string): LatestRun | undefined {
    return this.#runs.get(path.normalize(directory))?.get(name);
  }

  /** Results of sub-benchmarks below `name`, in the order they first ran. */
  below(directory: string, name: string): LatestRun[] {
    const byName = this.#runs.get(path.normalize(directory)) ?? new Map<string, LatestRun>();
    return [...byName.values()].filter(({ run }) => run.name.startsWith(`${name}/`));
  }
}

export interface LatestRun {
  readonly run: BenchmarkRun;
  /** Sessions of its profiles; empty while they are being taken. */
  readonly sessionIds: readonly string[];
}
