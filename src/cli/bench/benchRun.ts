/** The runs of `pprof-lens bench`: one package after the other, each in turns with its older version if there is one. */

import { join } from 'node:path';
import { FileNames, fileNameOf } from '../../base/fileName.ts';
import { append } from '../../base/lists.ts';
import { ok, type Problem, type Result } from '../../base/result.ts';
import { type FreshRound, isSuspicious } from '../../bench/verdicts/gate.ts';
import type { BenchmarkRequest } from '../../go/build/benchmarkRequest.ts';
import type { RunControl } from '../../go/build/runEvents.ts';
import { testBinary } from '../../go/build/testBinary.ts';
import { type ComparedResults, type CompareRequest, compareBuilds } from '../../go/compare/compareBuilds.ts';
import { findRepository, resolveRef } from '../../go/git/repository.ts';
import { benchmarkLeaks } from '../../go/leaks/benchmarkLeaks.ts';
import { profileBenchmarks } from '../../go/profile/profileBenchmarks.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { ListedPackage } from '../../go/toolchain/listPackages.ts';
import type { GoToolchain } from '../../go/toolchain/toolchain.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import { translated } from '../terminal/output.ts';
import { type BenchBase, type ComparedPair, counterpart, gatePair } from './benchBase.ts';
import type { BenchOptions } from './benchOptions.ts';
import type { PackageLeaks } from './leakReport.ts';

/** Who hears of a run while it goes on. */
export interface BenchObserver {
  /** @param done steps that are done, of so many */
  step(message: string, done: number, of: number): void;
  /** Something that the user should know. */
  say(sentence: string): void;
}

export interface BenchPlan {
  readonly packages: readonly ListedPackage[];
  readonly options: BenchOptions;
  readonly toolchain: GoToolchain;
  /** Folder for the profiles. */
  readonly out: string;
  readonly against: Against | null;
  readonly temporaryDirectory: string;
  readonly observer: BenchObserver;
  readonly signal: AbortSignal;
}

/** What to compare with: a git ref, or a saved run. */
export type Against =
  | { readonly ref: string }
  | { readonly title: string; readonly saved: readonly SavedBenchmark[] };

export interface BenchedPackages {
  readonly results: readonly BenchmarkResult[];
  /** `null` if nothing is compared. */
  readonly base: BenchBase | null;
  /** The test binaries that were kept, by package. */
  readonly binaries: ReadonlyMap<string, string>;
  /** The profiles, as they were read when they were taken, by path. */
  readonly decoded: ReadonlyMap<string, Profile>;
  /** The goroutines that benchmarks have left behind, if they were looked for. */
  readonly leaks: readonly PackageLeaks[];
  /** It was stopped before all was measured. */
  readonly isCut: boolean;
  /** The failure of a benchmark or package, if others have results. */
  readonly failure: Problem | null;
}

/** A package's results, and what they are compared with. */
interface BenchedPackage extends Pick<ComparedResults, 'results' | 'problems' | 'baseSources' | 'rounds'> {
  readonly base: readonly SavedBenchmark[];
  /** Empty if nothing is compared. */
  readonly title: string;
  readonly leaks?: PackageLeaks;
}

/** These failures do not matter if other packages have results: the package has no such benchmark, or skips it. */
const noBenchmark = ['matched-nothing', 'no-test-files', 'skipped'];
/** These do not matter at all: what is new has nothing to be compared with, and what did not build may build now. */
const noBase = ['no-package-at-ref', 'no-benchmark-at-ref', 'ref-build-failed'];
/** The saved binary is gone, or another kind of machine saved it. */
const noBinary = ['no-binary', 'cannot-start'];

/** Runs the benchmarks of all packages. It fails if no package has a result. */
export async function benchPackages(plan: BenchPlan): Promise<Result<BenchedPackages>> {
  const { packages, options } = plan;
  const tested = packages.length > 1 ? packages.filter(({ hasTests }) => hasTests) : packages;
  const benched: BenchedPackage[] = [];
  const binaries = new Map<string, string>();
  const decoded = new Map<string, Profile>();
  const failures: Problem[] = [];
  const folders = new FileNames();
  for (const each of tested) {
    if (plan.signal.aborted) break;
    const folder = tested.length > 1 ? folders.claim(fileNameOf(each.importPath), '') : '';
    const outcome = await benchPackage(plan, each, folder, decoded);
    if (outcome.ok) {
      benched.push(outcome.value);
      const [result] = outcome.value.results;
      if ((options.save !== undefined || options.why) && result !== undefined)
        binaries.set(result.package, join(plan.out, folder, testBinary));
    } else if (outcome.problem.code === 'cancelled' && benched.length === 0) return outcome;
    else if (outcome.problem.code !== 'cancelled') failures.push(outcome.problem);
  }
  const results = benched.flatMap((each) => each.results);
  append(
    failures,
    results.flatMap((result) => result.problems.filter(({ code }) => /^benchmark-/.test(code))),
  );
  const failure = failures.find(({ code }) => !noBenchmark.includes(code)) ?? failures[0] ?? null;
  if (results.length === 0 && failure) return { ok: false, problem: failure };
  if (results.length === 0) return { ok: false, problem: noTests(options) };
  const matters = failure !== null && !noBenchmark.includes(failure.code);
  return ok({
    results,
    base: baseOf(plan, benched),
    binaries,
    decoded,
    leaks: benched.flatMap(({ leaks }) => leaks ?? []),
    isCut: plan.signal.aborted,
    failure: matters ? failure : null,
  });
}

function baseOf({ against, signal }: BenchPlan, benched: readonly BenchedPackage[]): BenchBase | null {
  if (against === null) return null;
  const sources = new Map(benched.flatMap(({ baseSources }) => [...baseSources]));
  const packages = new Set(benched.flatMap(({ results }) => results.map((result) => result.package)));
  const notRun =
    'saved' in against && !signal.aborted ? against.saved.filter((each) => !packages.has(each.package)) : [];
  return {
    title: benched.find(({ title }) => title !== '')?.title ?? '',
    benchmarks: [...benched.flatMap(({ base }) => base), ...notRun],
    // A saved run has its timed loops with it: the sources may have changed since.
    textOf: (file) => sources.get(file) ?? null,
    isCut: signal.aborted,
    problems: benched.flatMap(({ problems }) => problems),
    rounds: new Map(benched.flatMap(({ rounds }) => [...rounds])),
  };
}

async function benchPackage(
  plan: BenchPlan,
  { importPath, directory }: ListedPackage,
  folder: string,
  decoded: Map<string, Profile>,
): Promise<Result<BenchedPackage>> {
  const { options, toolchain, out, observer, signal } = plan;
  const request = benchmarkRequest(options, toolchain, { directory, out: join(out, folder) });
  const control: RunControl = { ...runControl(observer, decoded, signal), keepsPartial: () => true };
  const benched = await measured(plan, importPath, folder, request, control);
  if (!benched.ok || options.leakRequest === undefined || signal.aborted) return benched;
  const leaks = await benchmarkLeaks({ ...request, keepsBinary: false }, control, options.leakRequest);
  if (!leaks.ok) return leaks;
  for (const problem of leaks.value.problems) observer.say(translated(problem));
  return ok({ ...benched.value, leaks: { ...leaks.value, package: importPath } });
}

async function measured(
  plan: BenchPlan,
  importPath: string,
  folder: string,
  request: BenchmarkRequest,
  control: RunControl,
): Promise<Result<BenchedPackage>> {
  const { options, out, against } = plan;
  if (against === null) return alone(request, control, { title: '', base: [], problems: [] });
  if ('ref' in against) {
    return benchAgainstRef(plan, request, control, { ref: against.ref, folder: join(out, 'base', folder) });
  }
  const saved = against.saved.filter((each) => each.package === importPath);
  return benchAgainstSaved(options, request, control, { title: against.title, saved });
}

/** What the options ask of a package. @param place its folder, and that of its profiles */
export function benchmarkRequest(
  options: BenchOptions,
  toolchain: GoToolchain,
  { directory, out }: { readonly directory: string; readonly out: string },
): BenchmarkRequest {
  return {
    toolchain,
    packageDirectory: directory,
    benchmarks: [{ pattern: options.bench }],
    kinds: options.profile,
    count: options.count,
    stopsWhenSettled: options.stopsWhenSettled,
    benchtime: options.benchtime,
    timeout: options.timeout,
    cpu: options.cpu,
    tags: options.tags,
    flags: options.flags,
    env: process.env,
    outputDirectory: out,
    keepsBinary: options.save !== undefined || options.why,
    namesModules: options.save !== undefined || options.against !== undefined,
    instructions: options.instructions,
    simulates: options.simulate,
    times: options.times,
    ...(options.counters ? { counters: options.events } : {}),
  };
}

/** @param decoded gets the profiles, by path */
export function runControl(
  observer: BenchObserver,
  decoded: Map<string, Profile>,
  signal: AbortSignal,
): RunControl {
  return {
    report: (event) => {
      if (event.is === 'profile') decoded.set(event.path, event.profile);
      if (event.is !== 'step') return;
      const { message, done, of } = event.step;
      observer.step(message, done, of);
    },
    signal,
  };
}

/** Only the working tree. */
async function alone(
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
  return ['', '0', 'false'].includes(CI.toLowerCase()) ? 0 : 12;
}

async function benchAgainstRef(
  { options, temporaryDirectory, signal }: BenchPlan,
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
async function benchAgainstSaved(
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
  return rounds.length < options.confirm && isSuspicious(gatePair(pair, rounds), options);
}

function noTests({ packages }: BenchOptions): Problem {
  return {
    code: 'no-test-files',
    template: 'None of the packages {0} has test files.',
    args: [packages.length === 0 ? '.' : packages.join(' ')],
  };
}
