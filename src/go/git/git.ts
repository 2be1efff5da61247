/** The git command, asked in a way that neither disturbs the user's repository nor runs its hooks. */
import { devNull } from 'node:os';
import { fail, ok, type Result } from '../../result.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { runProcess } from '../toolchain/process.ts';

export interface GitRequest {
  readonly directory: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a hook of git's finds in its environment: with it a question about one folder would be answered about another,
 * or with the index of a commit that is being made.
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

/** Hooks are the user's programs, made for their own checkouts; a monitor of files would watch ours. */
const settings = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.longPaths=true',
  'submodule.recurse=false',
  'advice.detachedHead=false',
];

const keptOutput = 64 * 1024;

/** The environment of git processes, and of others that must find the repository they are in. */
export function placelessEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !placeVariables.includes(name)));
}

/**
 * Standard output of a git command. Problems: `no-git`, `git-failed` with what git said (its sentence in English, so
 * that it can be told apart), `cancelled`.
 */
export async function git({ directory, args, env, signal }: GitRequest): Promise<Result<string>> {
  let stdout = '';
  const stderr = new BoundedText(keptOutput);
  const end = await runProcess({
    command: 'git',
    args: [...settings.flatMap((setting) => ['-c', setting]), ...args],
    directory,
    // Nobody is there to answer a prompt; a question takes no lock that the user's own git could meet.
    env: { ...placelessEnvironment(env), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
    signal,
    onStdout: (text) => {
      stdout += text;
    },
    onStderr: (text) => stderr.push(text),
  });
  if (!end.ok) {
    if (end.problem.code !== 'cannot-start') return end;
    return fail('no-git', 'The git command does not start. Install git, or put it on the PATH: {0}', [
      end.problem.args[1] ?? '',
    ]);
  }
  if (end.value.exitCode === 0) return ok(stdout);
  const said = stderr.toString();
  return fail('git-failed', 'Git cannot do that: {0}', [tellingLine(said)], said);
}

/** Progress and hints stand before and after the line that says what is wrong. */
function tellingLine(said: string): string {
  const lines = said.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fatal = lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines[0] ?? 'it gives no reason';
  return fatal.replace(/^(?:fatal|error): /, '').trim();
}
