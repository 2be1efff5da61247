/** What comparisons of two builds share: the request, the hooks, the result, and the folders. The second build is the base. */
import type { FreshRound } from '../../bench/verdicts/gate.ts';
import { parseBenchtime } from '../../benchtime.ts';
import type { Problem } from '../../result.ts';
import {
  type BenchmarkRequest,
  type BenchmarkSelection,
  type ProfileHooks,
  passesOfOne,
  withoutCovered,
} from '../build/benchmarkRequest.ts';
import type { Version } from '../build/build.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { inFolder } from '../build/folderProblem.ts';
import { Steps } from '../build/steps.ts';
import { keptIfOk, WrittenFiles } from '../build/writtenFiles.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import type { AgainHook } from './measureAgain.ts';

export interface TwoBuildsRequest extends BenchmarkRequest {
  /** The profiles of the base are written here. Made if it is missing. */
  readonly baseOutputDirectory: string;
}

export interface TwoBuildsHooks extends ProfileHooks {
  /** A benchmark of the base has been measured. Called before `benchmarkTimed` of the same benchmark. */
  baseTimed?(result: BenchmarkResult): void;
  /** Asked for each benchmark that both have: whether to measure it once more, in fresh turns. Not asked if it is missing. */
  readonly again?: AgainHook;
}

export interface ComparedResults {
  readonly results: readonly BenchmarkResult[];
  /** The results of the base. Their profiles name files by their paths in the working tree. */
  readonly base: readonly BenchmarkResult[];
  /** The texts of the files that the base was built from, by their paths in the working tree. Empty if they are those of the working tree. */
  readonly baseSources: ReadonlyMap<string, string>;
  /** What could not be compared. Everything else is valid all the same. */
  readonly problems: readonly Problem[];
  /** What was measured again, by the `runId` of the result. */
  readonly rounds?: ReadonlyMap<string, readonly FreshRound[]>;
}

export type TwoBuildsOutcome = BuildResult<ComparedResults>;

/** What is known before anything is built. */
export interface Unbuilt {
  readonly selections: readonly BenchmarkSelection[];
  /** The same for both builds. */
  readonly shared: Pick<Version, 'hooks' | 'benchtime' | 'steps'>;
  readonly written: WrittenFiles;
  readonly baseWritten: WrittenFiles;
}

/**
 * Makes the folders and calls `work`. If that fails, removes everything that was written to them. Problems:
 * `bad-benchtime`, `no-folder`, those of `work`.
 *
 * @param preparations how many steps come before the first timing
 */
export async function withTwoBuilds(
  request: TwoBuildsRequest,
  hooks: TwoBuildsHooks,
  preparations: number,
  work: (unbuilt: Unbuilt) => Promise<TwoBuildsOutcome>,
): Promise<TwoBuildsOutcome> {
  const benchtime = parseBenchtime(request.benchtime);
  if (!benchtime.ok) return benchtime;
  const written = new WrittenFiles(request.outputDirectory);
  const baseWritten = new WrittenFiles(request.baseOutputDirectory);
  const selections = withoutCovered(request.benchmarks);
  const steps = new Steps(hooks);
  steps.of = preparations + selections.length * (request.count + 2 * passesOfOne(request));
  const shared = { hooks, benchtime: benchtime.value, steps };
  return keptIfOk([written, baseWritten], () =>
    inFolder(request.outputDirectory, async (): Promise<TwoBuildsOutcome> => {
      await written.makeDirectory();
      await baseWritten.makeDirectory();
      return work({ selections, shared, written, baseWritten });
    }),
  );
}
