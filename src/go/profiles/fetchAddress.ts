/** Turns what the user has written into the address of a profile, as pprof does, and shows it without its secrets. */

/** The path of Go's CPU profile, and how long it records by default. */
const cpuProfile = { path: '/debug/pprof/profile', seconds: 30 };

const withScheme = /^https?(\+insecure)?:\/\//i;
/** `localhost:6060`, `me:secret@[::1]:6060/debug/pprof/heap`. Not `C:\file`: a port has digits. */
const hostAndPort = /^(?:[^/\\@\s]*@)?(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?=[/?]|$)/i;

/**
 * A Unix socket, and a path of its server: `unix:/run/shop.sock`, `unix:///run/shop.sock:/debug/pprof/heap`. As in nginx, the
 * socket's path ends at a colon before a slash.
 */
const unixSocket = /^unix:(?:\/\/)?(\/[^\0]*?)(?::(\/.*)?)?$/is;

/** Parameters of Go's profiles. Those of other servers may be keys that nobody else should see. */
const openParameters = ['seconds', 'debug', 'gc'];

/**
 * The address of a profile. Users put names, passwords and keys into addresses, and messages end in logs and in tickets.
 * So an address in a text, or in JSON, is the shown one; only a request asks for the whole.
 */
export class ProfileAddress {
  /** Whoever inspects the address, or logs it, sees no field with `#`. */
  readonly #url: URL;
  /** How many seconds the server records before it answers; `null` if it answers at once. */
  readonly seconds: number | null;
  /** Accept any certificate of the server: the address began with `https+insecure`. */
  readonly isInsecure: boolean;
  /** Where the server listens, if not on a port. */
  readonly socketPath: string | null;

  readonly #hasOpenParameters: boolean;

  /** @param hasOpenParameters whether all its parameters are ours, and no secrets */
  constructor(url: URL, isInsecure: boolean, socketPath: string | null = null, hasOpenParameters = false) {
    this.#url = url;
    this.#hasOpenParameters = hasOpenParameters;
    this.isInsecure = isInsecure;
    this.socketPath = socketPath;
    this.seconds = secondsOf(url);
  }

  /** For messages: without user name and password, and without the values of unknown parameters. */
  get shown(): string {
    const parameters = [...this.#url.searchParams].map(([name, value]) => shownParameter(name, value));
    const { origin, path } = this;
    return `${origin}${this.socketPath === null ? '' : ':'}${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
  }

  /** Scheme, host and port; of a socket `unix:` and its path. */
  get origin(): string {
    return this.socketPath === null ? this.#url.origin : this.host;
  }

  /** Host and port; of a socket `unix:` and its path. */
  get host(): string {
    return this.socketPath === null ? this.#url.host : `unix:${this.socketPath}`;
  }

  get hostname(): string {
    return this.socketPath === null ? this.#url.hostname : this.host;
  }

  /** Whether the server runs on this machine, as far as its address says. */
  get isThisMachine(): boolean {
    return this.socketPath !== null || /^(?:localhost|127\..*|\[::1\])$/.test(this.#url.hostname);
  }

  get path(): string {
    return this.#url.pathname;
  }

  /** Whether it asks for an execution trace of Go. */
  get isTrace(): boolean {
    return /\/trace\/?$/.test(this.path);
  }

  get isHttp(): boolean {
    return /^https?:$/.test(this.#url.protocol);
  }

  /** Whether this is the server of another address: its scheme, host and port, or the same with https instead of http. */
  isOnServerOf(other: ProfileAddress): boolean {
    if (this.origin === other.origin) return true;
    const { protocol, hostname, port } = other.urlWithSecrets();
    const isSafer = protocol === 'http:' && this.#url.protocol === 'https:';
    return isSafer && other.socketPath === null && this.#url.hostname === hostname && this.#url.port === port;
  }

  /** What of it is in no message, as it was written and as it is meant. */
  get hiddenParts(): readonly string[] {
    const { username, password, searchParams } = this.#url;
    const values = [...searchParams].flatMap(([name, value]) =>
      this.#hasOpenParameters || isOpenParameter(name, value) ? [] : [value === '' ? name : value],
    );
    return [username, password, ...values];
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
    const isInsecure = this.isInsecure && url.hostname === this.#url.hostname;
    return new ProfileAddress(url, isInsecure, isSameServer ? this.socketPath : null);
  }

  /**
   * Another page of the same server, with the parameters of this one and these. `null` where the path leads out of the
   * folder that this address names.
   *
   * @param path relative to this address, whose path ends with a slash
   */
  below(path: string, parameters: Readonly<Record<string, string>> = {}): ProfileAddress | null {
    const folder = new URL(this.#url);
    folder.search = '';
    if (!URL.canParse(path, folder.href)) return null;
    const url = new URL(path, folder);
    if (url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) return null;
    url.username = folder.username;
    url.password = folder.password;
    url.hash = '';
    for (const [name, value] of this.#url.searchParams) url.searchParams.set(name, value);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return new ProfileAddress(url, this.isInsecure, this.socketPath);
  }

  toString(): string {
    return this.shown;
  }

  toJSON(): string {
    return this.shown;
  }
}

function isOpenParameter(name: string, value: string): boolean {
  return openParameters.includes(name) && /^\d*$/.test(value);
}

function shownParameter(name: string, value: string): string {
  if (isOpenParameter(name, value)) return `${name}=${value}`;
  // Without a value, the name itself may be a key.
  return value === '' ? '…' : `${encodeURIComponent(name)}=…`;
}

/** Whether this is an address and not the name of a file. */
export function isUrl(source: string): boolean {
  return withScheme.test(source) || unixSocket.test(source);
}

/** An address as it is written: nothing is added to it. `null` if the text is not one. */
export function writtenAddress(source: string): ProfileAddress | null {
  const [isSocket, socketPath = '', path = '/'] = unixSocket.exec(source) ?? [];
  if (isSocket !== undefined) {
    // A server behind a socket gets some host; `localhost` is what others send.
    return URL.canParse(`http://localhost${path}`)
      ? new ProfileAddress(withoutHash(`http://localhost${path}`), false, socketPath)
      : null;
  }
  const isInsecure = /^https\+insecure:/i.test(source);
  const plain = hostAndPort.test(source)
    ? `http://${source}`
    : source.replace(/^https\+insecure:/i, 'https:');
  if (!withScheme.test(plain) || !URL.canParse(plain)) return null;
  return new ProfileAddress(withoutHash(plain), isInsecure);
}

function withoutHash(text: string): URL {
  const url = new URL(text);
  url.hash = '';
  return url;
}

/**
 * The address that the user has written; `null` if the text is not one. As in pprof, `http://` may be missing before a
 * host with a port, and an address without a path means the CPU profile.
 *
 * @param seconds how long the server shall record, if the user has said so. It becomes a part of the query
 */
export function profileAddress(source: string, seconds?: number): ProfileAddress | null {
  const written = writtenAddress(source);
  if (written === null) return null;
  const url = written.urlWithSecrets();
  if (url.pathname === '/') url.pathname = cpuProfile.path;
  if (seconds !== undefined && seconds > 0) url.searchParams.set('seconds', String(Math.trunc(seconds)));
  return new ProfileAddress(url, written.isInsecure, written.socketPath);
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
