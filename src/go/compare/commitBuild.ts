/** Builds a package as it is at a commit, which is checked out in a temporary folder meanwhile. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, type Problem, type Result, sentence } from '../../base/result.ts';
import { withMovedFiles } from '../../pprof/derive.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import { type Build, buildVersion, type Version } from '../build/build.ts';
import { buildNamingModules } from '../build/identity.ts';
import type { RunControl, RunEvent } from '../build/runEvents.ts';
import { type Checkout, withCheckout } from '../git/checkout.ts';
import { linkLocalModules } from '../git/localModules.ts';
import { inCheckout, type Repository, type ResolvedRef } from '../git/repository.ts';
import { readEditableSources } from '../sources/sourceRoots.ts';
import type { Timed } from '../time/timing.ts';

export interface CommitBase {
  readonly commit: ResolvedRef;
  readonly repository: Repository;
  /** The commit is checked out in a folder below this one. */
  readonly temporaryDirectory: string;
  /** The profiles of the base are written here. Made if it is missing. */
  readonly outputDirectory: string;
}

/** What others are compared with, built. */
export interface BaseBuild {
  readonly build: Build;
  /** The texts of the files that it was built from, by their paths in the working tree. Empty if they are those of the working tree. */
  readonly sources: ReadonlyMap<string, string>;
  /** What differs from what was asked for, although it can be compared. */
  readonly problems: readonly Problem[];
}

/**
 * Calls `work` with the commit's build, and returns when no worktree and no temporary folder is left. Problems:
 * `no-package-at-ref`, `no-benchmark-at-ref`, `ref-build-failed`; those of `withCheckout` and of `work`.
 *
 * @param version its request is that of the working tree
 */
export async function withCommit<T>(
  { commit, repository, temporaryDirectory }: CommitBase,
  version: Version,
  work: (base: BaseBuild) => Promise<Result<T>>,
): Promise<Result<T>> {
  const request = { repository, ref: commit, temporaryDirectory };
  return withCheckout(request, version.control.signal, async (checkout) => {
    const base = await buildCommit(commit, repository, version, checkout);
    return base.ok ? work(base.value) : base;
  });
}

async function buildCommit(
  commit: ResolvedRef,
  repository: Repository,
  version: Version,
  checkout: Checkout,
): Promise<Result<BaseBuild>> {
  const { control, steps } = version;
  const { toolchain, packageDirectory, tags = '' } = version.request;
  steps.build(l10n.t('Building the benchmark at {0}', commit.title));
  const directory = inCheckout(checkout.top, repository.prefix);
  if (!(await isDirectory(directory))) {
    return fail('no-package-at-ref', 'There is no package {0} at {1}, so there is nothing to compare with.', [
      repository.prefix,
      commit.title,
    ]);
  }
  const env = await linkLocalModules({ ...version.request, repository, checkout, signal: control.signal });
  if (!env.ok) return env;
  const moved = { from: checkout.top, to: userTop(packageDirectory, repository) };
  const build = await buildVersion({
    ...version,
    control: withUserFiles(control, moved),
    // They come with the sources, below.
    request: { ...version.request, packageDirectory: directory, env: env.value, namesModules: false },
    origin: { directory: packageDirectory, commit: commit.hash.slice(0, 7) },
  });
  if (!build.ok) return { ok: false, problem: buildProblemAt(build.problem, commit) };
  const { texts, modules } = await readEditableSources({ toolchain, directory, env: env.value, tags });
  const sources = new Map([...texts].map(([file, text]) => [inUserFiles(file, moved), text]));
  return {
    ok: true,
    value: { build: buildNamingModules(build.value, modules), sources, problems: checkout.problems },
  };
}

/** The folder of the working tree as the user knows it: its path may lead through symbolic links. */
function userTop(packageDirectory: string, repository: Repository): string {
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

function inUserFiles(file: string, { from, to }: MovedFolder): string {
  return file.startsWith(from) ? to + file.slice(from.length) : file;
}

/** Rewrites each profile of the checkout, so that it names the files of the working tree. */
function withUserFiles(control: RunControl, moved: MovedFolder): RunControl {
  return {
    ...control,
    report: (event) => (event.is === 'profile' ? rewritten(event) : control.report(event)),
  };

  async function rewritten(event: RunEvent & { readonly is: 'profile' }): Promise<void> {
    const profile = withMovedFiles(event.profile, moved.from, moved.to);
    await writeFile(event.path, encodeGzipped(profile));
    await control.report({ ...event, profile });
  }
}

/** Why the commit could not be built, from the problem of a build. */
function buildProblemAt(problem: Problem, { title }: ResolvedRef): Problem {
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
      return { ...atRef(problem, title), code: 'ref-build-failed' };
  }
}

/** Why the commit, or an older run, has no measurements of a selection, or not all. Empty if nothing is missing. */
export function missingAt({ results, problem }: Timed, name: string, title: string): Problem[] {
  if (problem?.code === 'matched-nothing') {
    const template = 'There is no {0} at {1}, so there is nothing to compare it with.';
    return [fail('no-benchmark-at-ref', template, [name, title]).problem];
  }
  const found = results.flatMap((result) => result.problems);
  return (found.length > 0 || problem === null ? found : [problem]).map((each) => atRef(each, title));
}

function atRef(problem: Problem, title: string): Problem {
  return { ...problem, template: 'At {0}: {1}', args: [title, sentence(problem)] };
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
