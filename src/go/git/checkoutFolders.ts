/**
 * The temporary folders that commits are checked out in. Each has a file that says which process uses it and which
 * worktrees are registered in which repositories. With it a later process can remove what a killed one has left.
 */
import { mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { number, object, text, validItems } from '../../outsideValues.ts';
import { git } from './git.ts';

const folderPrefix = 'pprof-lens-ref-';
const ownerFile = 'owner.json';
/** Milliseconds. The number of a dead process may be given to another one, so a folder this old counts as left behind. */
const longestUse = 7 * 24 * 3600 * 1000;

export interface Registration {
  /** A working tree of the repository in which the worktree is registered. */
  readonly repository: string;
  readonly worktree: string;
}

/** Makes a new folder and returns its path without symbolic links. Rejects where the file system refuses. */
export async function makeCheckoutFolder(temporaryDirectory: string): Promise<string> {
  return realpath(await mkdtemp(join(temporaryDirectory, folderPrefix)));
}

/** Writes down that this process uses the folder, and which worktrees are in it. */
export async function writeOwner(folder: string, worktrees: readonly Registration[]): Promise<void> {
  await writeFile(join(folder, ownerFile), JSON.stringify({ pid: process.pid, worktrees }));
}

/** Removes the worktrees from their repositories, and the folder with everything in it. Never fails. */
export async function removeCheckoutFolder(
  folder: string,
  registered: readonly Registration[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const unregister = async ({ repository, worktree }: Registration): Promise<boolean> => {
    // `--force` twice: also a worktree with changes (a benchmark may write files), and one that is locked.
    const args = ['worktree', 'remove', '--force', '--force', worktree] as const;
    return (await git({ directory: repository, args, env })).ok;
  };
  // The worktrees of submodules are inside that of the repository, so they go first.
  const innerFirst = [...registered].reverse();
  const left: Registration[] = [];
  for (const registration of innerFirst) if (!(await unregister(registration))) left.push(registration);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  // Git refuses some worktrees, those with submodules for example, as long as their folder exists.
  for (const registration of left) await unregister(registration);
}

/** Removes the folders of processes that were killed. Never fails: what cannot be removed now is tried again the next time. */
export async function sweepCheckouts(temporaryDirectory: string, env: NodeJS.ProcessEnv): Promise<void> {
  const names = await readdir(temporaryDirectory).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = await realpath(join(temporaryDirectory, name)).catch(() => null);
    const owner = folder !== null && (await isOurs(folder)) ? await readOwner(folder) : null;
    if (folder === null || owner === null || (await isInUse(folder, owner.pid))) continue;
    await removeCheckoutFolder(folder, owner.worktrees, env);
  }
}

/** Other users write to the system's temporary folder too. Their files must not decide what is removed. */
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
    // EPERM: the process exists, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

interface Owner {
  readonly pid: number;
  readonly worktrees: readonly Registration[];
}

const owner = object<Owner>({
  pid: number,
  worktrees: validItems(object<Registration>({ repository: text, worktree: text })),
});

/** `null` if the folder does not say who owns it: then it is not ours to remove. */
async function readOwner(folder: string): Promise<Owner | null> {
  try {
    const read = owner(JSON.parse(await readFile(join(folder, ownerFile), 'utf8')));
    if (read === undefined) return null;
    const inside = read.worktrees.filter(({ worktree }) => worktree.startsWith(folder + sep));
    return { pid: read.pid, worktrees: inside };
  } catch {
    return null;
  }
}
