import path from 'node:path';
import { madeOnce } from '../../base/maps.ts';
import { functionFamily } from '../../bench/verdicts/series.ts';
import type { BenchmarkResult, InTurns } from '../../go/results/benchmarkResult.ts';
import { arranged } from './arranged.ts';
import { BenchmarkHistory } from './benchmarkHistory.ts';
import type { ComparedResult, KnownResult } from './comparedResult.ts';

/** For every benchmark, its results and what they are compared with. */
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
    history.put({ result, sessionIds });
    this.#byRun.set(result.runId, history);
  }

  /** Removes a run, even if it is the baseline. */
  remove(directory: string, name: string, runId: string): void {
    this.#historyOf(directory, name).remove(runId);
    this.#byRun.delete(runId);
  }

  /** Adds measurements in turns to a run, if it is still known. */
  measuredInTurns({ directory, name, runId }: BenchmarkResult, inTurns: InTurns): void {
    const known = this.#historyOf(directory, name).find(runId);
    if (known !== undefined) this.put({ ...known.result, inTurns }, known.sessionIds);
  }

  /** The latest result of a benchmark. */
  get(directory: string, name: string): ComparedResult | undefined {
    return this.#package(directory).get(name)?.latest;
  }

  /** The latest results of all benchmarks of a package, one for each number of procs, in the order of their newest runs. */
  ofPackage(directory: string): ComparedResult[] {
    return [...this.#package(directory).values()].flatMap(({ byProcs }) => byProcs);
  }

  /** The result with this id, if it is the latest of its benchmark for its number of procs. */
  find(runId: string): ComparedResult | undefined {
    return this.#byRun.get(runId)?.byProcs.find(({ result }) => result.runId === runId);
  }

  /** The result with this id, if it is the latest of its benchmark. */
  latestWith(runId: string): ComparedResult | undefined {
    const latest = this.#byRun.get(runId)?.latest;
    return latest?.result.runId === runId ? latest : undefined;
  }

  /** The latest results of all benchmarks, the newest first. */
  get latest(): BenchmarkResult[] {
    const all = [...this.#benchmarks.values()].flatMap((byName) => [...byName.values()]);
    return all.flatMap(({ latest }) => latest?.result ?? []).sort((a, b) => b.takenAt - a.takenAt);
  }

  /** Pins what later runs are compared with. With `null`, each is compared with the run before it again. */
  setBaseline(directory: string, name: string, baseline: KnownResult | null): void {
    this.#historyOf(directory, name).baseline = baseline;
  }

  /** The latest results of the sub-benchmarks below `name`, in the order of the newest run of several of them. */
  below(directory: string, name: string): ComparedResult[] {
    return [...this.#package(directory)].flatMap(([each, { latest }]) =>
      each.startsWith(`${name}/`) ? (latest ?? []) : [],
    );
  }

  /** Puts the benchmarks of one run into the order in which it ran them, at the place of the first of them. */
  arrange(run: readonly Pick<BenchmarkResult, 'directory' | 'name'>[]): void {
    for (const directory of new Set(run.map((each) => path.normalize(each.directory)))) {
      const byName = this.#package(directory);
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
  family(sessionId: string): ComparedResult[] {
    for (const directory of this.#benchmarks.keys()) {
      const latest = this.ofPackage(directory);
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

  #package(directory: string): Map<string, BenchmarkHistory> {
    return madeOnce(this.#benchmarks, path.normalize(directory), () => new Map<string, BenchmarkHistory>());
  }

  #historyOf(directory: string, name: string): BenchmarkHistory {
    return madeOnce(this.#package(directory), name, () => new BenchmarkHistory());
  }
}
