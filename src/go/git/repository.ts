/** The repository that a package is in, and the names of its commits. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { git } from './git.ts';

export interface Repository {
  /** The folder of the working tree, without symbolic links. */
  readonly top: string;
  /** The path from `top` to the folder that was asked about, with slashes; empty for `top` itself. */
  readonly prefix: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A commit that the user has named. */
export interface ResolvedRef {
  readonly hash: string;
  /** For the user: `main (1a2b3c4)`, or `1a2b3c4` where the user has given a hash. */
  readonly title: string;
}

/** Problems: `not-a-repository`, `no-git`, `git-failed`, `cancelled`. */
export async function findRepository(
  directory: string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Result<Repository>> {
  const args = ['rev-parse', '--show-toplevel', '--show-prefix'] as const;
  const answer = await git(directory, args, { env, signal });
  if (!answer.ok) {
    const isOutside = /not a git repository|must be run in a work tree/.test(answer.problem.details ?? '');
    if (!isOutside) return answer;
    return fail('not-a-repository', '{0} is not in a git repository, so there is no other version of it.', [
      directory,
    ]);
  }
  const [top = '', prefix = ''] = answer.value.split('\n');
  return ok({ top: await realpath(top), prefix: prefix.replace(/\/$/, ''), env });
}

/** The commit that `ref` names. Problems: `no-such-ref`, and those of `findRepository`. */
export async function resolveRef(
  { top, env }: Repository,
  ref: string,
  signal?: AbortSignal,
): Promise<Result<ResolvedRef>> {
  const commitOf = async (name: string): Promise<Result<string>> => {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`] as const;
    const answer = await git(top, args, { env, signal });
    return answer.ok ? ok(answer.value.trim()) : answer;
  };
  const found = await commitOf(ref);
  if (found.ok) {
    const short = found.value.slice(0, 7);
    const isHash = /^[0-9a-f]{4,40}$/.test(ref) && found.value.startsWith(ref);
    return ok({ hash: found.value, title: isHash ? short : `${ref} (${short})` });
  }
  if (found.problem.code !== 'git-failed') return found;
  const remote = await commitOf(`origin/${ref}`);
  return remote.ok
    ? fail('no-such-ref', 'There is no commit {0} in this repository; there is origin/{0}.', [ref])
    : fail(
        'no-such-ref',
        'There is no branch, tag or commit {0} in this repository. Check its name, or fetch it first.',
        [ref],
      );
}

/** The path below `top` of a file or folder whose path in the repository is `prefix`. */
export function inCheckout(top: string, prefix: string): string {
  return prefix === '' ? top : join(top, ...prefix.split('/'));
}
