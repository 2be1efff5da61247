import path from 'node:path';
import { functionFamily } from '../../bench/verdicts/series.ts';
import type { BenchmarkResult, InTurns } from '../../go/results/benchmarkResult.ts';
import { arranged } from './arranged.ts';
import { BenchmarkHistory } from './benchmarkHistory.ts';
import type { ComparedResult, KnownResult } from './comparedResult.ts';

/** The latest result of a benchmark, and the earlier one that it is compared with. */
export interface ResultComparison {
  readonly latest: KnownResult;
  readonly before: KnownResult;
  readonly drift: number;
}

export interface PackageResult extends KnownResult {
  readonly compared: ComparedResult;
  /** There are results for several numbers of procs. */
  readonly isOneOfSeveral: boolean;
}

/** For every benchmark, its newest results and what they are compared with. */
export class BenchmarkResults {
  /** By package folder, then by full name. */
  readonly #benchmarks = new Map<string, Map<string, BenchmarkHistory>>();
  /** By `runId`: a run may have thousands of results, and each is asked for. */
  readonly #byRun = new Map<string, BenchmarkHistory>();

  /**
   * Adds a result, or replaces what is known of the same run (by `runId`). Results are ordered by the time at which they
   * were taken: the lens shows the latest one, and compares it with the one before.
   */
  put(result: BenchmarkResult, sessionIds: readonly string[]): void {
    const history = this.#historyOf(result.directory, result.name);
    this.#change(history, () => history.put({ result, sessionIds }));
  }

  /** Removes a run, even if it is the baseline. */
  remove(directory: string, name: string, runId: string): void {
    const history = this.#known(directory, name);
    if (history !== undefined) this.#change(history, () => history.remove(runId));
  }

  #change(history: BenchmarkHistory, change: () => void): void {
    for (const { result } of history.results) this.#byRun.delete(result.runId);
    change();
    for (const { result } of history.results) this.#byRun.set(result.runId, history);
  }

  /** Adds measurements in turns to a run, if it is still known. */
  measuredInTurns({ directory, name, runId }: BenchmarkResult, inTurns: InTurns): void {
    const known = this.#known(directory, name)?.find(runId);
    if (known !== undefined) this.put({ ...known.result, inTurns }, known.sessionIds);
  }

  get(directory: string, name: string): KnownResult | undefined {
    return this.#known(directory, name)?.latest;
  }

  /** The latest result with what it is compared with. */
  compared(directory: string, name: string): ComparedResult | undefined {
    return this.#known(directory, name)?.compared;
  }

  /**
   * What the latest run is compared with: the pinned baseline, or else the last run before it that has all the measurements
   * that it was asked for and the same number of procs. `undefined` if that would be the latest run itself.
   */
  comparedWith(directory: string, name: string): KnownResult | undefined {
    return this.#known(directory, name)?.comparedWith;
  }

  /**
   * The largest difference between two runs of the same code of this benchmark, one right after the other, as a share; 0 if
   * there were none.
   */
  drift(directory: string, name: string): number {
    return this.#known(directory, name)?.drift ?? 0;
  }

  /**
   * The latest results of all benchmarks of a package, one for each number of procs, each with what it is compared with.
   * In the order in which the benchmarks first ran.
   */
  ofPackage(directory: string): PackageResult[] {
    const byName = this.#benchmarks.get(path.normalize(directory)) ?? new Map<string, BenchmarkHistory>();
    return [...byName.values()].flatMap(({ byProcs }) =>
      byProcs.map((compared) => ({
        ...compared.latest,
        compared,
        isOneOfSeveral: byProcs.length > 1,
      })),
    );
  }

  /** The result with this id, if it is the latest of its benchmark for its number of procs. */
  find(runId: string): KnownResult | undefined {
    const latest = this.#byRun.get(runId)?.byProcs.map((compared) => compared.latest);
    return latest?.find(({ result }) => result.runId === runId);
  }

  /** The run with this id and what it is compared with, if it is the latest of its benchmark. */
  comparedRun(runId: string): ComparedResult | undefined {
    return this.#historyOfLatest(runId)?.compared;
  }

  /** The run with this id, if it is the latest of its benchmark. */
  latestWith(runId: string): KnownResult | undefined {
    return this.#historyOfLatest(runId)?.latest;
  }

  /** What a run is compared with. `undefined` unless it is the latest of its benchmark. */
  comparisonOf(runId: string): ResultComparison | undefined {
    const { latest, comparedWith, drift = 0 } = this.#historyOfLatest(runId) ?? {};
    if (latest === undefined || comparedWith === undefined) return undefined;
    return { latest, before: comparedWith, drift };
  }

  /** The latest results of all benchmarks, the newest first. */
  get latest(): BenchmarkResult[] {
    const all = [...this.#benchmarks.values()].flatMap((byName) => [...byName.values()]);
    return all.flatMap(({ latest }) => latest?.result ?? []).sort((a, b) => b.takenAt - a.takenAt);
  }

  /** The runs that are the latest of their benchmarks. */
  get latestRuns(): Set<string> {
    const runs = new Set<string>();
    for (const byName of this.#benchmarks.values()) {
      for (const { latest } of byName.values()) if (latest !== undefined) runs.add(latest.result.runId);
    }
    return runs;
  }

  #historyOfLatest(runId: string): BenchmarkHistory | undefined {
    const history = this.#byRun.get(runId);
    return history?.latest?.result.runId === runId ? history : undefined;
  }

  /** Pins what later runs are compared with. With `null`, each is compared with the run before it again. */
  setBaseline(directory: string, name: string, baseline: KnownResult | null): void {
    this.#historyOf(directory, name).baseline = baseline;
  }

  /** The latest results of the sub-benchmarks below `name`, in the order of the newest run of several of them. */
  below(directory: string, name: string): KnownResult[] {
    return this.comparedBelow(directory, name).map(({ latest }) => latest);
  }

  /** The same results with what they are compared with. */
  comparedBelow(directory: string, name: string): ComparedResult[] {
    const byName = this.#benchmarks.get(path.normalize(directory)) ?? new Map<string, BenchmarkHistory>();
    return [...byName].flatMap(([each, history]) =>
      each.startsWith(`${name}/`) ? (history.compared ?? []) : [],
    );
  }

  /** Puts the benchmarks of one run into the order in which it ran them, at the place of the first of them. */
  arrange(run: readonly Pick<BenchmarkResult, 'directory' | 'name'>[]): void {
    for (const directory of new Set(run.map((each) => path.normalize(each.directory)))) {
      const byName = this.#benchmarks.get(directory) ?? new Map<string, BenchmarkHistory>();
      const ran = run.filter((each) => path.normalize(each.directory) === directory).map(({ name }) => name);
      const entries = arranged([...byName.keys()], ran).flatMap((name) => {
        const history = byName.get(name);
        return history === undefined ? [] : [[name, history] as const];
      });
      this.#benchmarks.set(directory, new Map(entries));
    }
  }

  /**
   * Starts from the benchmark function whose result a session shows. Answers the latest results of the function, all its
   * sub-benchmarks, and the functions whose names differ only by the number at the end; one for each number of procs. Empty
   * if the session's result is no longer a latest one.
   */
  family(sessionId: string): KnownResult[] {
    for (const byName of this.#benchmarks.values()) {
      const latest = [...byName.values()].flatMap(({ byProcs }) => byProcs.map((each) => each.latest));
      const shown = latest.find(({ sessionIds }) => sessionIds.includes(sessionId));
      if (shown === undefined) continue;
      const [top] = shown.result.name.split('/');
      const family = functionFamily(shown.result.name);
      return latest.filter(
        ({ result: { name } }) =>
          name.split('/')[0] === top || (family !== null && functionFamily(name) === family),
      );
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
