/** Which address a profile is fetched from: pprof's habits with what the user wrote. */

export interface ProfileAddress {
  readonly url: URL;
  /** How long the server records before it answers, in seconds; `null` where it answers with what it has. */
  readonly seconds: number | null;
  /** Whatever certificate the server shows is good enough: the address said `https+insecure`. */
  readonly isInsecure: boolean;
}

/** What Go's CPU profile takes unless it is told otherwise. */
const cpuProfile = { path: '/debug/pprof/profile', seconds: 30 };

const withScheme = /^https?(\+insecure)?:\/\//i;
/** `localhost:6060`, `[::1]:6060/debug/pprof/heap`; a Windows path has no digits after its colon. */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?=[/?]|$)/i;

/** Whether this is an address and cannot be anything else. */
export function isUrl(source: string): boolean {
  return withScheme.test(source);
}

/**
 * The address in what the user wrote, `null` if it is none. As in pprof, `http://` may be left out before a host with
 * a port, and an address without a path is that of the CPU profile.
 *
 * @param seconds how long the server shall record, if the user says so; it goes into the query
 */
export function profileAddress(source: string, seconds?: number): ProfileAddress | null {
  const isInsecure = /^https\+insecure:/i.test(source);
  const plain = hostAndPort.test(source)
    ? `http://${source}`
    : source.replace(/^https\+insecure:/i, 'https:');
  if (!isUrl(plain) || !URL.canParse(plain)) return null;
  const url = new URL(plain);
  url.hash = '';
  if (url.pathname === '/') url.pathname = cpuProfile.path;
  if (seconds !== undefined && seconds > 0) url.searchParams.set('seconds', String(Math.trunc(seconds)));
  return { url, seconds: secondsOf(url), isInsecure };
}

function secondsOf(url: URL): number | null {
  const inQuery = url.searchParams.get('seconds') ?? '';
  if (/^[1-9]\d{0,8}$/.test(inQuery)) return Number(inQuery);
  return url.pathname.endsWith(cpuProfile.path) ? cpuProfile.seconds : null;
}

/** The address as it may be shown: without a password in it. */
export function shownAddress(url: URL): string {
  if (url.username === '' && url.password === '') return url.href;
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
