/**
 * The working tree's benchmarks against those of a commit: both built, timed in turns, then profiled. The commit is
 * checked out in a temporary folder for as long as that takes.
 */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { encodeGzipped } from '../../pprof/encode.ts';
import { withMovedFiles } from '../../pprof/movedFiles.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Problem, type Result, sentence } from '../../result.ts';
import { type Checkout, withCheckout } from '../git/checkout.ts';
import { linkLocalModules } from '../git/localModules.ts';
import { inCheckout, type Repository, type ResolvedRef } from '../git/repository.ts';
import { readEditableSources } from '../sources/sourceRoots.ts';
import type { BenchmarkResult, ProfileHooks } from './benchmarkResult.ts';
import { buildRun, removeBuild } from './buildRun.ts';
import type { BenchmarkSelection } from './passes.ts';
import { earlier, profileInTurns } from './profileInTurns.ts';
import type { Draft, Run } from './run.ts';
import type { Timed } from './timeBenchmarks.ts';
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
  /** Where the commit is checked out for a while. */
  readonly temporaryDirectory: string;
}

/**
 * Runs all of it and answers when no process, no worktree and no temporary folder is left; `base` is the commit.
 * Problems: those of `profileBenchmarks` for the working tree; `no-package-at-ref`, `ref-build-failed`, those of
 * `withCheckout`.
 */
export async function profileAgainst(
  request: AgainstRequest,
  hooks: TwoBuildsHooks,
): Promise<TwoBuildsOutcome> {
  return withTwoBuilds(request, hooks, 3, async ({ selections, shared, written, baseWritten }) => {
    shared.steps.next(l10n.t('Building the benchmark'));
    // First what the user is working on: it is the likelier one not to build.
    const now = await buildRun({ ...shared, request, written, title: '' });
    if (!now.ok) return now;
    const outcome = await withCheckout(request, hooks.signal, async (checkout) => {
      const base = await buildBase({ ...shared, request, written: baseWritten }, checkout);
      if (!base.ok) return base;
      return compareRuns(selections, now.value, base.value, request, hooks);
    });
    if (outcome.ok) await removeBuild(now.value);
    return outcome;
  });
}

interface Base {
  readonly run: Run;
  readonly checkout: Checkout;
  readonly files: MovedFiles;
  readonly sources: ReadonlyMap<string, string>;
}

async function buildBase(
  shared: Pick<Run, 'hooks' | 'benchtime' | 'steps' | 'written'> & { readonly request: AgainstRequest },
  checkout: Checkout,
): Promise<Result<Base>> {
  const { request, hooks, steps } = shared;
  const { repository, ref, toolchain } = request;
  steps.next(l10n.t('Building the benchmark at {0}', ref.title));
  const packageDirectory = inCheckout(checkout.top, repository.prefix);
  if (!(await isDirectory(packageDirectory))) {
    return fail('no-package-at-ref', 'There is no package {0} at {1}, so there is nothing to compare with.', [
      repository.prefix,
      ref.title,
    ]);
  }
  const env = await linkLocalModules({ ...request, checkout, signal: hooks.signal });
  if (!env.ok) return env;
  const files = { from: checkout.top, to: userTop(request) };
  const run = await buildRun({
    ...shared,
    hooks: { ...hooks, profileTaken: (path, profile) => moveFiles(path, profile, files, hooks) },
    request: {
      ...request,
      packageDirectory,
      env: env.value,
      outputDirectory: request.baseOutputDirectory,
    },
    title: ref.title,
  });
  if (!run.ok) return { ok: false, problem: atRef(run.problem, ref) };
  const query = { toolchain, directory: packageDirectory, env: env.value, tags: request.tags ?? '' };
  return ok({ run: run.value, checkout, files, sources: await readEditableSources(query) });
}

/** Why there is no binary of the commit. */
function atRef(problem: Problem, { title }: ResolvedRef): Problem {
  switch (problem.code) {
    case 'cancelled':
    case 'cannot-start':
      return problem;
    case 'build-failed':
      return {
        ...problem,
        code: 'ref-build-failed',
        template: 'The benchmark does not build at {0}: {1}',
        args: [title, ...problem.args],
      };
    case 'no-test-files':
      return fail(
        'no-benchmark-at-ref',
        'The package has no tests at {0}, so there is nothing to compare with.',
        [title],
      ).problem;
    default:
      return {
        ...problem,
        code: 'ref-build-failed',
        template: 'At {0}: {1}',
        args: [title, sentence(problem)],
      };
  }
}

async function compareRuns(
  selections: readonly BenchmarkSelection[],
  now: Run,
  base: Base,
  request: AgainstRequest,
  hooks: TwoBuildsHooks,
): Promise<Result<ComparedResults>> {
  const { ref } = request;
  const asBase = (draft: Draft): BenchmarkResult => ({
    ...earlier(draft),
    directory: request.packageDirectory,
    commit: ref.hash.slice(0, 7),
  });
  const profiled = await profileInTurns(selections, now, base.run, {
    baseTimed: (draft) => hooks.baseTimed?.(asBase(draft)),
    missing: (timed, name) => whatIsMissing(timed, name, ref),
  });
  if (!profiled.ok) return profiled;
  const { drafts, baseDrafts } = profiled.value;
  await base.run.written.remove(base.run.buildFolder);
  const { from, to } = base.files;
  const moved = (file: string) => (file.startsWith(from) ? to + file.slice(from.length) : file);
  return ok({
    results: drafts,
    base: baseDrafts.map(asBase),
    baseSources: new Map([...base.sources].map(([file, text]) => [moved(file), text])),
    problems: [...base.checkout.problems, ...profiled.value.problems],
  });
}

/** Why the commit has no results, or not all. */
function whatIsMissing({ drafts, problem }: Timed, name: string, { title }: ResolvedRef): Problem[] {
  if (problem?.code === 'matched-nothing') {
    return [
      fail('no-benchmark-at-ref', 'There is no {0} at {1}, so there is nothing to compare it with.', [
        name,
        title,
      ]).problem,
    ];
  }
  const found = drafts.flatMap((draft) => draft.problems);
  return (found.length > 0 ? found : problem === null ? [] : [problem]).map((each) => ({
    ...each,
    template: 'At {0}: {1}',
    args: [title, sentence(each)],
  }));
}

/** The working tree's folder as the user calls it, perhaps through symbolic links. */
function userTop({ packageDirectory, repository }: AgainstRequest): string {
  const end = inCheckout('', repository.prefix);
  if (end === '') return packageDirectory;
  const ending = join('/', end);
  return packageDirectory.endsWith(ending) ? packageDirectory.slice(0, -ending.length) : repository.top;
}

/** The folder that the commit was built in, and the same folder where the reader has it. */
interface MovedFiles {
  readonly from: string;
  readonly to: string;
}

/** Rewrites a profile so that it names files where the reader has them. */
async function moveFiles(
  path: string,
  profile: Profile,
  { from, to }: MovedFiles,
  hooks: ProfileHooks,
): Promise<void> {
  const moved = withMovedFiles(profile, from, to);
  await writeFile(path, encodeGzipped(moved));
  await hooks.profileTaken?.(path, moved);
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
