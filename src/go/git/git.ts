/** Runs the git command without changing the user's repository and without running its hooks. */
import { devNull } from 'node:os';
import { fail, ok, type Result } from '../../result.ts';
import { captureProcess } from '../toolchain/process.ts';

export interface GitRequest {
  readonly directory: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Git sets these for its hooks. With them git would answer about another repository than that of `directory`, or with
 * the index of a commit that is being made.
 */
const placeVariables = [
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_PREFIX',
  'GIT_NAMESPACE',
  'GIT_QUARANTINE_PATH',
];

/** No hooks: they are programs of the user, made for the user's own checkouts. No file monitor: it would watch our checkout. */
const settings = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.longPaths=true',
  'submodule.recurse=false',
  'advice.detachedHead=false',
];

/** `env` without the names of a repository: git then finds the one that its folder is in. */
function placelessEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !placeVariables.includes(name)));
}

/**
 * Runs a git command and returns its standard output. Problems: `no-git`, `cancelled`, `git-failed` with the message of
 * git, in English so that callers can recognise it.
 */
export async function git({ directory, args, env, signal }: GitRequest): Promise<Result<string>> {
  const end = await captureProcess({
    command: 'git',
    args: [...settings.flatMap((setting) => ['-c', setting]), ...args],
    directory,
    // Nobody can answer a prompt. A query takes no locks, as they could make the user's own git fail.
    env: { ...placelessEnvironment(env), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
    signal,
  });
  if (!end.ok) {
    if (end.problem.code !== 'cannot-start') return end;
    return fail('no-git', 'The git command does not start. Install git, or put it on the PATH: {0}', [
      end.problem.args[1] ?? '',
    ]);
  }
  const { exitCode, stdout, stderr } = end.value;
  if (exitCode === 0) return ok(stdout);
  return fail('git-failed', 'Git cannot do that: {0}', [reasonIn(stderr)], stderr);
}

/** The line that says what is wrong: progress comes before it, and hints after it. */
function reasonIn(stderr: string): string {
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fatal = lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines[0] ?? 'it gives no reason';
  return fatal.replace(/^(?:fatal|error): /, '').trim();
}
