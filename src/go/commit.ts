import type { BenchmarkRun } from './benchmarkRun.ts';
import { runProcess } from './process.ts';

/** What was checked out. */
export interface Commit {
  readonly hash: string;
  /** The working tree differs from it; `null` where git took too long to say. */
  readonly dirty: boolean | null;
}

/** The run with the commit it was built from, as `git describe --always --dirty` writes it. */
export function fromCommit(run: BenchmarkRun, commit: Commit | null): BenchmarkRun {
  return commit === null ? run : { ...run, commit: commitText(commit) };
}

/** `1a2b3c4`, or `1a2b3c4-dirty` where the working tree differed. */
export function commitText({ hash, dirty }: Commit): string {
  return `${hash.slice(0, 7)}${dirty === true ? '-dirty' : ''}`;
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
