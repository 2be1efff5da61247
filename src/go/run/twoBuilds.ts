/** Two builds of the same benchmarks, the second one the base: what they share before either is there, and after. */

import { parseBenchtime } from '../../benchtime.ts';
import type { Problem, Result } from '../../result.ts';
import type { BenchmarkResult, ProfileHooks, ProfileRequest } from './benchmarkResult.ts';
import type { CompilerError } from './compilerErrors.ts';
import type { BenchmarkSelection } from './passes.ts';
import { withoutCovered } from './profileBenchmarks.ts';
import { type Run, Steps } from './run.ts';
import { WrittenFiles } from './writtenFiles.ts';

export interface TwoBuildsRequest extends ProfileRequest {
  /** Where the profiles of the base go. Made if missing. */
  readonly baseOutputDirectory: string;
}

export interface TwoBuildsHooks extends ProfileHooks {
  /** The base's benchmark has its timings; always before those of the other. */
  baseTimed?(result: BenchmarkResult): void;
}

export interface ComparedResults {
  readonly results: readonly BenchmarkResult[];
  /** Of the base; its profiles name files as the working tree has them. */
  readonly base: readonly BenchmarkResult[];
  /** Texts of the files that the base was built from, by their paths in the working tree; empty where they are its own. */
  readonly baseSources: ReadonlyMap<string, string>;
  /** What is not there to compare with, although the rest stands. */
  readonly problems: readonly Problem[];
}

export type TwoBuildsOutcome =
  | { readonly ok: true; readonly value: ComparedResults }
  | { readonly ok: false; readonly problem: Problem; readonly compilerErrors: readonly CompilerError[] };

/** What there is before anything is built. */
export interface Unbuilt {
  readonly selections: readonly BenchmarkSelection[];
  /** Of both builds. */
  readonly shared: Pick<Run, 'hooks' | 'benchtime' | 'steps'>;
  readonly written: WrittenFiles;
  readonly baseWritten: WrittenFiles;
}

/**
 * Makes the folders, and where `work` fails removes all that was written to them. Problems: `bad-benchtime`, those of
 * `work`.
 *
 * @param preparations how many steps of the progress come before the first timing
 */
export async function withTwoBuilds(
  request: TwoBuildsRequest,
  hooks: TwoBuildsHooks,
  preparations: number,
  work: (unbuilt: Unbuilt) => Promise<TwoBuildsOutcome | Result<ComparedResults>>,
): Promise<TwoBuildsOutcome> {
  const benchtime = parseBenchtime(request.benchtime);
  if (!benchtime.ok) return { ...benchtime, compilerErrors: [] };
  const written = new WrittenFiles(request.outputDirectory);
  const baseWritten = new WrittenFiles(request.baseOutputDirectory);
  await written.makeDirectory();
  await baseWritten.makeDirectory();
  const selections = withoutCovered(request.benchmarks);
  const steps = new Steps(hooks);
  steps.of = preparations + selections.length * (request.count + 2 * request.kinds.length);
  const shared = { hooks, benchtime: benchtime.value, steps };
  const outcome = await work({ selections, shared, written, baseWritten });
  if (outcome.ok) return outcome;
  await written.removeAll();
  await baseWritten.removeAll();
  return { compilerErrors: [], ...outcome };
}
