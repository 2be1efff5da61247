/** The commits between two of them: what the newer one has and the older one has not. */
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { git } from './git.ts';
import { type Repository, type ResolvedRef, resolveRef } from './repository.ts';

export interface RangeCommit {
  readonly hash: string;
  /** The first one is that of the branch that was merged into. */
  readonly parents: readonly string[];
  readonly subject: string;
  /** When its author wrote it, as `2026-03-01`. */
  readonly date: string;
}

export interface CommitRange {
  /** The newest commit that both refs have: the older ref itself, unless it stands on another branch. */
  readonly good: ResolvedRef;
  readonly bad: ResolvedRef;
  /** Each after its parents; the last one is `bad`. */
  readonly commits: readonly RangeCommit[];
  /** That the search begins at another commit than the one that was named. */
  readonly remark: Problem | null;
}

/** Of larger ranges, the search itself would take seconds for each commit. */
const mostCommits = 100_000;
const separator = '\x1f';

/**
 * Problems: `no-such-ref`, `nothing-in-common` for histories without a common commit, `empty-range`, `too-many-commits`, and those
 * of `git`.
 */
export async function commitRange(
  repository: Repository,
  { good, bad }: { readonly good: string; readonly bad: string },
  signal?: AbortSignal,
): Promise<Result<CommitRange>> {
  const { top, env } = repository;
  const older = await resolveRef(repository, good, signal);
  if (!older.ok) return older;
  const newer = await resolveRef(repository, bad, signal);
  if (!newer.ok) return newer;
  const ends = [older.value.title, newer.value.title];
  const base = await git(top, ['merge-base', older.value.hash, newer.value.hash], { env, signal });
  if (!base.ok && base.problem.code !== 'git-failed') return base;
  const common = base.ok ? base.value.trim() : '';
  if (common === '') {
    return fail(
      'nothing-in-common',
      '{0} and {1} have no commit in common. If this clone is shallow, git fetch --unshallow gets the rest.',
      ends,
    );
  }
  const begin = common === older.value.hash ? older.value : { hash: common, title: common.slice(0, 7) };
  const listed = await git(
    top,
    [
      'log',
      '--topo-order',
      '--reverse',
      `--max-count=${mostCommits + 1}`,
      `--format=%H${separator}%P${separator}%as${separator}%s`,
      `${common}..${newer.value.hash}`,
    ],
    { env, signal },
  );
  if (!listed.ok) return listed;
  const commits = listed.value.split('\n').filter(Boolean).map(readCommit);
  if (commits.length === 0) return fail('empty-range', 'There is no commit in {1} that is not in {0}.', ends);
  if (commits.length > mostCommits) {
    return fail('too-many-commits', 'There are more than {2} commits between {0} and {1}.', [
      ...ends,
      mostCommits,
    ]);
  }
  const template = '{0} is on another branch: the search begins at {1}, the newest commit that {2} has, too.';
  const args = [older.value.title, begin.title, newer.value.title];
  const remark = begin === older.value ? null : fail('other-branch', template, args).problem;
  return ok({ good: begin, bad: newer.value, commits, remark });
}

function readCommit(line: string): RangeCommit {
  const [hash = '', parents = '', date = '', ...subject] = line.split(separator);
  return { hash, parents: parents.split(' ').filter(Boolean), date, subject: subject.join(separator) };
}
