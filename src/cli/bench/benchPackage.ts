/** The run of a package, alone or in turns with its older version: a commit, or the binary of a saved run. */

import { ok, type Problem, type Result } from '../../base/result.ts';
import { type FreshRound, type GateOptions, isSuspicious } from '../../bench/verdicts/gate.ts';
import type { BenchmarkRequest } from '../../go/build/benchmarkRequest.ts';
import { layoutsOfCheck } from '../../go/build/layouts.ts';
import type { RunControl } from '../../go/build/runEvents.ts';
import { type ComparedResults, type CompareRequest, compareBuilds } from '../../go/compare/compareBuilds.ts';
import { findRepository, resolveRef } from '../../go/git/repository.ts';
import { profileBenchmarks } from '../../go/profile/profileBenchmarks.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import { type ComparedPair, counterpart, gatePair } from './benchBase.ts';
import type { BenchOptions } from './benchOptions.ts';
import type { PackageLeaks } from './leakReport.ts';

/** A package's results, and what they are compared with. */
export interface BenchedPackage
  extends Pick<ComparedResults, 'results' | 'problems' | 'baseSources' | 'rounds'> {
  readonly base: readonly SavedBenchmark[];
  /** Empty if nothing is compared. */
  readonly title: string;
  readonly leaks?: PackageLeaks;
}

/** These do not matter at all: what is new has nothing to be compared with, and what did not build may build now. */
const noBase = ['no-package-at-ref', 'no-benchmark-at-ref', 'ref-build-failed'];
/** The saved binary is gone, or another kind of machine saved it. */
const noBinary = ['no-binary', 'cannot-start'];

interface RefPlan {
  readonly options: BenchOptions;
  readonly temporaryDirectory: string;
  readonly signal: AbortSignal;
}

/** Only the working tree. */
export async function alone(
  request: BenchmarkRequest,
  control: RunControl,
  base: Pick<BenchedPackage, 'title' | 'base' | 'problems'>,
): Promise<Result<BenchedPackage>> {
  const outcome = await profileBenchmarks(request, control);
  if (!outcome.ok) return outcome;
  return ok({ results: outcome.value, baseSources: new Map(), rounds: new Map(), ...base });
}

/** A CI system has the time, and its verdicts are read by those who did not see the run. */
export function usualLayouts({ CI = '' }: NodeJS.ProcessEnv): number {
  return ['', '0', 'false'].includes(CI.toLowerCase()) ? 0 : layoutsOfCheck;
}

/** In turns with a commit. */
export async function benchAgainstRef(
  { options, temporaryDirectory, signal }: RefPlan,
  request: BenchmarkRequest,
  control: RunControl,
  { ref, folder }: { readonly ref: string; readonly folder: string },
): Promise<Result<BenchedPackage>> {
  const repository = await findRepository(request.packageDirectory, process.env, signal);
  if (!repository.ok) return repository;
  const resolved = await resolveRef(repository.value, ref, signal);
  if (!resolved.ok) return resolved;
  const { title } = resolved.value;
  const compared: CompareRequest = {
    ...request,
    layouts: options.layouts ?? usualLayouts(process.env),
    // Whoever says how often to measure has it so.
    layoutsAgain: options.layouts ?? (request.stopsWhenSettled === true ? layoutsOfCheck : 0),
    skipsSameCode: !options['measure-same'],
    base: {
      commit: resolved.value,
      repository: repository.value,
      temporaryDirectory,
      outputDirectory: folder,
    },
    again: ({ base, result }, rounds) => wantsAnother(options, { result, older: base }, rounds),
  };
  const outcome = await compareBuilds(compared, control);
  if (outcome.ok) return ok({ ...outcome.value, title });
  const { problem } = outcome;
  return noBase.includes(problem.code)
    ? alone(request, control, { title, base: [], problems: [problem] })
    : outcome;
}

function cannotBeLaidOut(title: string): Problem {
  return {
    code: 'no-layouts',
    template: '{0} is a test binary that cannot be linked again, so it is compared in its own layout.',
    args: [title],
  };
}

/** In turns with the saved binary if it is there; else the saved run is a run at another time. */
export async function benchAgainstSaved(
  options: BenchOptions,
  request: BenchmarkRequest,
  control: RunControl,
  { title, saved }: { readonly title: string; readonly saved: readonly SavedBenchmark[] },
): Promise<Result<BenchedPackage>> {
  const problems = (options.layouts ?? 0) > 0 ? [cannotBeLaidOut(title)] : [];
  const earlier = { title, base: saved, problems };
  const binary = saved.find((each) => each.binary !== undefined)?.binary;
  if (binary === undefined) return alone(request, control, earlier);
  /** Measured now; profiles and modules are those of the saved run, and the instructions, where they were not counted again. */
  const withSaved = (base: BenchmarkResult): SavedBenchmark => {
    const { profiles = [], instructions, surroundings } = counterpart(base, { benchmarks: saved }) ?? {};
    const modules = surroundings?.modules;
    const measured =
      modules === undefined || base.surroundings === undefined
        ? base
        : { ...base, surroundings: { ...base.surroundings, modules } };
    return { ...(instructions === undefined ? {} : { instructions }), ...measured, profiles };
  };
  const compared: CompareRequest = {
    ...request,
    base: { binary, title },
    skipsSameCode: !options['measure-same'],
    again: ({ base, result }, rounds) => wantsAnother(options, { result, older: withSaved(base) }, rounds),
  };
  const outcome = await compareBuilds(compared, control);
  if (outcome.ok) {
    return ok({
      ...outcome.value,
      base: outcome.value.base.map(withSaved),
      problems: [...problems, ...outcome.value.problems],
      title,
    });
  }
  return noBinary.includes(outcome.problem.code) ? alone(request, control, earlier) : outcome;
}

function wantsAnother(options: BenchOptions, pair: ComparedPair, rounds: readonly FreshRound[]): boolean {
  return rounds.length < options.confirm && isSuspicious(gatePair(pair, rounds), gateOf(options));
}

/** What one layout says, others have to say, too. */
export function gateOf(options: BenchOptions): GateOptions {
  const isOfOne = options.layouts === undefined && usualLayouts(process.env) === 0;
  const accidents = options.stopsWhenSettled && isOfOne ? 'accidents' : undefined;
  return { ...options, confirms: options.confirms ?? accidents };
}
