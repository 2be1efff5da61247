/** The commit that a label of something deployed names: only the hash of a commit or a tag says it for certain. */
import { ok, type Result } from '../../base/result.ts';
import { git } from './git.ts';
import { type Repository, type ResolvedRef, resolveRef } from './repository.ts';

/** `branch`: it may name a branch, which has moved since. `several`: it names several commits. `none`: it names nothing here. */
export type VersionCommit = ResolvedRef | 'branch' | 'several' | 'none';

/**
 * `1.2.0` is most often the tag `v1.2.0`, and `shop-1.2.0-gabc1234` ends with a commit. Problems: those of `git`.
 *
 * @param version as the label has it
 */
export async function versionCommit(
  repository: Repository,
  version: string,
  signal?: AbortSignal,
): Promise<Result<VersionCommit>> {
  // Git, too, reads a whole hash as that of an object, whatever refs have this name.
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(version)) return commitOfHash(repository, version, signal);
  for (const name of [version, `v${version}`]) {
    const found = await namedCommit(repository, name, signal);
    if (!found.ok || found.value !== 'none') return found;
  }
  const [, hash] = /(?:^|[^0-9a-f])g?([0-9a-f]{7,64})$/i.exec(version) ?? [];
  return hash === undefined ? ok('none') : commitOfHash(repository, hash, signal);
}

/** The commit with this name, as a tag, a branch or the beginning of a hash. */
async function namedCommit(
  repository: Repository,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Result<VersionCommit>> {
  // Anything else git would read as a pattern, a range or an ancestor.
  if (!/^[\w][\w./+-]*$/.test(name)) return ok('none');
  const [, kind, rest = ''] = /^(?:refs\/)?(heads|remotes|tags)\/(.+)$/.exec(name) ?? [];
  if (name === 'HEAD' || kind === 'heads' || kind === 'remotes') return ok('branch');
  if (kind === 'tags') return commitOfTag(repository, rest, signal);
  const refs = await refsNamed(repository, name, signal);
  if (!refs.ok) return refs;
  const tag = `refs/tags/${name}`;
  if (refs.value.some((ref) => ref !== tag)) return ok('branch');
  // Whoever counts builds has shorter numbers, and some commit may begin with one.
  const isHash = /^[0-9a-f]{7,}$/i.test(name);
  const byHash = isHash ? await commitOfHash(repository, name, signal) : ok<VersionCommit>('none');
  if (!byHash.ok || !refs.value.includes(tag)) return byHash;
  const byTag = await commitOfTag(repository, name, signal);
  if (!byTag.ok || byHash.value === 'none' || typeof byTag.value === 'string') return byTag;
  const isSame = typeof byHash.value !== 'string' && byHash.value.hash === byTag.value.hash;
  return isSame ? byTag : ok('several');
}

/** The tag and the branches with this name, also those of a remote. */
async function refsNamed(
  { top, env }: Repository,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Result<string[]>> {
  const places = ['refs/tags/', 'refs/heads/', 'refs/remotes/', 'refs/remotes/*/'];
  const args = ['for-each-ref', '--format=%(refname)', ...places.map((place) => place + name)] as const;
  const answer = await git({ directory: top, args, env, signal });
  if (!answer.ok) return answer;
  // A pattern is also true of what stands below it: `refs/remotes/origin`.
  const isNamed = (ref: string) => {
    const [, , ...parts] = ref.split('/');
    return [parts.join('/'), ref.startsWith('refs/remotes/') ? parts.slice(1).join('/') : ''].includes(name);
  };
  return ok(answer.value.split('\n').filter(isNamed));
}

async function commitOfTag(
  repository: Repository,
  tag: string,
  signal: AbortSignal | undefined,
): Promise<Result<VersionCommit>> {
  const found = await resolveRef(repository, `refs/tags/${tag}`, signal);
  if (!found.ok) return found.problem.code === 'no-such-ref' ? ok('none') : found;
  const { hash } = found.value;
  return ok({ hash, title: `${tag} (${hash.slice(0, 7)})` });
}

/** The commit whose hash begins so, whatever refs have this name. */
async function commitOfHash(
  repository: Repository,
  beginning: string,
  signal: AbortSignal | undefined,
): Promise<Result<VersionCommit>> {
  const { top, env } = repository;
  const args = ['rev-parse', `--disambiguate=${beginning}`] as const;
  const answer = await git({ directory: top, args, env, signal });
  if (!answer.ok) return answer;
  const hashes = new Set<string>();
  for (const object of answer.value.split('\n').filter((line) => line !== '')) {
    const found = await resolveRef(repository, object, signal);
    if (found.ok) hashes.add(found.value.hash);
    else if (found.problem.code !== 'no-such-ref') return found;
  }
  const [hash, other] = hashes;
  if (hash === undefined) return ok('none');
  return ok(other === undefined ? { hash, title: hash.slice(0, 7) } : 'several');
}
