/** Which commit a change is compared with: the newest one that it has in common with a branch. */
import { fail, ok, type Result } from '../../base/result.ts';
import { git } from './git.ts';
import { type Repository, type ResolvedRef, resolveRef } from './repository.ts';

/** The name by which a ref is known here: a clone that a CI system makes has most branches as those of `origin` only. */
export async function knownRef(
  repository: Repository,
  ref: string,
  signal?: AbortSignal,
): Promise<Result<ResolvedRef & { readonly name: string }>> {
  const own = await resolveRef(repository, ref, signal);
  if (own.ok) return ok({ ...own.value, name: ref });
  if (own.problem.code !== 'no-such-ref') return own;
  const name = `origin/${ref}`;
  const remote = await resolveRef(repository, name, signal);
  return remote.ok ? ok({ ...remote.value, name }) : own;
}

/**
 * The newest commit that HEAD and `upstream` have in common; the parent of HEAD where `upstream` has all of HEAD. Problems:
 * `no-such-ref`, `nothing-in-common`, `no-parent`, and those of `git`.
 */
export async function mergeBase(
  repository: Repository,
  upstream: string,
  signal?: AbortSignal,
): Promise<Result<string>> {
  const { top, env } = repository;
  const known = await knownRef(repository, upstream, signal);
  if (!known.ok) return known;
  const head = await resolveRef(repository, 'HEAD', signal);
  if (!head.ok) return head;
  const base = await git(top, ['merge-base', head.value.hash, known.value.hash], { env, signal });
  if (!base.ok) {
    if (base.problem.code !== 'git-failed') return base;
    const template =
      'HEAD and {0} have no commit in common. If this clone is shallow, git fetch --unshallow gets the rest.';
    return fail('nothing-in-common', template, [upstream]);
  }
  const common = base.value.trim();
  if (common !== head.value.hash) return ok(common === known.value.hash ? known.value.name : common);
  const parent = await resolveRef(repository, 'HEAD^1', signal);
  if (parent.ok) return ok(parent.value.hash);
  return fail('no-parent', 'HEAD is the first commit here, so there is nothing to compare it with.');
}
