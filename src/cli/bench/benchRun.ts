/** The runs of `pprof-lens bench`: one package after the other, each in turns with its older version if there is one. */
import { join } from 'node:path';
import { findRepository, resolveRef } from '../../go/git/repository.ts';
import type { BenchmarkResult } from '../../go/run/benchmarkResult.ts';
import { profileAgainst } from '../../go/run/profileAgainst.ts';
import { profileBenchmarks } from '../../go/run/profileBenchmarks.ts';
import type { ProfileRequest, RunStep } from '../../go/run/profileRequest.ts';
import type { ComparedResults } from '../../go/run/twoBuilds.ts';
import type { ListedPackage } from '../../go/toolchain/listPackages.ts';
import type { GoToolchain } from '../../go/toolchain/toolchain.ts';
import type { Profile } from '../../pprof/profile.ts';
import { ok, type Problem, type Result } from '../../result.ts';
import type { BenchOptions } from './benchOptions.ts';

export interface BenchPlan {
  readonly packages: readonly ListedPackage[];
  readonly options: BenchOptions;
  readonly toolchain: GoToolchain;
  /** Folder for the profiles. */
  readonly out: string;
  /** The git ref to compare with. */
  readonly ref: string | null;
  readonly temporaryDirectory: string;
  readonly signal: AbortSignal;
}

export interface BenchedPackages {
  readonly results: readonly BenchmarkResult[];
  /** Results of the ref, and problems of the benchmarks that have no counterpart there. */
  readonly base: readonly BenchmarkResult[];
  readonly baseProblems: readonly Problem[];
  /** The texts that the ref was built from, by their paths in the working tree. */
  readonly baseSources: ReadonlyMap<string, string>;
  /** The profiles, as they were read when they were taken, by path. */
  readonly decoded: ReadonlyMap<string, Profile>;
  /** The ref with its commit; empty without one. */
  readonly refTitle: string;
  /** The failure of a benchmark or package, if others have results. */
  readonly failure: Problem | null;
}

/** These failures do not matter if other packages have results: the package has no such benchmark. */
const noBenchmark = ['matched-nothing', 'no-test-files'];

/** Runs the benchmarks of all packages. It fails if no package has a result. */
export async function benchPackages(plan: BenchPlan): Promise<Result<BenchedPackages>> {
  const { packages, options } = plan;
  const tested = packages.length > 1 ? packages.filter(({ hasTests }) => hasTests) : packages;
  const results: BenchmarkResult[] = [];
  const base: BenchmarkResult[] = [];
  const baseProblems: Problem[] = [];
  const baseSources = new Map<string, string>();
  const decoded = new Map<string, Profile>();
  const failures: Problem[] = [];
  let refTitle = '';
  for (const each of tested) {
    const outcome = await benchPackage(plan, each, tested.length > 1, decoded);
    if (outcome.ok) {
      results.push(...outcome.value.results);
      base.push(...outcome.value.base);
      baseProblems.push(...outcome.value.problems);
      for (const [file, text] of outcome.value.baseSources) baseSources.set(file, text);
      refTitle = outcome.value.refTitle;
    } else if (outcome.problem.code === 'cancelled') return outcome;
    else failures.push(outcome.problem);
  }
  failures.push(
    ...results.flatMap((result) => result.problems.filter(({ code }) => /^benchmark-/.test(code))),
  );
  const failure = failures.find(({ code }) => !noBenchmark.includes(code)) ?? failures[0] ?? null;
  if (results.length === 0 && failure) return { ok: false, problem: failure };
  if (results.length === 0) return { ok: false, problem: noTests(options) };
  const matters = failure !== null && !noBenchmark.includes(failure.code);
  return ok({
    results,
    base,
    baseProblems,
    baseSources,
    decoded,
    refTitle,
    failure: matters ? failure : null,
  });
}

async function benchPackage(
  { options, toolchain, out, ref, temporaryDirectory, signal }: BenchPlan,
  { importPath, directory }: ListedPackage,
  isOneOfMany: boolean,
  decoded: Map<string, Profile>,
): Promise<Result<ComparedResults & { readonly refTitle: string }>> {
  const folder = isOneOfMany ? importPath.replace(/[^\w.-]+/g, '_') : '';
  const request: ProfileRequest = {
    toolchain,
    packageDirectory: directory,
    benchmarks: [{ pattern: options.bench }],
    kinds: options.kinds,
    count: options.count,
    benchtime: options.benchtime,
    cpu: options.cpu,
    tags: options.tags,
    flags: [],
    env: process.env,
    outputDirectory: join(out, folder),
  };
  const hooks = {
    output: () => undefined,
    progress: ({ message, done, of }: RunStep) =>
      void process.stderr.write(`[${done + 1}/${of}] ${message}\n`),
    profileTaken: (path: string, profile: Profile) => void decoded.set(path, profile),
    signal,
  };
  if (ref === null) {
    const outcome = await profileBenchmarks(request, hooks);
    if (!outcome.ok) return outcome;
    return ok({ results: outcome.value, base: [], baseSources: new Map(), problems: [], refTitle: '' });
  }
  const repository = await findRepository(directory, process.env, signal);
  if (!repository.ok) return repository;
  const resolved = await resolveRef(repository.value, ref, signal);
  if (!resolved.ok) return resolved;
  const outcome = await profileAgainst(
    {
      ...request,
      repository: repository.value,
      ref: resolved.value,
      baseOutputDirectory: join(out, 'base', folder),
      temporaryDirectory,
    },
    hooks,
  );
  return outcome.ok ? ok({ ...outcome.value, refTitle: resolved.value.title }) : outcome;
}

function noTests({ packages }: BenchOptions): Problem {
  return {
    code: 'no-test-files',
    template: 'None of the packages {0} has test files.',
    args: [packages.length === 0 ? '.' : packages.join(' ')],
  };
}
