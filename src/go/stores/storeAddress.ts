/** The address of a store of production profiles, and how we are known there. */
import { ProfileAddress } from '../profiles/fetchAddress.ts';
import type { ServerAccess } from '../profiles/fetchBytes.ts';

export const storeKinds = ['pyroscope', 'parca'] as const;

export type StoreKind = (typeof storeKinds)[number];

/** What users call it. */
export const storeNames: Readonly<Record<StoreKind, string>> = { pyroscope: 'Pyroscope', parca: 'Parca' };

/** What stands behind the `?` of a request. A list is a parameter that is there several times. */
export type StoreParameters = Readonly<Record<string, string | readonly string[]>>;

/** How we are known to a store. All but the tenant is secret. */
export interface StoreAccess extends ServerAccess {
  /** Pyroscope: `X-Scope-OrgID`. Empty where the store has only one. */
  readonly tenant?: string;
}

/**
 * Where a store is. User name and password of the address go with each request, and into no text; the same is true of the
 * headers of its access.
 */
export class StoreAddress {
  readonly kind: StoreKind;
  readonly tenant: string;
  readonly #base: URL;
  readonly #isInsecure: boolean;
  readonly #access: StoreAccess;

  /** @param base of the store's API, with any prefix; its query and hash are left out */
  constructor(kind: StoreKind, base: URL, isInsecure: boolean, access: StoreAccess = {}) {
    this.kind = kind;
    this.tenant = access.tenant ?? '';
    this.#base = new URL(base);
    this.#base.search = '';
    this.#base.hash = '';
    if (!this.#base.pathname.endsWith('/')) this.#base.pathname += '/';
    this.#isInsecure = isInsecure;
    this.#access = access;
  }

  /** For messages: scheme, host, port and prefix, without name and password. */
  get shown(): string {
    return `${this.#base.origin}${this.#base.pathname.replace(/\/$/, '')}`;
  }

  /** Host, port and prefix: what tells stores apart in a list. */
  get place(): string {
    return `${this.#base.host}${this.#base.pathname.replace(/\/$/, '')}`;
  }

  get hasPassword(): boolean {
    return this.#base.password !== '' || this.#access.headers?.authorization !== undefined;
  }

  /** The same store, if somebody is known there in another way. */
  with(access: StoreAccess): StoreAddress {
    return new StoreAddress(this.kind, this.#base, this.#isInsecure, { ...this.#access, ...access });
  }

  /** The same place, as a store of another kind. */
  as(kind: StoreKind): StoreAddress {
    return new StoreAddress(kind, this.#base, this.#isInsecure, this.#access);
  }

  /** One of the store's endpoints. */
  endpoint(path: string, parameters: StoreParameters = {}): ProfileAddress {
    const url = new URL(this.#base);
    url.pathname += path;
    for (const [name, values] of Object.entries(parameters)) {
      for (const value of [values].flat()) url.searchParams.append(name, value);
    }
    return new ProfileAddress(url, this.#isInsecure);
  }

  /** What goes with a request, for the request only. */
  accessWithSecrets(): ServerAccess {
    const { headers = {}, ca, tenant = '' } = this.#access;
    const asked = tenant === '' ? headers : { ...headers, 'x-scope-orgid': tenant };
    return { headers: asked, ...(ca === undefined ? {} : { ca }) };
  }

  toString(): string {
    return this.shown;
  }

  toJSON(): string {
    return this.shown;
  }
}

const scheme = /^(?:(pyroscope|parca)\+)?(https?)(\+insecure)?:\/\//i;
const hostAndPort = /^(?:[^/\\@\s]*@)?(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?=[/?]|$)/i;

/** Whether a text is the address of a store, such as `pyroscope+http://127.0.0.1:4040/?query=...`. */
export function isStoreUrl(source: string): boolean {
  return /^(?:pyroscope|parca)\+https?(?:\+insecure)?:\/\//i.test(source);
}

/** An address with what stands behind its `?`. */
export interface WrittenStore {
  readonly address: StoreAddress;
  readonly parameters: URLSearchParams;
}

/**
 * The store that the user has written: `pyroscope+http://HOST:PORT/PREFIX`, or without `pyroscope+` where the kind is
 * known, or without `http://` before a host with a port. `null` if the text is no address.
 *
 * @param kind of the store, if it was said elsewhere
 */
export function storeAddress(
  source: string,
  kind?: StoreKind,
  access: StoreAccess = {},
): WrittenStore | null {
  const withScheme = hostAndPort.test(source) ? `http://${source}` : source;
  const [whole, named, protocol, insecure] = scheme.exec(withScheme) ?? [];
  const said = storeKinds.find((each) => each === named?.toLowerCase()) ?? kind;
  if (whole === undefined || said === undefined) return null;
  const plain = `${protocol}://${withScheme.slice(whole.length)}`;
  if (!URL.canParse(plain)) return null;
  const url = new URL(plain);
  const parameters = url.searchParams;
  const tenant = parameters.get('tenant') ?? access.tenant ?? '';
  const address = new StoreAddress(said, url, insecure !== undefined, { ...access, tenant });
  return { address, parameters };
}
