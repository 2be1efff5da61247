/** The commits that labels of something deployed name: only the hash of a commit or a tag says it for certain. */
import { ok, type Result } from '../../base/result.ts';
import { type GitArguments, git } from './git.ts';
import type { Repository, ResolvedRef } from './repository.ts';

/** `branch`: it may name a branch, which has moved since. `several`: it names several commits. `none`: it names nothing here. */
export type VersionCommit = ResolvedRef | 'branch' | 'several' | 'none';

/**
 * The commit of each version, in as many git processes for a hundred as for one. `1.2.0` is most often the tag `v1.2.0`, and
 * `shop-1.2.0-gabc1234` ends with a commit. Problems: those of `git`.
 *
 * @param versions as the label has them
 */
export async function versionCommits(
  repository: Repository,
  versions: readonly string[],
  signal?: AbortSignal,
): Promise<Result<readonly VersionCommit[]>> {
  const { top, env } = repository;
  const ask: Ask = (args, input) => git(top, args, { env, signal, input });
  const asked = versions.map(readVersion);
  const names = asked.flatMap((each) => each.names);
  const refs = await refsNamed(ask, names.filter(isPlainName));
  if (!refs.ok) return refs;
  const hashes = asked.flatMap(({ hash }) => (hash === null ? [] : [hash]));
  const objects = await objectsWith(ask, [...hashes, ...names.filter(isShortHash)]);
  if (!objects.ok) return objects;
  const peeled = [...[...objects.value.values()].flat(), ...names.map(tagOf)];
  const commits = await commitsOf(ask, peeled);
  if (!commits.ok) return commits;
  const known = { refs: refs.value, objects: objects.value, commits: commits.value };
  return ok(asked.map((version) => commitOf(version, known)));
}

/** What a version can mean. */
interface ReadVersion {
  /** Tags, branches or beginnings of hashes; the likeliest first. */
  readonly names: readonly string[];
  /** A hash where it is none of these; `null` if there is none in it. */
  readonly hash: string | null;
}

function readVersion(version: string): ReadVersion {
  // Git, too, reads a whole hash as that of an object, whatever refs have this name.
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(version)) return { names: [], hash: version };
  const [, hash = null] = /(?:^|[^0-9a-f])g?([0-9a-f]{7,64})$/i.exec(version.slice(-70)) ?? [];
  return { names: [version, `v${version}`].filter(isName), hash };
}

/** Git would read anything else as a pattern, a range or an ancestor. No ref has a longer name. */
function isName(name: string): boolean {
  return /^\w[\w./+-]{0,250}$/.test(name);
}

/** `refs/tags/v1.2.0` in its parts; `null` for a name that does not say of what it is. */
function wholeName(name: string): { readonly kind: string; readonly rest: string } | null {
  const [, kind, rest = ''] = /^(?:refs\/)?(heads|remotes|tags)\/(.+)$/.exec(name) ?? [];
  return kind === undefined ? null : { kind, rest };
}

function isPlainName(name: string): boolean {
  return wholeName(name) === null && name !== 'HEAD';
}

/** Whoever counts builds has shorter numbers, and some commit may begin with one. */
function isShortHash(name: string): boolean {
  return /^[0-9a-f]{7,}$/i.test(name);
}

function tagOf(name: string): string {
  return `refs/tags/${wholeName(name)?.rest ?? name}`;
}

/** What git knows of all names. */
interface Known {
  /** By name, the tag and the branches with this name, also those of a remote. */
  readonly refs: ReadonlyMap<string, readonly string[]>;
  /** By the beginning of a hash, the objects whose hash begins so. */
  readonly objects: ReadonlyMap<string, readonly string[]>;
  /** By object or tag, its commit. */
  readonly commits: ReadonlyMap<string, string>;
}

function commitOf({ names, hash }: ReadVersion, known: Known): VersionCommit {
  for (const name of names) {
    const found = namedCommit(name, known);
    if (found !== 'none') return found;
  }
  return hash === null ? 'none' : commitOfHash(hash, known);
}

/** The commit with this name, as a tag, a branch or the beginning of a hash. */
function namedCommit(name: string, known: Known): VersionCommit {
  const whole = wholeName(name);
  if (name === 'HEAD' || (whole !== null && whole.kind !== 'tags')) return 'branch';
  const tag = tagOf(name);
  if (whole !== null) return commitOfTag(tag, known);
  const refs = known.refs.get(name) ?? [];
  if (refs.some((ref) => ref !== tag)) return 'branch';
  const byHash = isShortHash(name) ? commitOfHash(name, known) : 'none';
  if (!refs.includes(tag)) return byHash;
  const byTag = commitOfTag(tag, known);
  if (byHash === 'none' || typeof byTag === 'string') return byTag;
  const isSame = typeof byHash !== 'string' && byHash.hash === byTag.hash;
  return isSame ? byTag : 'several';
}

function commitOfTag(tag: string, { commits }: Known): VersionCommit {
  const hash = commits.get(tag);
  const name = tag.slice('refs/tags/'.length);
  return hash === undefined ? 'none' : { hash, title: `${name} (${hash.slice(0, 7)})` };
}

/** The commit whose hash begins so, whatever refs have this name. */
function commitOfHash(beginning: string, { objects, commits }: Known): VersionCommit {
  const found = objects.get(beginning.toLowerCase()) ?? [];
  const [hash, other] = new Set(found.flatMap((object) => commits.get(object) ?? []));
  if (hash === undefined) return 'none';
  return other === undefined ? { hash, title: hash.slice(0, 7) } : 'several';
}

type Ask = (args: GitArguments, input?: string) => Promise<Result<string>>;

async function refsNamed(ask: Ask, names: readonly string[]): Promise<Result<Known['refs']>> {
  const found = new Map<string, string[]>(names.map((name) => [name, []]));
  if (names.length === 0) return ok(found);
  const places = ['refs/tags/', 'refs/heads/', 'refs/remotes/', 'refs/remotes/*/'];
  const patterns = names.flatMap((name) => places.map((place) => place + name));
  const answer = await ask(['for-each-ref', '--format=%(refname)', ...patterns]);
  if (!answer.ok) return answer;
  for (const ref of answer.value.split('\n')) {
    const [, , ...parts] = ref.split('/');
    // A pattern is also true of what stands below it: `refs/remotes/origin`.
    found.get(parts.join('/'))?.push(ref);
    if (ref.startsWith('refs/remotes/')) found.get(parts.slice(1).join('/'))?.push(ref);
  }
  return ok(found);
}

async function objectsWith(ask: Ask, beginnings: readonly string[]): Promise<Result<Known['objects']>> {
  const found = new Map<string, string[]>(beginnings.map((each) => [each.toLowerCase(), []]));
  if (found.size === 0) return ok(found);
  const asked = [...found.keys()].map((each) => `--disambiguate=${each}`);
  const answer = await ask(['rev-parse', ...asked]);
  if (!answer.ok) return answer;
  const objects = answer.value.split('\n').filter((line) => line !== '');
  for (const [beginning, own] of found) {
    for (const object of objects) if (object.startsWith(beginning)) own.push(object);
  }
  return ok(found);
}

/** The commits of objects and tags; what is not of one is left out. */
async function commitsOf(ask: Ask, objects: readonly string[]): Promise<Result<Known['commits']>> {
  if (objects.length === 0) return ok(new Map());
  const input = objects.map((object) => `${object}^{commit}\n`).join('');
  const answer = await ask(['cat-file', '--batch-check=%(objectname)'], input);
  if (!answer.ok) return answer;
  const commits = new Map<string, string>();
  for (const [at, line] of answer.value.split('\n').entries()) {
    const object = objects[at];
    if (object !== undefined && /^[0-9a-f]+$/.test(line)) commits.set(object, line);
  }
  return ok(commits);
}
