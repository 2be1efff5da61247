/**
 * The temporary folders that commits are checked out in. Their mark says which worktrees are registered in which
 * repositories.
 */
import { resolve, sep } from 'node:path';
import { object, type Read, text, validItems } from '../../base/outsideValues.ts';
import { folderKinds, removeOwnFolder, sweepOwnFolders, temporaryRoot } from '../toolchain/ownFolders.ts';
import { git } from './git.ts';

/** A worktree, and a working tree of the repository in which it is registered. */
const registration = object({ repository: text, worktree: text });
const registrations = object({ worktrees: validItems(registration) });

export type Registration = Read<typeof registration>;

/** Removes the worktrees from their repositories, and the folder with everything in it. Never fails. */
export async function removeCheckoutFolder(
  folder: string,
  registered: readonly Registration[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const unregister = async ({ repository, worktree }: Registration): Promise<boolean> => {
    // `--force` twice: also a worktree with changes (a benchmark may write files), and one that is locked.
    const args = ['worktree', 'remove', '--force', '--force', worktree] as const;
    return (await git(repository, args, { env })).ok;
  };
  // The worktrees of submodules are inside that of the repository, so they go first.
  const innerFirst = [...registered].reverse();
  const left: Registration[] = [];
  for (const registration of innerFirst) if (!(await unregister(registration))) left.push(registration);
  await removeOwnFolder(folder);
  // Git refuses some worktrees, those with submodules for example, as long as their folder exists.
  for (const registration of left) await unregister(registration);
}

/** Removes the checkouts of processes that were killed. Runs git, so only for a workspace that is trusted. Never fails. */
export async function sweepCheckouts(env: NodeJS.ProcessEnv, parent = temporaryRoot()): Promise<void> {
  const prefixes = [folderKinds.checkout];
  await sweepOwnFolders({ parent, prefixes }, registrations, async (folder, { worktrees }) => {
    const inside = worktrees.filter(({ worktree }) => resolve(worktree).startsWith(folder + sep));
    await removeCheckoutFolder(folder, inside, env);
  });
}
