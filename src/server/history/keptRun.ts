import path from 'node:path';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { lacksMeasurements } from '../../go/results/benchmarkResult.ts';
import { type RecordedBenchmark, type RunRecord, recordedResult } from '../../go/results/runRecord.ts';
import { ComparedResult } from '../results/comparedResult.ts';
import { timeText } from '../sessions/runTime.ts';

/** A run that is kept: its record, and its folder on the disk. */
export interface KeptRun {
  readonly record: RunRecord;
  readonly folder: string;
  /** The size of all its files. */
  readonly bytes: number;
}

/** The result of one benchmark in a kept run: what the user calls a run of the benchmark. */
export interface KeptResult {
  /** The `runId` of the benchmark. */
  readonly id: string;
  readonly record: RunRecord;
  readonly folder: string;
  readonly benchmark: RecordedBenchmark;
}

export function resultsOf({ record, folder }: KeptRun): KeptResult[] {
  return record.benchmarks.map((benchmark) => ({ id: benchmark.runId, record, folder, benchmark }));
}

/** See `recordedResult`. */
export function resultOf({ benchmark, folder, record }: KeptResult): BenchmarkResult {
  return recordedResult(benchmark, record, folder);
}

/** @param drift see `driftOf` */
export function comparedResult(
  kept: KeptResult,
  base: KeptResult | undefined,
  drift: number,
): ComparedResult {
  const known = (each: KeptResult) => ({ result: resultOf(each), sessionIds: [] });
  return new ComparedResult(known(kept), base === undefined ? undefined : known(base), drift);
}

/** True if some benchmarks of both runs are in the same package. */
export function sharePackage(one: KeptRun, other: KeptRun): boolean {
  const packages = new Set(one.record.benchmarks.map(({ directory }) => path.normalize(directory)));
  return other.record.benchmarks.some(({ directory }) => packages.has(path.normalize(directory)));
}

/** True if both have the same name, package folder and number of procs. */
export function isSameBenchmark(one: RecordedBenchmark, other: RecordedBenchmark): boolean {
  return benchmarkKey(one) === benchmarkKey(other);
}

/** The same for all numbers of procs. */
export function nameKey({ directory, name }: RecordedBenchmark): string {
  return `${directory}\n${name}`;
}

export function benchmarkKey({ directory, name, procs }: RecordedBenchmark): string {
  return JSON.stringify([path.normalize(directory), name, procs]);
}

/** What a run is called beside the name of its benchmark: the name that the user gave to it, or else when it was taken. */
export function runName({ benchmark: { label, takenAt } }: KeptResult): string {
  return label ?? timeText(takenAt);
}

/**
 * The runs that keep their test binaries: the newest run of each benchmark, and what it can be compared with: the run before
 * it, and the pinned one.
 *
 * @param runs oldest first
 */
export function runsWithBinary(runs: readonly KeptRun[]): ReadonlySet<KeptRun> {
  const kept = new Set<KeptRun>();
  /** By benchmark: whether the run before the newest one is still looked for. */
  const open = new Map<string, boolean>();
  for (const run of [...runs].reverse()) {
    for (const benchmark of run.record.benchmarks) {
      const key = benchmarkKey(benchmark);
      const isNewest = !open.has(key);
      const isBefore = open.get(key) === true && !lacksMeasurements(benchmark);
      if (isNewest || isBefore || benchmark.pinned) kept.add(run);
      if (isNewest || isBefore) open.set(key, isNewest);
    }
  }
  return kept;
}

/** How much is kept. */
export interface HistoryLimits {
  readonly runs: number;
  /** On the disk. */
  readonly bytes: number;
}

/** True if the user has named or pinned it: it is then kept for good. */
export function isMarked({ pinned, label }: RecordedBenchmark): boolean {
  return pinned || label !== null;
}

/**
 * The runs to remove so that the others are within the limits: the oldest first, and none that must stay.
 *
 * @param runs oldest first
 */
export function runsToPrune(
  runs: readonly KeptRun[],
  limits: HistoryLimits,
  mustStay: (run: KeptRun) => boolean,
): KeptRun[] {
  let count = runs.length;
  let bytes = runs.reduce((sum, run) => sum + run.bytes, 0);
  const pruned: KeptRun[] = [];
  for (const run of runs) {
    if (count <= limits.runs && bytes <= limits.bytes) break;
    if (mustStay(run)) continue;
    pruned.push(run);
    count--;
    bytes -= run.bytes;
  }
  return pruned;
}
