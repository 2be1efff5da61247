/** Lists the refs of a repository that a user may want to compare with. */
import { ok, type Result } from '../../base/result.ts';
import { type GitArguments, git } from './git.ts';
import type { Repository } from './repository.ts';

export interface ListedRef {
  /** `HEAD`, `main`, `origin/main`, `v1.2.0`, or an abbreviated hash. */
  readonly name: string;
  readonly kind: 'head' | 'branch' | 'tag' | 'commit';
  readonly hash: string;
  /** As git prints it: `3 days ago`. */
  readonly age: string;
  readonly subject: string;
}

const mostRefs = 300;
const mostCommits = 30;
const separator = '\x1f';

/** HEAD, the default branch, branches and tags, newest first, then recent commits. Problems: those of `git`. */
export async function listRefs(repository: Repository, signal?: AbortSignal): Promise<Result<ListedRef[]>> {
  const { top, env } = repository;
  const ask = (args: GitArguments) => git(top, args, { env, signal });
  const commits = await ask(['log', `-${mostCommits}`, format('%h', '%h', '%cr', '%s')]);
  // `git log` fails before the first commit. Then there is nothing to compare with.
  if (!commits.ok) return commits.problem.code === 'git-failed' ? ok([]) : commits;
  const refs = await ask([
    'for-each-ref',
    '--sort=-committerdate',
    `--count=${mostRefs}`,
    format('%(refname)', '%(objectname:short)', '%(committerdate:relative)', '%(subject)'),
    'refs/heads',
    'refs/remotes',
    'refs/tags',
  ]);
  if (!refs.ok) return refs;
  const head = await ask(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  const all = rows(refs.value).flatMap(([fullName, hash, age, subject]): ListedRef[] => {
    const [, kind, name] = /^refs\/(heads|remotes|tags)\/(.*)$/.exec(fullName) ?? [];
    if (kind === undefined || name === undefined || name.endsWith('/HEAD')) return [];
    return [{ name, kind: kind === 'tags' ? 'tag' : 'branch', hash, age, subject }];
  });
  const recent = rows(commits.value).map(([name, hash, age, subject]): ListedRef => {
    return { name, kind: 'commit', hash, age, subject };
  });
  const [newest] = recent;
  return ok([
    ...(newest === undefined ? [] : [{ ...newest, name: 'HEAD', kind: 'head' as const }]),
    ...defaultFirst(all, head.ok ? head.value.trim() : ''),
    ...recent,
  ]);
}

function format(...fields: readonly string[]): string {
  return `--format=${fields.join(separator)}`;
}

function rows(text: string): [string, string, string, string][] {
  return text.split('\n').flatMap((line): [string, string, string, string][] => {
    const [name, hash, age, subject] = line.split(separator);
    return name && hash !== undefined ? [[name, hash, age ?? '', subject ?? '']] : [];
  });
}

/** Moves the default branch to the front: the one that the remote names, or `main` or `master` if it names none. */
function defaultFirst(refs: readonly ListedRef[], remoteHead: string): ListedRef[] {
  const local = remoteHead.replace(/^[^/]*\//, '');
  const rank = ({ name, kind }: ListedRef) => {
    if (kind !== 'branch') return 2;
    const isDefault = remoteHead === '' ? /^(?:main|master)$/.test(name) : [local, remoteHead].includes(name);
    return isDefault ? 0 : 1;
  };
  return [...refs].sort((a, b) => rank(a) - rank(b));
}
