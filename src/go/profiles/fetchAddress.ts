/** Turns what the user has written into the address of a profile, as pprof does. */

export interface ProfileAddress {
  readonly url: URL;
  /** How many seconds the server records before it answers; `null` if it answers at once. */
  readonly seconds: number | null;
  /** Accept any certificate of the server: the address began with `https+insecure`. */
  readonly isInsecure: boolean;
}

/** The path of Go's CPU profile, and how long it records by default. */
const cpuProfile = { path: '/debug/pprof/profile', seconds: 30 };

const withScheme = /^https?(\+insecure)?:\/\//i;
/** `localhost:6060`, `[::1]:6060/debug/pprof/heap`. Not `C:\file`: a port has digits. */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?=[/?]|$)/i;

/** Whether this is an address and not the name of a file. */
export function isUrl(source: string): boolean {
  return withScheme.test(source);
}

/**
 * The address that the user has written; `null` if the text is not one. As in pprof, `http://` may be missing before a
 * host with a port, and an address without a path means the CPU profile.
 *
 * @param seconds how long the server shall record, if the user has said so. It becomes a part of the query
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

/** The address without its password, for messages. */
export function shownAddress(url: URL): string {
  if (url.username === '' && url.password === '') return url.href;
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
