import { runProcess } from '../toolchain/process.ts';

/** What was checked out. */
export interface Commit {
  readonly hash: string;
  /** The working tree differs from it; `null` where git took too long to say. */
  readonly dirty: boolean | null;
}

/** Looking at every file of a very large working tree takes longer than its answer is worth. */
const patienceMs = 5000;

/** The commit of the working tree that a folder is in; `null` outside of one, before the first commit or without git. */
export async function findCommit(directory: string, env: NodeJS.ProcessEnv): Promise<Commit | null> {
  const hash = (await git(directory, env, ['rev-parse', '--verify', '--quiet', 'HEAD']))?.trim();
  if (!hash) return null;
  // Without locks: the user's own git must not fail because of a question.
  const status = await git(directory, env, ['--no-optional-locks', 'status', '--porcelain']);
  return { hash, dirty: status === null ? null : status.trim() !== '' };
}

async function git(
  directory: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<string | null> {
  let stdout = '';
  const end = await runProcess({
    command: 'git',
    args,
    directory,
    env,
    signal: AbortSignal.timeout(patienceMs),
    onStdout: (text) => {
      stdout += text;
    },
  });
  return end.ok && end.value.exitCode === 0 ? stdout : null;
}
