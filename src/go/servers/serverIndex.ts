/** Which profiles a running server offers: the page that `net/http/pprof` lists them on. */
import { fail, ok, type Result } from '../../base/result.ts';
import type { ProfileAddress } from '../profiles/fetchAddress.ts';
import { type FetchOptions, fetchBytes } from '../profiles/fetchBytes.ts';

/** One line of the page. */
export interface ServedProfile {
  /** `heap`, `profile` (of CPU time), `trace`; a program can have others. */
  readonly name: string;
  /** How many entries it has now; `null` where the page does not say. */
  readonly count: number | null;
}

export interface ServerIndex {
  /** The folder that the profiles are in. */
  readonly folder: ProfileAddress;
  /** Those that we know first, in the order in which users ask for them. */
  readonly profiles: readonly ServedProfile[];
}

/** Go's own, in the order in which users ask for them. */
const known = [
  'profile',
  'heap',
  'allocs',
  'goroutine',
  'goroutineleak',
  'block',
  'mutex',
  'threadcreate',
  'trace',
];
/** They answer texts. */
const notProfiles = new Set(['cmdline', 'symbol']);

/** Profiles that a Go server can also take as what is added in some seconds. */
const withDeltas: ReadonlySet<string> = new Set(['heap', 'allocs', 'block', 'mutex']);

export function hasDelta(name: string): boolean {
  return withDeltas.has(name);
}

/** Whether the server records it while it is asked, so that it has to be told for how long. */
export function isRecorded(name: string): boolean {
  return name === 'profile' || name === 'trace';
}

/** More is not the page of Go. */
const longestPage = 200_000;
const mostProfiles = 200;
const mostLinks = 1000;

/**
 * Asks a server for its profiles. If a candidate does not have the list, the next one is asked; the failure is that of the
 * first. Fails with the codes of `fetchBytes` and with `no-index`.
 *
 * @param candidates where the list can be, best first
 */
export async function askIndex(
  candidates: readonly ProfileAddress[],
  options: Omit<FetchOptions, 'maxBytes'>,
): Promise<Result<ServerIndex>> {
  let failed: Result<never> | null = null;
  for (const address of candidates) {
    const answer = await fetchBytes(address, { ...options, maxBytes: longestPage });
    if (!answer.ok && !/^(?:not-served|server-refused|too-large|redirected)$/.test(answer.problem.code))
      return answer;
    if (answer.ok) {
      const profiles = listedProfiles(new TextDecoder().decode(answer.value.bytes), address);
      if (profiles.length > 0) return ok({ folder: address, profiles });
    }
    failed ??= answer.ok ? noIndex(address) : answer;
  }
  return failed ?? fail('not-an-address', 'There is no address to ask.');
}

function noIndex(address: ProfileAddress): Result<never> {
  const template =
    "{0} answers, but not with the list of Go's profiles. Check the path; it usually ends in /debug/pprof/.";
  return fail('no-index', template, [address.shown]);
}

const link =
  /(?:<td>(\d{1,12})<\/td>\s{0,9}<td>\s{0,9})?<a\s{1,9}href\s{0,9}=\s{0,9}(?:"([^"<>]{1,300})"|'([^'<>]{1,300})')/gi;

/** The profiles that the page lists; none if it is another page. @param folder the page's own address */
export function listedProfiles(page: string, folder: ProfileAddress): ServedProfile[] {
  const found = new Map<string, ServedProfile>();
  let links = 0;
  for (const [, count, inDouble, inSingle] of page.matchAll(link)) {
    if (links++ >= mostLinks || found.size >= mostProfiles) break;
    const name = profileName(inDouble ?? inSingle ?? '', folder);
    if (name === null || found.has(name)) continue;
    // The CPU profile and the trace have no entries to count: Go writes a zero.
    const isCounted = count !== undefined && !isRecorded(name);
    found.set(name, { name, count: isCounted ? Number(count) : null });
  }
  if (!known.some((name) => found.has(name))) return [];
  const place = ({ name }: ServedProfile) => (known.includes(name) ? known.indexOf(name) : known.length);
  return [...found.values()].sort((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

/** The profile that a link of the page leads to; `null` for other links. Go links `heap?debug=1`. */
function profileName(href: string, folder: ProfileAddress): string | null {
  const [path = '', query = ''] = href.split('?', 2);
  // A full dump of all goroutines, as a text.
  if (/(?:^|&|;)debug=2/.test(query)) return null;
  const at = folder.below(path);
  if (at === null) return null;
  try {
    const name = decodeURIComponent(at.path.slice(folder.path.length));
    return name === '' || notProfiles.has(name) || name.length > 100 ? null : name;
  } catch {
    return null;
  }
}

/**
 * The address of one profile.
 *
 * @param seconds how long the server records, or for what time it answers what is added; `null` for what is there now
 */
export function profileIn(
  { folder }: ServerIndex,
  name: string,
  seconds: number | null,
): ProfileAddress | null {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return folder.below(`./${path}`, seconds === null ? {} : { seconds: String(seconds) });
}
