/**
 * Two versions of a benchmark alive beside each other, in turns of some milliseconds. What disturbs a machine changes within a
 * second, so that it affects both alike. What differs from one process to the next, where memory lies, say, does not change in
 * it: so a pair of processes lives for a fraction of a second, and gives one measurement of each version.
 */
import type { Benchtime } from '../../base/benchtime.ts';
import { largest, mean, smallest } from '../../base/lists.ts';
import type { CoreUse, Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { Batch, BatchedProcess, ReadyBenchmark } from './batchedProcess.ts';

/** Nanoseconds of one turn, and of one in which garbage is to be collected. */
const turn = 5e6;
const longTurn = 20e6;
/** In a turn, on average. */
const wantedCollections = 2;
/** By this share, the allocations of equal code differ, as the runtime allocates besides. */
const sameAllocations = 0.002;
/** Of fewer operations, some may be others than the rest. */
const fewestOperations = 10;
/** CPU time as a share of the time that passes. */
const leastComputing = 0.85;
const mostComputing = 1.6;
/** With fewer turns there is no quickest quarter. */
const fewestTurns = 8;
/** Nothing is known of an operation that takes a shorter time than this in all. */
const shortestLook = 2e6;
/** Other work on the machine makes some of them longer. */
const looks = 3;
const mostGrowth = 50;
const mostOperations = 1e9;

/** How long an operation takes, and what a batch takes besides, in nanoseconds. */
export interface Pace {
  readonly perOperation: number;
  readonly besides: number;
  /** In each nanosecond. */
  readonly collections: number;
}

export interface SurveyedBenchmark extends ReadyBenchmark {
  /** `null` if it has failed, or is not to be looked at. */
  readonly pace: Pace | null;
}

/** What a measurement consists of. */
export interface BatchPlan {
  /** Of each version, in each turn. */
  readonly operations: number;
  readonly turns: number;
  /** Whether a first turn is not counted. */
  readonly warmsUp: boolean;
}

/** A version's batches of one pair of processes. */
export interface BatchSum {
  readonly operations: number;
  readonly nanoseconds: number;
  readonly core: CoreUse | null;
  /** See `Measurement`; `null` if one of both versions has none. */
  readonly quickest: number | null;
}

export type Pair<T> = readonly [T, T];

/** All benchmarks of a process, in their order. @param looks whether to find out how long an operation takes */
export async function survey(process: BatchedProcess, looks: boolean): Promise<SurveyedBenchmark[]> {
  const found: SurveyedBenchmark[] = [];
  for (;;) {
    const ready = await process.ready();
    if (ready === null) return found;
    found.push({ ...ready, pace: looks ? await paceOf(process) : null });
    process.leave();
  }
}

async function paceOf(process: BatchedProcess): Promise<Pace | null> {
  const looked: Batch[] = [];
  for (let operations = 1; looked.length < looks; ) {
    const batch = await process.run(operations);
    if (batch === null) return null;
    const isLong = batch.nanoseconds >= shortestLook || batch.whole >= turn || operations >= mostOperations;
    if (isLong) looked.push(batch);
    // It need not be looked at again, as nothing is short beside it.
    if (batch.whole >= longTurn) break;
    if (isLong) continue;
    const wanted = Math.ceil((1.5 * shortestLook * operations) / Math.max(1, batch.nanoseconds));
    operations = Math.min(mostOperations, mostGrowth * operations, Math.max(operations + 1, wanted));
  }
  return {
    perOperation: Math.max(0.1, smallest(looked.map((each) => each.nanoseconds / each.operations))),
    besides: smallest(looked.map((each) => Math.max(0, each.whole - each.nanoseconds))),
    collections: total(looked, 'collections') / total(looked, 'whole'),
  };
}

/**
 * Both versions do the same number of operations, so that what is done once is shared by as many. The slower one takes a turn of
 * the usual length, or as long as what is done around each batch, but no longer than the whole measurement.
 */
export function planOf(paces: readonly Pace[], benchtime: Benchtime): BatchPlan {
  if ('iterations' in benchtime) return { operations: benchtime.iterations, turns: 1, warmsUp: false };
  const slower = largest(paces.map(({ perOperation }) => perOperation));
  const length = Math.min(benchtime.nanoseconds, largest(paces.map(lengthFor)));
  const operations = Math.max(1, Math.min(mostOperations, Math.round(length / slower)));
  const turns = Math.max(1, Math.round(benchtime.nanoseconds / (operations * slower)));
  return { operations, turns, warmsUp: turns > 1 };
}

function lengthFor({ besides, collections }: Pace): number {
  const forGarbage = collections > 0 ? Math.min(longTurn, wantedCollections / collections) : 0;
  return largest([turn, besides, forGarbage]);
}

/**
 * One measurement of a benchmark in two processes. `null` if one of them does not have it, or if it has failed there. Both are
 * left to end by themselves.
 */
export async function measurePair(
  processes: Pair<BatchedProcess>,
  benchmark: ReadyBenchmark,
  plan: BatchPlan,
): Promise<Pair<BatchSum> | null> {
  const sums: Pair<Sum> = [new Sum(processes[0]), new Sum(processes[1])];
  const reached = await Promise.all(processes.map((process) => reach(process, benchmark)));
  const isMeasured = reached.every((each) => each) && (await takeTurns(sums, plan));
  for (const [i, process] of processes.entries()) {
    if (reached[i] === true) process.leave();
    process.resume();
  }
  await Promise.all(processes.map((process) => survey(process, false)));
  if (!isMeasured) return null;
  const isEven = areEven(sums[0].batches, sums[1].batches);
  const computes = sums.every((each) => each.onlyComputes);
  return [sums[0].sum(isEven, computes), sums[1].sum(isEven, computes)];
}

async function takeTurns(sums: Pair<Sum>, { operations, turns, warmsUp }: BatchPlan): Promise<boolean> {
  if (warmsUp) for (const each of sums) if (!(await each.warmUp(operations))) return false;
  for (let i = 0; i < turns; i++) {
    for (const each of Math.random() < 0.5 ? sums : [sums[1], sums[0]]) {
      if (!(await each.add(operations))) return false;
    }
  }
  return true;
}

/** Waits until a process comes to a benchmark; whether it does. Benchmarks before it are left. */
export async function reach(process: BatchedProcess, { name, procs }: ReadyBenchmark): Promise<boolean> {
  for (;;) {
    const ready = await process.ready();
    if (ready === null) return false;
    if (ready.name === name && ready.procs === procs) return true;
    process.leave();
  }
}

class Sum {
  readonly #process: BatchedProcess;
  readonly #batches: Batch[] = [];

  constructor(process: BatchedProcess) {
    this.#process = process;
  }

  async warmUp(operations: number): Promise<boolean> {
    return (await this.#process.run(operations, false)) !== null;
  }

  async add(operations: number): Promise<boolean> {
    const batch = await this.#process.run(operations);
    if (batch !== null) this.#batches.push(batch);
    return batch !== null;
  }

  get batches(): readonly Batch[] {
    return this.#batches;
  }

  /**
   * Whether it computes on one core all the time, besides what the collector does. While it is least disturbed, it then has about
   * as much CPU time as time passes; less if it waits for a file or a lock, more if it computes on several.
   */
  get onlyComputes(): boolean {
    const all = [...this.#batches].sort(
      (a, b) => a.nanoseconds / a.operations - b.nanoseconds / b.operations,
    );
    const least = all.slice(0, Math.ceil(all.length / 10));
    const running = total(least, 'cpu') / total(least, 'nanoseconds');
    return running >= leastComputing && running <= mostComputing;
  }

  sum(hasQuickest: boolean, computes: boolean): BatchSum {
    const batches = this.#batches;
    const [operations, nanoseconds, cpu] = [
      total(batches, 'operations'),
      total(batches, 'nanoseconds'),
      total(batches, 'cpu'),
    ];
    const running = cpu / nanoseconds;
    const core = cpu > 0 ? { running, waiting: computes ? Math.max(0, 1 - running) : 0 } : null;
    return { operations, nanoseconds, core, quickest: hasQuickest ? quickestOf(batches, computes) : null };
  }
}

/**
 * Whether the turns of each version do the same work, so that they differ by what disturbs them only. Garbage is collected in all of
 * them or in none; or as often in both versions, as both allocate the same.
 */
function areEven(...sides: Pair<readonly Batch[]>): boolean {
  const isLong = ({ operations }: Batch) => operations >= fewestOperations;
  if (!sides.every((batches) => batches.length >= fewestTurns && batches.every(isLong))) return false;
  const all = sides.flat();
  const collects = all.filter(({ collections }) => collections > 0).length;
  if (collects === 0 || collects === all.length) return true;
  return (['allocs', 'bytes'] as const).every((what) => {
    const [one, other] = sides.map((batches) => total(batches, what));
    return Math.abs(one! - other!) <= sameAllocations * one!;
  });
}

function total(batches: readonly Batch[], what: keyof Batch): number {
  return batches.reduce((sum, batch) => sum + batch[what], 0);
}

/** Who only computes waits for a core where time passes without CPU time. */
function quickestOf(batches: readonly Batch[], computes: boolean): number {
  const times = batches
    .map(
      ({ nanoseconds, cpu, operations }) =>
        (computes ? Math.min(nanoseconds, cpu) : nanoseconds) / operations,
    )
    .sort((a, b) => a - b);
  return mean(times.slice(0, times.length >> 2));
}

/** Go prints few digits. A benchmark may report another time in place of Go's. */
export function exactly(
  metrics: Measurement['metrics'],
  { operations, nanoseconds }: BatchSum,
): Measurement['metrics'] {
  const [printed, time] = [metrics['ns/op'], nanoseconds / operations];
  const isGos = printed !== undefined && Math.abs(printed - time) <= 0.01 * time + 0.5;
  return isGos ? { ...metrics, 'ns/op': time } : metrics;
}
