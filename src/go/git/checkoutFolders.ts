/**
 * The temporary folders that commits are checked out in. Their mark says which worktrees are registered in which
 * repositories.
 */
import { resolve, sep } from 'node:path';
import { object, text, validItems } from '../../base/outsideValues.ts';
import {
  folderKinds,
  makeOwnFolder,
  removeOwnFolder,
  sweepOwnFolders,
  temporaryRoot,
  writeMark,
} from '../toolchain/ownFolders.ts';
import { git } from './git.ts';

export interface Registration {
  /** A working tree of the repository in which the worktree is registered. */
  readonly repository: string;
  readonly worktree: string;
}

/** Makes a new folder and returns its path without symbolic links. Throws where the file system refuses. */
export function makeCheckoutFolder(temporaryDirectory: string): string {
  return makeOwnFolder(folderKinds.checkout, temporaryDirectory, { worktrees: [] });
}

/** Writes down that this process uses the folder, and which worktrees are in it. */
export function writeOwner(folder: string, worktrees: readonly Registration[]): void {
  writeMark(folder, { worktrees });
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
  await removeOwnFolder(folder);
  // Git refuses some worktrees, those with submodules for example, as long as their folder exists.
  for (const registration of left) await unregister(registration);
}

const registrations = object<{ worktrees: readonly Registration[] }>({
  worktrees: validItems(object<Registration>({ repository: text, worktree: text })),
});

/** Removes the checkouts of processes that were killed. Runs git, so only for a workspace that is trusted. Never fails. */
export async function sweepCheckouts(env: NodeJS.ProcessEnv, parent = temporaryRoot()): Promise<void> {
  const prefixes = [folderKinds.checkout];
  await sweepOwnFolders({ parent, prefixes }, registrations, async (folder, { worktrees }) => {
    const inside = worktrees.filter(({ worktree }) => resolve(worktree).startsWith(folder + sep));
    await removeCheckoutFolder(folder, inside, env);
  });
}
