import { rm } from 'node:fs/promises';
import path from 'node:path';
import { append } from '../../base/lists.ts';
import { listAt } from '../../base/maps.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { RecordedBenchmark, RunRecord } from '../../go/results/runRecord.ts';
import {
  type HistoryLimits,
  isMarked,
  isSameBenchmark,
  type KeptResult,
  type KeptRun,
  resultsOf,
  runsToPrune,
  runsWithBinary,
  sharePackage,
} from './keptRun.ts';
import { writeSources } from './keptSources.ts';
import {
  byAge,
  copyRun,
  type DamagedRun,
  dropBinary,
  readRun,
  readRuns,
  removeRun,
  sweep,
  writeRun,
} from './runFolders.ts';
import { changeProblem, writeProblem } from './wholeFile.ts';

/** What can change of a result: the user names or pins it, or it is measured in turns with an older one. */
type ResultChange = Partial<Pick<RecordedBenchmark, 'label' | 'pinned' | 'inTurns'>>;

/** What was removed, and the problem that stopped it from removing the rest. */
export interface Removal {
  readonly removed: readonly KeptResult[];
  readonly problem: Problem | null;
}

/**
 * All kept runs, in memory and on the disk. Another server may write to the same folder, so every change first reads the
 * record from the disk.
 */
export class History {
  /** Only `#set` changes it. */
  #runs: readonly KeptRun[] = [];
  #results: readonly KeptResult[] = [];
  /** By `runId`: a run may have thousands of results, and a lens asks for each of them. */
  #byId: ReadonlyMap<string, KeptResult> = new Map();
  readonly #listeners = new Set<() => void>();
  /** Changes wait for each other. If two rewrote one record at the same time, one change would be lost. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param directory holds one folder for each run; made when the first run is kept */
  constructor(private readonly directory: string) {}

  /** Called after every change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Oldest first. */
  get results(): readonly KeptResult[] {
    return this.#results;
  }

  /** @param id the `runId` of the benchmark */
  get(id: string): KeptResult | undefined {
    return this.#byId.get(id);
  }

  /** The result that this profile file belongs to. */
  ofProfile(file: string): KeptResult | undefined {
    const folder = path.dirname(path.normalize(file));
    const name = path.basename(file);
    return this.results.find(
      (kept) =>
        path.normalize(kept.folder) === folder &&
        kept.benchmark.profiles.some((profile) => profile.file === name),
    );
  }

  /** True if it is the newest run of its benchmark. */
  isNewest(kept: KeptResult): boolean {
    const same = this.results.filter(({ benchmark }) => isSameBenchmark(benchmark, kept.benchmark));
    return same.at(-1)?.id === kept.id;
  }

  /** Reads the records from the disk. Answers those that cannot be read and have not been reported to the user. */
  load(): Promise<readonly DamagedRun[]> {
    return this.#inTurn(async () => {
      await sweep(this.directory);
      const { runs, damaged } = await readRuns(this.directory);
      this.#set(runs);
      return damaged;
    });
  }

  /**
   * Keeps a run whose profiles are in `folder` already. Removes the binaries of earlier runs of its package that nothing is
   * compared with. Problems: `disk-full`, `cannot-keep`; the profiles stay in any case.
   */
  keep(folder: string, record: RunRecord, sources: ReadonlyMap<string, string>): Promise<Result<null>> {
    return this.#inTurn(async () => {
      try {
        await writeSources(folder, sources);
        const kept = await writeRun(folder, record);
        this.#put(kept);
        const withBinary = runsWithBinary(this.#runs);
        const isDone = (run: KeptRun) =>
          run.record.takenAt < record.takenAt && sharePackage(run, kept) && !withBinary.has(run);
        for (const run of this.#runs.filter(isDone)) await this.#dropBinary(run);
        return ok(null);
      } catch (error) {
        const names = record.benchmarks.map(({ name }) => name).join(', ');
        return { ok: false, problem: writeProblem(names, error) };
      }
    });
  }

  /**
   * Copies a run that is elsewhere, such as one that `bench --save` has written. Of a run that is kept already there is no
   * second copy. Problems: `no-run`, those of `readRecord`, `disk-full`, `cannot-keep`.
   *
   * @param localDirectory of a benchmark, which may have been measured on another machine
   */
  import(
    from: string,
    localDirectory: (benchmark: RecordedBenchmark) => string,
  ): Promise<Result<readonly KeptResult[]>> {
    return this.#inTurn(async () => {
      const read = await readRun(from);
      if (read === null) return fail('no-run', 'There is no run in {0}.', [from]);
      if (!read.ok) return read;
      const isKnown = ({ runId }: RecordedBenchmark) => this.get(runId) !== undefined;
      const benchmarks = read.value.benchmarks.filter((each) => !isKnown(each));
      try {
        if (benchmarks.length > 0) {
          const moved = benchmarks.map((each) => ({ ...each, directory: localDirectory(each) }));
          this.#put(await copyRun(from, this.directory, { ...read.value, benchmarks: moved }));
        }
        return ok(read.value.benchmarks.flatMap(({ runId }) => this.get(runId) ?? []));
      } catch (error) {
        return fail('cannot-keep', 'The run in {0} could not be copied: {1}', [from, String(error)]);
      }
    });
  }

  /** Pinning a result unpins the other runs of its benchmark. Problems: `run-gone`, `cannot-change`, `disk-full`. */
  change(id: string, change: ResultChange): Promise<Result<null>> {
    return this.#inTurn(async () => {
      const kept = this.get(id);
      if (kept === undefined) return runGone();
      if (change.pinned === true) {
        for (const other of this.results) {
          const isOther = other.id !== id && isSameBenchmark(other.benchmark, kept.benchmark);
          if (!isOther || !other.benchmark.pinned) continue;
          const unpinned = await this.#rewrite(other, { pinned: false });
          if (!unpinned.ok && unpinned.problem.code !== 'run-gone') return unpinned;
        }
      }
      return this.#rewrite(kept, change);
    });
  }

  /** Removes results with their profiles, up to the first that cannot be removed. Problem: `cannot-change`. */
  remove(results: readonly KeptResult[]): Promise<Removal> {
    return this.#inTurn(async () => {
      const removed: KeptResult[] = [];
      const byFolder = new Map<string, KeptResult[]>();
      for (const kept of results) listAt(byFolder, kept.folder).push(kept);
      // A record may have thousands of results: it is written once.
      for (const ofRun of byFolder.values()) {
        const gone = await this.#removeFrom(ofRun);
        if (!gone.ok && gone.problem.code !== 'run-gone') return { removed, problem: gone.problem };
        append(removed, ofRun);
      }
      return { removed, problem: null };
    });
  }

  /**
   * Removes the oldest runs until the rest is within the limits; before that, binaries, oldest run first. The newest run
   * stays, and every run that has a name, is pinned or is shown.
   *
   * @param isShown the lines show the run's costs
   */
  prune(limits: HistoryLimits, isShown: (run: KeptRun) => boolean): Promise<Removal> {
    return this.#inTurn(async () => {
      for (const run of this.#runs) {
        if (this.#runs.reduce((sum, { bytes }) => sum + bytes, 0) <= limits.bytes) break;
        await this.#dropBinary(run);
      }
      const newest = this.#runs.at(-1);
      const mustStay = (run: KeptRun) =>
        run === newest || run.record.benchmarks.some(isMarked) || isShown(run);
      const removed: KeptResult[] = [];
      for (const run of runsToPrune(this.#runs, limits, mustStay)) {
        try {
          await removeRun(run.folder);
        } catch (error) {
          return { removed, problem: changeProblem(error) };
        }
        append(removed, resultsOf(run));
        this.#drop(run.record.id);
      }
      return { removed, problem: null };
    });
  }

  #rewrite(kept: KeptResult, change: ResultChange): Promise<Result<null>> {
    return this.#rewriteRun(kept, (benchmark) =>
      benchmark.runId === kept.id ? { ...benchmark, ...change } : benchmark,
    );
  }

  /** @param change answers `null` to remove the benchmark; a run without benchmarks is removed from the disk */
  async #rewriteRun(
    { folder, record }: Pick<KeptResult, 'folder' | 'record'>,
    change: (benchmark: RecordedBenchmark) => RecordedBenchmark | null,
  ): Promise<Result<null>> {
    const read = await readRun(folder);
    if (read === null) {
      this.#drop(record.id);
      return runGone();
    }
    if (!read.ok) return read;
    const benchmarks = read.value.benchmarks.flatMap((benchmark) => change(benchmark) ?? []);
    try {
      if (benchmarks.length === 0) {
        await removeRun(folder);
        this.#drop(record.id);
      } else {
        this.#put(await writeRun(folder, { ...read.value, benchmarks }));
      }
      return ok(null);
    } catch (error) {
      return { ok: false, problem: changeProblem(error) };
    }
  }

  /** @param results of one run */
  async #removeFrom(results: readonly KeptResult[]): Promise<Result<null>> {
    const gone = new Set(results.map(({ id }) => id));
    const removed = await this.#rewriteRun(results[0]!, (each) => (gone.has(each.runId) ? null : each));
    if (!removed.ok) return removed;
    for (const { benchmark, folder } of results) {
      for (const { file } of benchmark.profiles) {
        await rm(path.join(folder, file), { force: true }).catch(() => undefined);
      }
    }
    return ok(null);
  }

  #put(run: KeptRun): void {
    this.#set([...this.#runs.filter(({ folder }) => folder !== run.folder), run].sort(byAge));
  }

  async #dropBinary(run: KeptRun): Promise<void> {
    const without = await dropBinary(run);
    if (without !== null) this.#put(without);
  }

  #drop(runId: string): void {
    this.#set(this.#runs.filter(({ record }) => record.id !== runId));
  }

  #set(runs: readonly KeptRun[]): void {
    this.#runs = runs;
    this.#results = runs.flatMap(resultsOf);
    this.#byId = new Map(this.#results.map((kept) => [kept.id, kept]));
    for (const listener of this.#listeners) listener();
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** The user asks for a run that has been deleted. */
export function runGone(): Extract<Result<never>, { ok: false }> {
  return fail('run-gone', 'This run is no longer kept.');
}
