/** Checks a commit out for a while: as a git worktree in a temporary folder that is removed when its use ends. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, parse, relative, sep } from 'node:path';
import { errorText, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { folderKinds, makeOwnFolder, writeMark } from '../toolchain/ownFolders.ts';
import { type Registration, removeCheckoutFolder } from './checkoutFolders.ts';
import { type GitArguments, git } from './git.ts';
import type { Repository, ResolvedRef } from './repository.ts';

export interface Checkout {
  /** The folder of the worktree, without symbolic links. */
  readonly top: string;
  /** The temporary folder around it. Modules beside the working tree get their counterparts here. */
  readonly folder: string;
  /** What differs from the commit, although the checkout can be used. */
  readonly problems: readonly Problem[];
}

export interface CheckoutRequest {
  readonly repository: Repository;
  readonly ref: ResolvedRef;
  readonly temporaryDirectory: string;
}

/** How many folders of the working tree's path the checkout repeats, so that relative paths to modules beside it still fit. */
const mirroredFolders = 4;
/** At most so many files of Git LFS are looked at. */
const mostPointers = 100;
/** Bytes. */
const longestPointer = 1024;

/**
 * Checks a commit out, calls `use` with it, and removes it. The user's index, branches, stash and working tree stay as
 * they are, and no hook runs. Problems: `cannot-check-out`, `no-temporary-folder`, `no-git`, `cancelled`, and those of
 * `use`.
 */
export async function withCheckout<T>(
  { repository, ref, temporaryDirectory }: CheckoutRequest,
  signal: AbortSignal,
  use: (checkout: Checkout) => Promise<Result<T>>,
): Promise<Result<T>> {
  let folder: string;
  try {
    folder = makeOwnFolder(folderKinds.checkout, temporaryDirectory, { worktrees: [] });
  } catch (error) {
    const why = errorText(error);
    const template = 'No temporary folder can be made in {0}: {1}';
    return fail('no-temporary-folder', template, [temporaryDirectory, why]);
  }
  const trees = new Worktrees(folder, repository.env, signal);
  try {
    const top = join(folder, lastFolders(repository.top));
    const added = await trees.add(repository.top, top, ref.hash);
    if (!added.ok) return cannotCheckOut(added.problem, ref);
    return await use({ top, folder, problems: trees.problems });
  } finally {
    await trees.removeAll();
  }
}

/** The last folders of a path: `/home/u/go/src/shop` -> `u/go/src/shop`. */
function lastFolders(top: string): string {
  const parts = relative(parse(top).root, top).split(sep).filter(Boolean);
  return parts.slice(-mirroredFolders).join(sep) || 'tree';
}

function cannotCheckOut(problem: Problem, { title }: ResolvedRef): Result<never> {
  if (problem.code !== 'git-failed') return { ok: false, problem };
  const template = '{0} cannot be checked out: {1}';
  return fail('cannot-check-out', template, [title, ...problem.args], problem.details);
}

/** The worktrees in one temporary folder: that of the repository and those of its submodules. */
class Worktrees {
  readonly problems: Problem[] = [];
  readonly #registered: Registration[] = [];

  constructor(
    private readonly folder: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly signal: AbortSignal,
  ) {}

  /** @param from working tree of the repository; @param to where the worktree goes */
  async add(from: string, to: string, hash: string): Promise<Result<null>> {
    // Written down before the worktree exists: if this process is killed in between, a later one can still undo it.
    this.#registered.push({ repository: from, worktree: to });
    writeMark(this.folder, { worktrees: this.#registered });
    await mkdir(dirname(to), { recursive: true });
    const added = await this.#ask(from, ['worktree', 'add', '--detach', '--quiet', to, hash]);
    if (!added.ok) return added;
    await this.#lookForPointers(from, to);
    return this.#addSubmodules(from, to, hash);
  }

  /**
   * Git LFS keeps a file elsewhere and a pointer to it in the commit. A checkout gets the file, but only if LFS is set up
   * for git. Reports the first file that is still a pointer here and is not one in the user's working tree.
   */
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

  /** Adds the submodules that the user has, at the commits that this commit names. Nothing is downloaded. */
  async #addSubmodules(from: string, to: string, hash: string): Promise<Result<null>> {
    if (!existsSync(join(to, '.gitmodules'))) return ok(null);
    const list = await this.#ask(to, ['ls-tree', '-r', '-z', hash]);
    if (!list.ok) return list;
    for (const line of list.value.split('\0')) {
      const [, commit, path] = /^160000 commit ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      if (commit === undefined || path === undefined) continue;
      const own = join(from, path);
      const added = existsSync(join(own, '.git')) ? await this.add(own, join(to, path), commit) : null;
      if (added?.ok) continue;
      if (added?.problem.code === 'cancelled') return added;
      const { problem } = fail('no-submodule', 'The submodule {0} is not there at this commit.', [path]);
      this.problems.push(problem);
    }
    return ok(null);
  }

  #ask(directory: string, args: GitArguments): Promise<Result<string>> {
    return git(directory, args, { env: this.env, signal: this.signal });
  }

  /** Ignores the signal: after a cancellation the worktrees must be removed as well. */
  removeAll(): Promise<void> {
    return removeCheckoutFolder(this.folder, this.#registered, this.env);
  }
}

async function isPointer(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size > longestPointer) return false;
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.startsWith('version https://git-lfs.github.com/spec/');
}
