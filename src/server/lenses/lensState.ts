/** What the lenses of a benchmark are about: whether it runs now, what it has measured, what is below it. */
import path from 'node:path';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { LensCommand } from '../client/lensCommand.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { ComparedResult } from '../results/comparedResult.ts';
import { type MeasuredBenchmark, measuredOf } from '../results/measuredBenchmark.ts';

export type LensState =
  | { readonly kind: 'not run' }
  /** It runs or waits for its turn. The lenses are those of its progress; `soFar` is what this run has measured until now. */
  | {
      readonly kind: 'running';
      readonly lenses: readonly LensCommand[];
      readonly soFar: SettledState | null;
    }
  | SettledState;

/** The state of a benchmark that has been measured. */
export type SettledState =
  | { readonly kind: 'measured'; readonly measured: MeasuredBenchmark }
  /** Its sub-benchmarks have been measured. */
  | { readonly kind: 'parent'; readonly subs: readonly MeasuredBenchmark[] };

/** Where the state of benchmarks comes from. A benchmark is named by its package folder and its full name. */
export interface LensSources {
  readonly results: BenchmarkResults;
  readonly news: LensNews;
  /** The run whose costs the lines show, by the `runId` of its result; `null` if they show none of a benchmark. */
  readonly shownRunId: string | null;
}

/** What is known of benchmarks besides their results. */
export interface LensNews {
  /** The lenses of a benchmark that runs or waits now: its progress, and Cancel. `null` if it does neither. */
  readonly running: (directory: string, name: string) => RunningBenchmark | null;
  /** The same for a run of all benchmarks of a file. */
  readonly runningFile: (file: {
    readonly uri: string;
    readonly directory: string;
    readonly names: readonly string[];
  }) => readonly LensCommand[] | null;
  /** Whether the code that the result was built from has changed since. */
  readonly codeChanged: (result: BenchmarkResult) => boolean;
  /** The lens that says which older run of the benchmark the lines show; `null` if they show its newest, or another's. */
  readonly shownRun: (directory: string, name: string) => LensCommand | null;
  /** Whether the last run of the benchmark has failed. */
  readonly failed: (directory: string, name: string) => boolean;
}

export interface RunningBenchmark {
  readonly lenses: readonly LensCommand[];
  /** When the run has begun, in milliseconds since the epoch; `null` if it waits. */
  readonly since: number | null;
}

/** For the time in which nothing of it is known. */
export const noNews: LensNews = {
  running: () => null,
  runningFile: () => null,
  codeChanged: () => false,
  shownRun: () => null,
  failed: () => false,
};

export function lensState(sources: LensSources, directory: string, name: string): LensState {
  const running = sources.news.running(directory, name);
  if (running === null) return settledState(sources, directory, name) ?? { kind: 'not run' };
  const { lenses, since } = running;
  const soFar = since === null ? null : settledState(sources, directory, name, since);
  return { kind: 'running', lenses, soFar };
}

/** @param since older results are left out */
function settledState(sources: LensSources, directory: string, name: string, since = 0): SettledState | null {
  const own = measuredBenchmark(sources, directory, name);
  const measured = own === null || own.latest.result.takenAt < since ? null : own;
  const subs = measuredBelow(sources, directory, name).filter(({ latest }) => latest.result.takenAt >= since);
  const isParent = subs.length > 0 && (measured === null || subs.some((sub) => isLater(sub, measured)));
  if (isParent) return { kind: 'parent', subs };
  return measured === null ? null : { kind: 'measured', measured };
}

/** `null` if it has no measurements. */
export function measuredBenchmark(
  { results, news }: LensSources,
  directory: string,
  name: string,
): MeasuredBenchmark | null {
  const compared = results.compared(directory, name);
  return compared === undefined ? null : measuredIn(compared, news);
}

/** The benchmark's own result, or those of its sub-benchmarks. */
export function measuredWithin(sources: LensSources, directory: string, name: string): MeasuredBenchmark[] {
  const below = measuredBelow(sources, directory, name);
  const own = measuredBenchmark(sources, directory, name);
  return below.length > 0 || own === null ? below : [own];
}

/** The sub-benchmarks that have measurements, in the order of the source. */
export function measuredBelow(
  { results, news }: LensSources,
  directory: string,
  name: string,
): MeasuredBenchmark[] {
  return results.comparedBelow(directory, name).flatMap((compared) => measuredIn(compared, news) ?? []);
}

function measuredIn(compared: ComparedResult, news: LensNews): MeasuredBenchmark | null {
  const { result } = compared.latest;
  return result.measurements.length === 0 ? null : measuredOf(compared, news.codeChanged(result));
}

/** The benchmark has got its sub-benchmarks after it was measured itself. */
function isLater(sub: MeasuredBenchmark, parent: MeasuredBenchmark): boolean {
  return sub.latest.result.takenAt > parent.latest.result.takenAt;
}

/** The folder of a document's package, as results name it. */
export function directoryOf(document: { readonly path: string }): string {
  return path.dirname(document.path);
}
