import path from 'node:path';
import { type Circumstances, differenceOf } from '../../bench/verdicts/change.ts';
import { type BenchmarkResult, isSameCode } from '../../go/run/benchmarkResult.ts';

/** Two runs of one benchmark, the later against the earlier. */
export interface ResultComparison {
  readonly latest: KnownResult;
  readonly before: KnownResult;
  readonly circumstances: Circumstances;
}

/** The newest results of every benchmark, and those they are compared with. */
export class BenchmarkResults {
  /** By package folder, then by full name. */
  readonly #benchmarks = new Map<string, Map<string, BenchmarkHistory>>();

  /**
   * A run, its place among the benchmark's others by the time it was taken: the latest is what the lens shows, the
   * one before is what it is compared with. The same run (by `runId`) again replaces what was known of it.
   */
  put(result: BenchmarkResult, sessionIds: readonly string[]): void {
    this.#historyOf(result.directory, result.name).put({ result, sessionIds });
  }

  /** Forgets a run, also as the baseline. */
  remove(directory: string, name: string, runId: string): void {
    this.#known(directory, name)?.remove(runId);
  }

  get(directory: string, name: string): KnownResult | undefined {
    return this.#known(directory, name)?.latest;
  }

  /**
   * What the latest run is compared with: the pinned baseline, else the run before it that had results (with as many
   * procs: a run on two cores says nothing of one on eight). Nothing compares with itself.
   */
  comparedWith(directory: string, name: string): KnownResult | undefined {
    return this.#known(directory, name)?.comparedWith;
  }

  /**
   * How the latest run and the one it is compared with relate, beside their results. A benchmark's drift is learnt
   * from its own runs: whenever the same code ran twice in a row.
   */
  circumstances(directory: string, name: string): Circumstances {
    return this.#known(directory, name)?.circumstances ?? { isSameCode: false, drift: 0 };
  }

  /** The run with this id, where it is its benchmark's latest. */
  latestWith(runId: string): KnownResult | undefined {
    return this.#historyOfLatest(runId)?.latest;
  }

  /** The comparison that a run is the later one of: `undefined` unless it is its benchmark's latest. */
  comparisonOf(runId: string): ResultComparison | undefined {
    const { latest, comparedWith, circumstances } = this.#historyOfLatest(runId) ?? {};
    if (latest === undefined || comparedWith === undefined || circumstances === undefined) return undefined;
    return { latest, before: comparedWith, circumstances };
  }

  #historyOfLatest(runId: string): BenchmarkHistory | undefined {
    for (const byName of this.#benchmarks.values()) {
      for (const history of byName.values()) if (history.latest?.result.runId === runId) return history;
    }
    return undefined;
  }

  /** Pins what later runs are compared with; `null` goes back to the run before. */
  setBaseline(directory: string, name: string, baseline: KnownResult | null): void {
    this.#historyOf(directory, name).baseline = baseline;
  }

  /** Results of sub-benchmarks below `name`, in the order they first ran. */
  below(directory: string, name: string): KnownResult[] {
    const byName = this.#benchmarks.get(path.normalize(directory)) ?? new Map<string, BenchmarkHistory>();
    return [...byName].flatMap(([each, { latest }]) =>
      each.startsWith(`${name}/`) && latest !== undefined ? [latest] : [],
    );
  }

  /**
   * The latest runs, one for each number of procs, of all benchmarks below the same function as the one that a session
   * shows; none where that is no latest run any more.
   */
  family(sessionId: string): KnownResult[] {
    for (const byName of this.#benchmarks.values()) {
      const latest = [...byName.values()].flatMap(({ latestByProcs }) => latestByProcs);
      const shown = latest.find(({ sessionIds }) => sessionIds.includes(sessionId));
      if (shown === undefined) continue;
      const [top] = shown.result.name.split('/');
      return latest.filter(({ result }) => result.name.split('/')[0] === top);
    }
    return [];
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

/** That a run differs by more than the largest of nineteen differences is one chance in twenty. */
export const rememberedDifferences = 19;

/** The latest run of one benchmark and, for each number of procs, the one it replaced. */
class BenchmarkHistory {
  baseline: KnownResult | null = null;
  /** Oldest first. */
  #runs: readonly KnownResult[] = [];
  /** By how much runs of the same code differed from the one before, by `runId`; oldest first. */
  readonly #differences = new Map<string, number>();

  get latest(): KnownResult | undefined {
    return this.#runs.at(-1);
  }

  get latestByProcs(): KnownResult[] {
    return this.#runs.filter(
      (each, i) => !this.#runs.slice(i + 1).some((later) => later.result.procs === each.result.procs),
    );
  }

  get comparedWith(): KnownResult | undefined {
    const { latest, baseline } = this;
    if (latest === undefined) return undefined;
    if (baseline !== null) return isSameResult(baseline, latest) ? undefined : baseline;
    return this.#beforeLatest;
  }

  get circumstances(): Circumstances {
    const { latest, comparedWith } = this;
    const isSame =
      latest !== undefined && comparedWith !== undefined && isSameCode(latest.result, comparedWith.result);
    return { isSameCode: isSame, drift: Math.max(0, ...this.#differences.values()) };
  }

  remove(runId: string): void {
    if (this.baseline?.result.runId === runId) this.baseline = null;
    this.#runs = this.#runs.filter(({ result }) => result.runId !== runId);
    this.#differences.delete(runId);
  }

  put(added: KnownResult): void {
    // More is known of a run once its profiles have been taken or opened.
    if (this.baseline !== null && isSameResult(this.baseline, added)) this.baseline = added;
    const others = this.#runs.filter((result) => !isSameResult(result, added));
    const results = [...others, added].sort((a, b) => a.result.takenAt - b.result.takenAt);
    this.#runs = results.filter((each, i) => {
      const replacedBy = results.slice(i + 1).filter((later) => couldReplace(later, each));
      return replacedBy.length < 2;
    });
    this.#learnDrift();
  }

  get #beforeLatest(): KnownResult | undefined {
    const { latest } = this;
    if (latest === undefined) return undefined;
    return this.#runs.filter((earlier) => earlier !== latest && couldReplace(earlier, latest)).at(-1);
  }

  #learnDrift(): void {
    const { latest } = this;
    const before = this.#beforeLatest;
    if (latest === undefined || latest.result.measurements.length === 0) return;
    if (before === undefined || !isSameCode(latest.result, before.result)) return;
    const { runId } = latest.result;
    this.#differences.delete(runId);
    this.#differences.set(runId, differenceOf(before.result.measurements, latest.result.measurements));
    const [oldest] = this.#differences.keys();
    if (this.#differences.size > rememberedDifferences && oldest !== undefined)
      this.#differences.delete(oldest);
  }
}

function isSameResult(a: KnownResult, b: KnownResult): boolean {
  return a.result.runId === b.result.runId;
}

/** Whether it has results, on as many cores as the other. */
function couldReplace({ result }: KnownResult, other: KnownResult): boolean {
  return result.measurements.length > 0 && result.procs === other.result.procs;
}

export interface KnownResult {
  readonly result: BenchmarkResult;
  /** Sessions of its profiles; empty while they are being taken, or where they have not been opened. */
  readonly sessionIds: readonly string[];
}
