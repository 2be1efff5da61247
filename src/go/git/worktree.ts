/**
 * A commit checked out for a while in a temporary folder, as a git worktree. It is removed whatever happens: when its
 * use ends, and where this process is killed, when the next one starts.
 */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, parse, relative, sep } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import { git } from './git.ts';
import type { Repository, ResolvedRef } from './repository.ts';

export interface Checkout {
  /** The worktree's folder, without symbolic links. */
  readonly top: string;
  /** The temporary folder it is in, for whatever goes with it. */
  readonly folder: string;
  /** What is not as it was at the commit, although the rest stands. */
  readonly problems: readonly Problem[];
}

const folderPrefix = 'pprof-lens-ref-';
/** Says whose folder it is and where its worktrees are registered. */
const ownerFile = 'owner.json';
/** So many folders above the working tree have their counterparts, for modules beside it. */
const mirroredFolders = 4;
/** Files of Git LFS that are looked at. */
const mostPointers = 100;
const longestPointer = 1024;
/** A process that has the number of a dead one does not keep its folder for ever. */
const longestUse = 7 * 24 * 3600 * 1000;

interface Registration {
  /** Working tree of the repository that knows the worktree. */
  readonly repository: string;
  readonly worktree: string;
}

export interface CheckoutRequest {
  readonly repository: Repository;
  readonly ref: ResolvedRef;
  /** Where a temporary folder is made. */
  readonly temporaryDirectory: string;
}

/**
 * Checks a commit out, hands it to `use`, and removes it. The user's index, branches, stash and working tree are not
 * touched, and no hook runs. Problems: `cannot-check-out`, `no-temporary-folder`, `no-git`, `cancelled`, and those of `use`.
 */
export async function withCheckout<T>(
  { repository, ref, temporaryDirectory }: CheckoutRequest,
  signal: AbortSignal,
  use: (checkout: Checkout) => Promise<Result<T>>,
): Promise<Result<T>> {
  let folder: string;
  try {
    folder = await realpath(await mkdtemp(join(temporaryDirectory, folderPrefix)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('no-temporary-folder', 'No temporary folder can be made in {0}: {1}', [
      temporaryDirectory,
      why,
    ]);
  }
  const trees = new Worktrees(folder, repository.env, signal);
  try {
    const top = join(folder, mirrored(repository.top));
    const added = await trees.add(repository.top, top, ref.hash);
    if (!added.ok) return named(added.problem, ref);
    return await use({ top, folder, problems: trees.problems });
  } finally {
    await trees.removeAll();
  }
}

/** The last parts of a path: `/home/u/go/shop` -> `home/u/go/shop`. */
function mirrored(top: string): string {
  const parts = relative(parse(top).root, top).split(sep).filter(Boolean);
  return parts.slice(-mirroredFolders).join(sep) || 'tree';
}

function named(problem: Problem, { title }: ResolvedRef): Result<never> {
  if (problem.code !== 'git-failed') return { ok: false, problem };
  return fail(
    'cannot-check-out',
    '{0} cannot be checked out: {1}',
    [title, ...problem.args],
    problem.details,
  );
}

/** The worktrees of one temporary folder: the repository's own and those of its submodules. */
class Worktrees {
  readonly problems: Problem[] = [];
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #signal: AbortSignal;
  readonly #registered: Registration[] = [];

  constructor(folder: string, env: NodeJS.ProcessEnv, signal: AbortSignal) {
    this.#folder = folder;
    this.#env = env;
    this.#signal = signal;
  }

  /** @param from working tree of the repository; @param to where the worktree goes */
  async add(from: string, to: string, hash: string): Promise<Result<null>> {
    // Written first: whoever finds this folder later can undo what was only begun.
    this.#registered.push({ repository: from, worktree: to });
    await writeFile(
      join(this.#folder, ownerFile),
      JSON.stringify({ pid: process.pid, worktrees: this.#registered }),
    );
    await mkdir(dirname(to), { recursive: true });
    const args = ['worktree', 'add', '--detach', '--quiet', to, hash];
    const added = await git({ directory: from, args, env: this.#env, signal: this.#signal });
    if (!added.ok) return added;
    await this.#lookForPointers(from, to);
    return this.#addSubmodules(from, to, hash);
  }

  /** Git LFS puts the files of a commit where pointers stand; where it is not set up for git, pointers stay. */
  async #lookForPointers(from: string, to: string): Promise<void> {
    const list = await this.#ask(to, ['ls-files', '-z', '--', ':(attr:filter=lfs)']);
    const paths = list.ok ? list.value.split('\0').filter(Boolean).slice(0, mostPointers) : [];
    for (const path of paths) {
      if (!(await isPointer(join(to, path))) || (await isPointer(join(from, path)))) continue;
      const template = '{0} is kept by Git LFS, and at this commit only its pointer is there.';
      this.problems.push(fail('lfs-pointer', template, [path]).problem);
      return;
    }
  }

  /** Submodules that the user has are checked out from there, as the commit wants them; nothing is downloaded. */
  async #addSubmodules(from: string, to: string, hash: string): Promise<Result<null>> {
    if (!(await exists(join(to, '.gitmodules')))) return ok(null);
    const list = await this.#ask(to, ['ls-tree', '-r', '-z', hash]);
    if (!list.ok) return list;
    for (const entry of list.value.split('\0')) {
      const [, commit, path] = /^160000 commit ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      if (commit === undefined || path === undefined) continue;
      const own = join(from, path);
      const added = (await exists(join(own, '.git'))) ? await this.add(own, join(to, path), commit) : null;
      if (added?.ok) continue;
      if (added?.problem.code === 'cancelled') return added;
      const { problem } = fail('no-submodule', 'The submodule {0} is not there at this commit.', [path]);
      this.problems.push(problem);
    }
    return ok(null);
  }

  #ask(directory: string, args: readonly string[]): Promise<Result<string>> {
    return git({ directory, args, env: this.#env, signal: this.#signal });
  }

  /** Also after a cancellation: that signal is not for these processes. */
  async removeAll(): Promise<void> {
    await removeFolder(this.#folder, this.#registered, this.#env);
  }
}

async function removeFolder(
  folder: string,
  registered: readonly Registration[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const unregister = async ({ repository, worktree }: Registration): Promise<boolean> => {
    // Twice `--force`: also what has changes (a benchmark may write files) and what is locked.
    const args = ['worktree', 'remove', '--force', '--force', worktree];
    return (await git({ directory: repository, args, env })).ok;
  };
  const innerFirst = [...registered].reverse();
  const left: Registration[] = [];
  for (const registration of innerFirst) if (!(await unregister(registration))) left.push(registration);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  // What git would not remove, submodules inside for one, it forgets once the folder is gone.
  for (const registration of left) await unregister(registration);
}

/**
 * Removes what processes that were killed have left behind. Never fails: what cannot be removed now waits for the next
 * time.
 */
export async function sweepCheckouts(temporaryDirectory: string, env: NodeJS.ProcessEnv): Promise<void> {
  const names = await readdir(temporaryDirectory).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = await realpath(join(temporaryDirectory, name)).catch(() => null);
    const owner = folder !== null && (await isOurs(folder)) ? await readOwner(folder) : null;
    if (folder === null || owner === null || (await isInUse(folder, owner.pid))) continue;
    await removeFolder(folder, owner.worktrees, env);
  }
}

/** Others use the system's temporary folder too, and what they write is no order to us. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found !== null && (process.getuid === undefined || found.uid === process.getuid());
}

async function isInUse(folder: string, pid: number): Promise<boolean> {
  const age = Date.now() - ((await stat(folder).catch(() => null))?.mtimeMs ?? 0);
  return age < longestUse && isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

interface Owner {
  readonly pid: number;
  readonly worktrees: readonly Registration[];
}

/** `null` where the folder does not say whose it is: then it is not ours to remove. */
async function readOwner(folder: string): Promise<Owner | null> {
  try {
    const owner: unknown = JSON.parse(await readFile(join(folder, ownerFile), 'utf8'));
    const { pid, worktrees }: { pid?: unknown; worktrees?: unknown } = Object(owner);
    if (typeof pid !== 'number' || !Array.isArray(worktrees)) return null;
    return { pid, worktrees: worktrees.flatMap((entry) => readRegistration(entry, folder) ?? []) };
  } catch {
    return null;
  }
}

/** Only worktrees inside the folder. */
function readRegistration(value: unknown, folder: string): Registration | null {
  const { repository, worktree }: { repository?: unknown; worktree?: unknown } = Object(value);
  if (typeof repository !== 'string' || typeof worktree !== 'string') return null;
  return worktree.startsWith(folder + sep) ? { repository, worktree } : null;
}

async function isPointer(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size > longestPointer) return false;
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.startsWith('version https://git-lfs.github.com/spec/');
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
