/** From the version that ran to the texts that it was built from, as far as git has them here. */
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../base/result.ts';
import type { VcsStamp } from '../../../go/binary/vcsStamp.ts';
import { findRepository, type Repository, type ResolvedRef } from '../../../go/git/repository.ts';
import { filesAt, textsAt } from '../../../go/git/textsAt.ts';
import { versionCommits } from '../../../go/git/versionCommit.ts';
import type { NamedFiles } from '../../../go/sources/namedFiles.ts';
import type { SourceRoots } from '../../../go/sources/sourcePaths.ts';
import { isBelow } from '../../../go/sources/sourceRoots.ts';
import { shortVersion } from '../../../go/stores/versions.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { HeldSources } from './heldSources.ts';
import { type NamedProgram, programOf, versionsIn } from './ranProgram.ts';
import type { RanSources } from './storesContext.ts';

export interface ProductionSources extends Omit<RanSources, 'roots' | 'unknownProgram'> {
  readonly unknownProgram: NamedProgram | null;
}

interface ProductionContext {
  /** In the working tree. */
  readonly folder: string;
  readonly roots: SourceRoots;
  readonly files: NamedFiles;
  readonly env: NodeJS.ProcessEnv;
  /** Git is asked only in a trusted workspace. */
  readonly isTrusted: boolean;
  readonly signal?: AbortSignal;
  /** Looks for the stamp of a program on this machine. */
  readonly findStamp: (program: NamedProgram) => Promise<VcsStamp | null>;
}

/** Git reads the files of each. */
const mostVersions = 32;

/**
 * The texts of the versions that ran. A file that differs between two of them has none: its line numbers mean both. Where no
 * version is known for certain, or its commit is not here, a file's text on the disk counts if it holds the profile's functions
 * on the lines that the profile names.
 */
export async function productionSources(
  profile: Profile,
  versions: readonly string[],
  context: ProductionContext,
): Promise<ProductionSources> {
  const { folder, roots, files, env, isTrusted, signal } = context;
  const held = new HeldSources(profile, roots);
  const asFile = (problems: readonly Problem[]): ProductionSources => ({
    snapshot: held.snapshot(new Map(), files.read),
    commits: [],
    problems,
    unknownProgram: null,
  });
  const named = versions.length > 0 ? versions : versionsIn(profile);
  if (!isTrusted) return asFile([]);
  const program = named.length > 0 ? null : programOf(profile);
  const stamp = program === null ? null : await context.findStamp(program);
  const ran = stamp === null ? named : [stamp.version];
  if (ran.length === 0) return { ...asFile([]), unknownProgram: program };
  const repository = await findRepository(folder, env, signal);
  if (!repository.ok) {
    return asFile(repository.problem.code === 'not-a-repository' ? [] : [repository.problem]);
  }
  if (ran.length > mostVersions) return asFile([manyVersions(ran.length)]);
  const found = await versionCommits(repository.value, ran, signal);
  if (!found.ok) return asFile([found.problem]);
  const commits: ResolvedRef[] = [];
  for (const [at, commit] of found.value.entries()) {
    if (typeof commit === 'string') {
      const { code, sentence } = unknownVersions[commit];
      return asFile([fail(code, sentence, [shortVersion(ran[at] ?? '')]).problem]);
    }
    commits.push(commit);
  }
  const top = namedTop(folder, repository.value);
  const read = await commonTexts(repository.value, commits, top, held, signal);
  if (!read.ok) return asFile([read.problem]);
  // Lines of a file that was changed before the build are lines of no commit: only functions that stand there say which.
  const isDirty = stamp?.isModified === true;
  const unwanted = isDirty ? ['no', 'unknown'] : ['no'];
  // A label can be wrong, and a tag can have been moved.
  const isOther = (file: string, source: string) => unwanted.includes(held.in(file, source) ?? '');
  const texts = new Map([...read.value].filter(([file, source]) => !isOther(file, source)));
  const others = [...read.value.keys()].filter((file) => !texts.has(file));
  const problems = others.length === 0 ? [] : [otherCode(commits, others, isDirty)];
  const notOfCommit = (file: string) =>
    isBelow(file, top)
      ? fail('not-of-commit', '{0} is not as it was at this commit.', [file])
      : files.read(file);
  const snapshot = held.snapshot(texts, notOfCommit);
  return { snapshot, commits: commits.map(({ title }) => title), problems, unknownProgram: null };
}

/** Why a label does not say for certain what ran: the code and the sentence of a problem. */
const unknownVersions = {
  branch: {
    code: 'branch-moves',
    sentence:
      '{0} is the name of a branch, and a branch moves: which of its commits ran is not known. Label what you deploy with the hash of its commit, or with a tag. Until then, lines show costs only in files where the profile’s functions stand where it says.',
  },
  several: {
    code: 'several-commits',
    sentence:
      '{0} names several commits of this clone: which of them ran is not known. Label what you deploy with a whole hash. Until then, lines show costs only in files where the profile’s functions stand where it says.',
  },
  none: {
    code: 'commit-not-here',
    sentence:
      'Commit {0} is not in this clone: fetch it. Until then, lines show costs only in files where the profile’s functions stand where it says.',
  },
} as const;

function manyVersions(count: number): Problem {
  return fail(
    'many-versions',
    '{0} versions ran in this time, and the code of at most {1} is compared. Choose one version, or a shorter time. Until then, lines show costs only in files where the profile’s functions stand where it says.',
    [count, mostVersions],
  ).problem;
}

/** Why files of a commit have no costs. @param isDirty the program was built with changes that were not committed */
function otherCode([commit]: readonly ResolvedRef[], files: readonly string[], isDirty: boolean): Problem {
  const args = [commit?.title ?? '', files.map((file) => path.basename(file)).join(', ')];
  return isDirty
    ? fail(
        'changed-code',
        'The program was built from commit {0} with changes that were not committed. Lines of {1} show no costs: it is not certain what stood there.',
        args,
      ).problem
    : fail(
        'other-code',
        'What ran is not commit {0}: {1} holds other functions there. Its lines show no costs.',
        args,
      ).problem;
}

/** The repository's top as the folder names it: git answers without symbolic links. */
function namedTop(folder: string, { prefix }: Repository): string {
  return prefix === '' ? path.resolve(folder) : path.resolve(folder, ...prefix.split('/').map(() => '..'));
}

/**
 * The files that the profile names, and what else their packages are built from: a file that is in no version would count as
 * new, and the code as changed since.
 */
function withPackages(files: readonly string[], isNamed: (file: string) => boolean): string[] {
  const named = new Set(files.filter(isNamed));
  const folders = new Set([...named].map((file) => path.posix.dirname(file)));
  const beside = (file: string) => file.endsWith('.go') && folders.has(path.posix.dirname(file));
  return [...named, ...files.filter((file) => !named.has(file) && beside(file))];
}

/** The texts that are the same at all of the commits, of those files that the profile names and of their packages. */
async function commonTexts(
  repository: Repository,
  commits: readonly ResolvedRef[],
  top: string,
  held: HeldSources,
  signal?: AbortSignal,
): Promise<Result<ReadonlyMap<string, string>>> {
  const absolute = (file: string) => path.join(top, ...file.split('/'));
  const [first, ...others] = commits;
  if (first === undefined) return ok(new Map());
  const all = await filesAt(repository, first.hash, signal);
  if (!all.ok) return all;
  const asked = withPackages(all.value, (file) => held.isNamed(absolute(file)));
  const read = await textsAt(repository, first.hash, asked, signal);
  if (!read.ok) return read;
  let common = [...read.value];
  for (const { hash } of others) {
    const other = await textsAt(repository, hash, asked, signal);
    if (!other.ok) return other;
    common = common.filter(([file, source]) => other.value.get(file) === source);
  }
  return ok(new Map(common.map(([file, source]) => [absolute(file), source])));
}
