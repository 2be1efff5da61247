import type { Result } from '../../base/result.ts';
import { type GitArguments, git } from './git.ts';
import type { Repository } from './repository.ts';

/** The commit that a working tree has checked out. */
export interface Commit {
  readonly hash: string;
  /** The working tree has changes. `null` if git did not say so in time. */
  readonly dirty: boolean | null;
}

/** Milliseconds. `git status` reads every file, which takes long in a very large working tree. */
const patience = 5000;

/** The commit of the working tree that a folder is in; `null` outside of one, before the first commit or without git. */
export async function findCommit(directory: string, env: NodeJS.ProcessEnv): Promise<Commit | null> {
  const ask = (args: GitArguments) => git(directory, args, { env, signal: AbortSignal.timeout(patience) });
  const head = await ask(['rev-parse', '--verify', '--quiet', 'HEAD']);
  const hash = head.ok ? head.value.trim() : '';
  if (hash === '') return null;
  const status = await ask(['status', '--porcelain']);
  return { hash, dirty: status.ok ? status.value.trim() !== '' : null };
}

/** Its message, the files that it changes, and how it changes them since its first parent. Problems: those of `git`. */
export function commitPatch({ top, env }: Repository, hash: string): Promise<Result<string>> {
  const how = ['--first-parent', '-m', '--stat', '--patch', '--no-ext-diff', '--no-textconv', '--no-color'];
  return git(top, ['log', '-1', '--format=fuller', ...how, hash], { env });
}
