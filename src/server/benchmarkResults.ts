import path from 'node:path';
import type { BenchmarkRun } from '../go/benchmarkRun.ts';

/** The newest results of every benchmark, and those they are compared with. */
export class BenchmarkResults {
  /** By package folder, then by full name. */
  readonly #benchmarks = new Map<string, Map<string, BenchmarkHistory>>();

  /**
   * A run, its place among the benchmark's others by the time it was taken: the latest is what the lens shows, the
   * one before is what it is compared with. The same run (by `runId`) again replaces what was known of it.
   */
  put(run: BenchmarkRun, sessionIds: readonly string[]): void {
    this.#historyOf(run.directory, run.name).put({ run, sessionIds });
  }

  get(directory: string, name: string): LatestRun | undefined {
    return this.#known(directory, name)?.latest;
  }

  /**
   * What the latest run is compared with: the pinned baseline, else the run before it that had results (with as many
   * procs: a run on two cores says nothing of one on eight). Nothing compares with itself.
   */
  comparedWith(directory: string, name: string): LatestRun | undefined {
    return this.#known(directory, name)?.comparedWith;
  }

  /** Pins what later runs are compared with; `null` goes back to the run before. */
  setBaseline(directory: string, name: string, baseline: LatestRun | null): void {
    this.#historyOf(directory, name).baseline = baseline;
  }

  /** Results of sub-benchmarks below `name`, in the order they first ran. */
  below(directory: string, name: string): LatestRun[] {
    const byName = this.#benchmarks.get(path.normalize(directory)) ?? new Map<string, BenchmarkHistory>();
    return [...byName].flatMap(([each, { latest }]) =>
      each.startsWith(`${name}/`) && latest !== undefined ? [latest] : [],
    );
  }

  #known(directory: string, name: string): BenchmarkHistory | undefined {
    return this.#benchmarks.get(path.normalize(directory))?.get(name);
  }

  #historyOf(directory: string, name: string): BenchmarkHistory {
    const folder = path.normalize(directory);
    let byName = this.#benchmarks.get(folder);
    if (byName === undefined) {
      byName = new Map();
      this.#benchmarks.set(folder, byName);
    }
    let history = byName.get(name);
    if (history === undefined) {
      history = new BenchmarkHistory();
      byName.set(name, history);
    }
    return history;
  }
}

/** The latest run of one benchmark and, for each number of procs, the one it replaced. */
class BenchmarkHistory {
  baseline: LatestRun | null = null;
  /** Oldest first. */
  #runs: readonly LatestRun[] = [];

  get latest(): LatestRun | undefined {
    return this.#runs.at(-1);
  }

  get comparedWith(): LatestRun | undefined {
    const { latest, baseline } = this;
    if (latest === undefined) return undefined;
    if (baseline !== null) return isSameRun(baseline, latest) ? undefined : baseline;
    return this.#runs.filter((earlier) => earlier !== latest && couldReplace(earlier, latest)).at(-1);
  }

  put(added: LatestRun): void {
    // More is known of a run once its profiles have been taken or opened.
    if (this.baseline !== null && isSameRun(this.baseline, added)) this.baseline = added;
    const others = this.#runs.filter((run) => !isSameRun(run, added));
    const runs = [...others, added].sort((a, b) => a.run.takenAt - b.run.takenAt);
    this.#runs = runs.filter((each, i) => {
      const replacedBy = runs.slice(i + 1).filter((later) => couldReplace(later, each));
      return replacedBy.length < 2;
    });
  }
}

function isSameRun(a: LatestRun, b: LatestRun): boolean {
  return a.run.runId === b.run.runId;
}

/** Whether it has results, on as many cores as the other. */
function couldReplace({ run }: LatestRun, other: LatestRun): boolean {
  return run.runs.length > 0 && run.procs === other.run.procs;
}

export interface LatestRun {
  readonly run: BenchmarkRun;
  /** Sessions of its profiles; empty while they are being taken, or where they have not been opened. */
  readonly sessionIds: readonly string[];
}
