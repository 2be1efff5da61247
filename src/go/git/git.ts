/**
 * Runs the git command, for all who need it: without changing the user's repository, and without the programs that a
 * repository, its settings or the environment of a hook can name.
 */

import { devNull } from 'node:os';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import { captureProcess } from '../toolchain/process.ts';
import { findProgram } from '../toolchain/programs.ts';

/**
 * What git is asked. For differences a repository can name programs (`diff.external`, `textconv`): who asks for any says
 * `--no-ext-diff --no-textconv`.
 */
type GitCommand =
  | 'cat-file'
  | 'for-each-ref'
  | 'log'
  | 'ls-files'
  | 'ls-tree'
  | 'merge-base'
  | 'rev-parse'
  | 'status'
  | 'symbolic-ref'
  | 'worktree';

export type GitArguments = readonly [GitCommand, ...string[]];

export interface GitOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** Standard input; none if missing. */
  readonly input?: string | undefined;
}

/**
 * No hooks: they are programs of the user, made for the user's own checkouts. No file monitor: it would watch our
 * checkout, and it is a program that the repository names. No signatures: a program checks them. Where a repository
 * was cloned in part, a checkout may fetch the rest, but nobody can answer a question.
 */
const settings = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.longPaths=true',
  'core.pager=',
  'core.askPass=',
  'core.sshCommand=ssh -o BatchMode=yes',
  'core.alternateRefsCommand=',
  'protocol.ext.allow=never',
  'log.showSignature=false',
  'submodule.recurse=false',
  'advice.detachedHead=false',
];

/**
 * Those variables of git that only say where it looks for the user's settings and where it stops looking for a
 * repository. All others are left out. Git sets some for its hooks: with them it would answer about another repository
 * than that of `directory`, or with the index of a commit that is being made. Others name programs, or set any setting.
 */
const harmlessVariables = [
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
];

export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isKept = (name: string) =>
    harmlessVariables.includes(name) || !/^(?:GIT_|SSH_ASKPASS)/.test(name.toUpperCase());
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name))),
    LC_ALL: 'C',
    // Nobody can answer a prompt, of git or of its helper for passwords.
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    // A query takes no locks, as they could make the user's own git fail.
    GIT_OPTIONAL_LOCKS: '0',
  };
}

/**
 * Runs a git command and returns its standard output. Problems: `no-git`, `cancelled`, `untrusted`, `git-failed` with the
 * message of git, in English so that callers can recognise it.
 */
export async function git(
  directory: string,
  args: GitArguments,
  { env, signal, input }: GitOptions,
): Promise<Result<string>> {
  const command = findProgram('git', env);
  if (command === null) return noGit(l10n.t('no folder of the PATH has it'));
  const end = await captureProcess({
    command,
    args: ['--no-pager', ...settings.flatMap((setting) => ['-c', setting]), ...args],
    directory,
    env: gitEnvironment(env),
    signal,
    input: input === undefined ? 'none' : 'pipe',
    started(process) {
      if (input !== undefined) process.write(input);
      process.write(null);
    },
  });
  if (!end.ok) return end.problem.code === 'cannot-start' ? noGit(String(end.problem.args[1] ?? '')) : end;
  const { exitCode, stdout, stderr } = end.value;
  if (exitCode === 0) return ok(stdout);
  return fail('git-failed', 'Git cannot do that: {0}', [reasonIn(stderr)], stderr);
}

function noGit(why: string): Result<never> {
  return fail('no-git', 'The git command does not start. Install git, or put it on the PATH: {0}', [why]);
}

/** The line that says what is wrong: progress comes before it, and hints after it. */
function reasonIn(stderr: string): string {
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fatal =
    lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines[0] ?? l10n.t('it gives no reason');
  return fatal.replace(/^(?:fatal|error): /, '').trim();
}
