/** The runs of `pprof-lens bench`: one package after the other, each in turns with its older version if there is one. */

import { join } from 'node:path';
import { FileNames, fileNameOf } from '../../base/fileName.ts';
import { append } from '../../base/lists.ts';
import { ok, type Problem, type Result } from '../../base/result.ts';
import type { BenchmarkRequest } from '../../go/build/benchmarkRequest.ts';
import type { RunControl } from '../../go/build/runEvents.ts';
import { testBinary } from '../../go/build/testBinary.ts';
import { benchmarkLeaks } from '../../go/leaks/benchmarkLeaks.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { ListedPackage } from '../../go/toolchain/listPackages.ts';
import type { GoToolchain } from '../../go/toolchain/toolchain.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import { translated } from '../terminal/output.ts';
import type { BenchBase } from './benchBase.ts';
import type { BenchOptions } from './benchOptions.ts';
import { alone, type BenchedPackage, benchAgainstRef, benchAgainstSaved } from './benchPackage.ts';
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

/** These failures do not matter if other packages have results: the package has no such benchmark, or skips it. */
export const noBenchmark = ['matched-nothing', 'no-test-files', 'skipped'];
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

function noTests({ packages }: BenchOptions): Problem {
  return {
    code: 'no-test-files',
    template: 'None of the packages {0} has test files.',
    args: [packages.length === 0 ? '.' : packages.join(' ')],
  };
}
