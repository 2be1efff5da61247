/** Turns what the user has written into the address of a profile, as pprof does, and shows it without its secrets. */

/** The path of Go's CPU profile, and how long it records by default. */
const cpuProfile = { path: '/debug/pprof/profile', seconds: 30 };

const withScheme = /^https?(\+insecure)?:\/\//i;
/** `localhost:6060`, `me:secret@[::1]:6060/debug/pprof/heap`. Not `C:\file`: a port has digits. */
const hostAndPort = /^(?:[^/\\@\s]*@)?(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?=[/?]|$)/i;

/** Parameters of Go's profiles. Those of other servers may be keys that nobody else should see. */
const openParameters = ['seconds', 'debug', 'gc'];

/**
 * The address of a profile. Users put names, passwords and keys into addresses, and messages end in logs and in tickets.
 * So an address in a text, or in JSON, is the shown one; only a request asks for the whole.
 */
export class ProfileAddress {
  readonly #url: URL;
  /** How many seconds the server records before it answers; `null` if it answers at once. */
  readonly seconds: number | null;
  /** Accept any certificate of the server: the address began with `https+insecure`. */
  readonly isInsecure: boolean;

  constructor(url: URL, isInsecure: boolean) {
    this.#url = url;
    this.isInsecure = isInsecure;
    this.seconds = secondsOf(url);
  }

  /** For messages: without user name and password, and without the values of unknown parameters. */
  get shown(): string {
    const { origin, pathname } = this.#url;
    const parameters = [...this.#url.searchParams].map(([name, value]) => shownParameter(name, value));
    return `${origin}${pathname}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
  }

  /** Scheme, host and port. */
  get origin(): string {
    return this.#url.origin;
  }

  /** Host and port. */
  get host(): string {
    return this.#url.host;
  }

  get hostname(): string {
    return this.#url.hostname;
  }

  get path(): string {
    return this.#url.pathname;
  }

  /** Whether it can be fetched: a redirect may lead anywhere. */
  get isHttp(): boolean {
    return /^https?:$/.test(this.#url.protocol);
  }

  /** The whole address, for the request only. */
  urlWithSecrets(): URL {
    return new URL(this.#url);
  }

  /**
   * Where a redirect leads; `null` if it is not an address. User name and password, and the trust in any certificate, are
   * for the server that the user named, and for no other.
   */
  redirectedTo(location: string): ProfileAddress | null {
    if (!URL.canParse(location, this.#url.href)) return null;
    const url = new URL(location, this.#url);
    const isSameServer = url.origin === this.#url.origin;
    url.username = isSameServer ? this.#url.username : '';
    url.password = isSameServer ? this.#url.password : '';
    return new ProfileAddress(url, this.isInsecure && url.hostname === this.#url.hostname);
  }

  toString(): string {
    return this.shown;
  }

  toJSON(): string {
    return this.shown;
  }
}

function shownParameter(name: string, value: string): string {
  if (openParameters.includes(name) && /^\d*$/.test(value)) return `${name}=${value}`;
  // Without a value, the name itself may be a key.
  return value === '' ? '…' : `${encodeURIComponent(name)}=…`;
}

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
  return new ProfileAddress(url, isInsecure);
}

function secondsOf(url: URL): number | null {
  const inQuery = url.searchParams.get('seconds') ?? '';
  if (/^[1-9]\d{0,8}$/.test(inQuery)) return Number(inQuery);
  return url.pathname.endsWith(cpuProfile.path) ? cpuProfile.seconds : null;
}

/**
 * What the user has written where a file or an address is expected, for messages. In an address that is none, such as
 * one with a wrong port, everything up to the last `@` could be a password.
 */
export function shownSource(source: string): string {
  const address = profileAddress(source);
  if (address !== null) return address.shown;
  const [scheme = ''] = /^[\w+.-]*:\/\//.exec(source) ?? [];
  if (scheme === '') return source.replace(/^[^/\\@:]*:[^/\\]*@/, '');
  const rest = source.slice(scheme.length);
  return scheme + rest.slice(rest.lastIndexOf('@') + 1).replace(/[?#].*$/s, '?…');
}
