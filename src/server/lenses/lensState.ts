/** What the lenses of a benchmark are about: whether it runs now, what it has measured, what is below it. */
import path from 'node:path';
import type { Problem } from '../../base/result.ts';
import { type BenchmarkResult, isMeasured } from '../../go/results/benchmarkResult.ts';
import type { LensCommand } from '../client/lensCommand.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { ComparedResult, MeasuredBenchmark } from '../results/comparedResult.ts';
import type { RunningBenchmark } from '../runs/benchmarks/runningLenses.ts';

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
export type SettledState = { readonly kind: 'measured'; readonly measured: MeasuredBenchmark } | ParentState;

/** Its sub-benchmarks have been measured, all but those that have failed. */
export interface ParentState {
  readonly kind: 'parent';
  readonly subs: readonly MeasuredBenchmark[];
  readonly failed: number;
}

/** Where the state of benchmarks comes from. A benchmark is named by its package folder and its full name. */
export interface LensSources {
  readonly results: BenchmarkResults;
  readonly news: LensNews;
  /** The run whose costs the lines show, by the `runId` of its result; `null` if they show none of a benchmark. */
  readonly shownRunId: string | null;
}

/** What is known of benchmarks besides their results. */
export interface LensNews {
  /** A benchmark that runs or waits now: its progress, and Cancel. `null` if it does neither. */
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
  /** Why the last run of the benchmark has measured nothing; `null` if it has. */
  readonly failure: (directory: string, name: string) => Problem | null;
}

/** For the time in which nothing of it is known. */
export const noNews: LensNews = {
  running: () => null,
  runningFile: () => null,
  codeChanged: () => false,
  shownRun: () => null,
  failure: () => null,
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
  const isRecent = ({ compared }: MeasuredBenchmark) => compared.result.takenAt >= since;
  const [measured = null] = measuredBenchmark(sources, directory, name).filter(isRecent);
  const subs = measuredBelow(sources, directory, name).filter(isRecent);
  // It may have got its sub-benchmarks after it was measured itself.
  const isLater = ({ compared }: MeasuredBenchmark) =>
    measured === null || compared.result.takenAt > measured.compared.result.takenAt;
  if (subs.some(isLater)) {
    const below = sources.results.below(directory, name).map(({ result }) => result);
    return { kind: 'parent', subs, failed: below.filter(hasFailed).length };
  }
  return measured === null ? null : { kind: 'measured', measured };
}

function hasFailed(result: BenchmarkResult): boolean {
  return !isMeasured(result) && result.problems.some(({ code }) => code !== 'skipped');
}

/** Empty if it has no measurements. */
function measuredBenchmark(sources: LensSources, directory: string, name: string): MeasuredBenchmark[] {
  const own = sources.results.get(directory, name);
  return own === undefined ? [] : measuredIn([own], sources);
}

/** The benchmark's own result, or those of its sub-benchmarks. */
export function measuredWithin(sources: LensSources, directory: string, name: string): MeasuredBenchmark[] {
  const below = measuredBelow(sources, directory, name);
  return below.length > 0 ? below : measuredBenchmark(sources, directory, name);
}

/** The sub-benchmarks that have measurements, in the order of the source. */
export function measuredBelow(sources: LensSources, directory: string, name: string): MeasuredBenchmark[] {
  return measuredIn(sources.results.below(directory, name), sources);
}

function measuredIn(results: readonly ComparedResult[], { news }: LensSources): MeasuredBenchmark[] {
  return results
    .filter(({ result }) => isMeasured(result))
    .map((compared) => ({ compared, codeChanged: news.codeChanged(compared.result) }));
}

/** The folder of a document's package, as results name it. */
export function directoryOf(document: { readonly path: string }): string {
  return path.dirname(document.path);
}
