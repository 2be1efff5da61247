/**
 * Compares the benchmarks of the working tree with those of a commit. Both are built, measured in turns and profiled.
 * Meanwhile the commit is checked out in a temporary folder.
 */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { encodeGzipped } from '../../pprof/encode.ts';
import { withMovedFiles } from '../../pprof/movedFiles.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Result } from '../../result.ts';
import type { BenchmarkSelection, ProfileHooks } from '../build/benchmarkRequest.ts';
import { type Build, buildVersion, removeBuild, type Version } from '../build/build.ts';
import { withLayouts } from '../build/layouts.ts';
import { type Checkout, withCheckout } from '../git/checkout.ts';
import { linkLocalModules } from '../git/localModules.ts';
import { inCheckout, type Repository, type ResolvedRef } from '../git/repository.ts';
import type { BenchmarkResult, ResultDraft } from '../results/benchmarkResult.ts';
import { readEditableSources } from '../sources/sourceRoots.ts';
import { earlier, profileInTurns } from './profileInTurns.ts';
import { buildProblemAt, missingAt } from './refProblems.ts';
import {
  type ComparedResults,
  type TwoBuildsHooks,
  type TwoBuildsOutcome,
  type TwoBuildsRequest,
  withTwoBuilds,
} from './twoBuilds.ts';

export interface AgainstRequest extends TwoBuildsRequest {
  readonly repository: Repository;
  readonly ref: ResolvedRef;
  /** The commit is checked out in a folder below this one. */
  readonly temporaryDirectory: string;
}

/**
 * Returns when no process, no worktree and no temporary folder is left. The base is the commit. Problems: those of
 * `profileBenchmarks` for the working tree; `no-package-at-ref`, `no-benchmark-at-ref`, `ref-build-failed`; those of
 * `withCheckout`.
 */
export async function profileAgainst(
  request: AgainstRequest,
  hooks: TwoBuildsHooks,
): Promise<TwoBuildsOutcome> {
  return withTwoBuilds(request, hooks, 3, async ({ selections, shared, written, baseWritten }) => {
    shared.steps.build(l10n.t('Building the benchmark'));
    // The working tree is built first: it is being worked on, so it is more likely not to build.
    const now = await buildVersion({ ...shared, request, written, title: '' });
    if (!now.ok) return now;
    const outcome = await withCheckout(request, hooks.signal, async (checkout) => {
      const base = await buildBase({ ...shared, request, written: baseWritten }, checkout);
      if (!base.ok) return base;
      return profileBoth(selections, now.value, base.value, request, hooks);
    });
    if (outcome.ok) await removeBuild(now.value);
    return outcome;
  });
}

/** The commit, built. */
interface Base {
  readonly build: Build;
  readonly checkout: Checkout;
  readonly moved: MovedFolder;
  /** The texts it was built from, by their paths in the checkout. */
  readonly sources: ReadonlyMap<string, string>;
}

async function buildBase(
  version: Omit<Version, 'request' | 'title'> & { readonly request: AgainstRequest },
  checkout: Checkout,
): Promise<Result<Base>> {
  const { request, hooks, steps } = version;
  const { repository, ref, toolchain } = request;
  steps.build(l10n.t('Building the benchmark at {0}', ref.title));
  const packageDirectory = inCheckout(checkout.top, repository.prefix);
  if (!(await isDirectory(packageDirectory))) {
    return fail('no-package-at-ref', 'There is no package {0} at {1}, so there is nothing to compare with.', [
      repository.prefix,
      ref.title,
    ]);
  }
  const env = await linkLocalModules({ ...request, checkout, signal: hooks.signal });
  if (!env.ok) return env;
  const moved = { from: checkout.top, to: userTop(request) };
  const build = await buildVersion({
    ...version,
    hooks: { ...hooks, profileTaken: (path, profile) => moveFiles(path, profile, moved, hooks) },
    request: {
      ...request,
      packageDirectory,
      env: env.value,
      outputDirectory: request.baseOutputDirectory,
    },
    title: ref.title,
  });
  if (!build.ok) return { ok: false, problem: buildProblemAt(build.problem, ref) };
  const query = { toolchain, directory: packageDirectory, env: env.value, tags: request.tags ?? '' };
  return ok({ build: build.value, checkout, moved, sources: await readEditableSources(query) });
}

async function profileBoth(
  selections: readonly BenchmarkSelection[],
  now: Build,
  base: Base,
  request: AgainstRequest,
  hooks: TwoBuildsHooks,
): Promise<Result<ComparedResults>> {
  const { ref, packageDirectory } = request;
  const asBase = (result: ResultDraft): BenchmarkResult => ({
    ...earlier(result),
    directory: packageDirectory,
    commit: ref.hash.slice(0, 7),
  });
  const laidOut = await withLayouts(now, base.build);
  if (!laidOut.ok) return laidOut;
  const profiled = await profileInTurns(selections, laidOut.value.now, laidOut.value.base, {
    baseTimed: (result) => hooks.baseTimed?.(asBase(result)),
    missing: (timed, name) => missingAt(timed, name, ref),
    again: hooks.again,
  });
  if (!profiled.ok) return profiled;
  const { results, baseResults } = profiled.value;
  await base.build.written.remove(base.build.folder);
  const { from, to } = base.moved;
  const moved = (file: string) => (file.startsWith(from) ? to + file.slice(from.length) : file);
  return ok({
    results,
    base: baseResults.map(asBase),
    baseSources: new Map([...base.sources].map(([file, text]) => [moved(file), text])),
    problems: [...base.checkout.problems, ...laidOut.value.problems, ...profiled.value.problems],
    rounds: profiled.value.rounds,
  });
}

/** The folder of the working tree as the user knows it: its path may lead through symbolic links. */
function userTop({ packageDirectory, repository }: AgainstRequest): string {
  const end = inCheckout('', repository.prefix);
  if (end === '') return packageDirectory;
  const ending = join('/', end);
  return packageDirectory.endsWith(ending) ? packageDirectory.slice(0, -ending.length) : repository.top;
}

/** The folder of the checkout, and the same folder in the user's working tree. */
interface MovedFolder {
  readonly from: string;
  readonly to: string;
}

/** Rewrites a profile of the checkout, so that it names the files of the working tree. */
async function moveFiles(
  path: string,
  profile: Profile,
  { from, to }: MovedFolder,
  hooks: ProfileHooks,
): Promise<void> {
  const moved = withMovedFiles(profile, from, to);
  await writeFile(path, encodeGzipped(moved));
  await hooks.profileTaken?.(path, moved);
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
