import { type GitArguments, git } from './git.ts';

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
