/** The address of a store of production profiles, and how we are known there. */
import type { Result } from '../../base/result.ts';
import { ProfileAddress } from '../profiles/fetchAddress.ts';
import type { ServerAccess } from '../profiles/fetchBytes.ts';
import { sentSecrets, withoutSecrets } from '../profiles/sentSecrets.ts';

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
  /** What users call this kind of store: `Pyroscope`. */
  readonly title: string;
  readonly tenant: string;
  readonly #base: URL;
  readonly #isInsecure: boolean;
  readonly #access: StoreAccess;
  /** Their spellings take longer than to read a short answer. */
  #secrets: readonly string[] | null = null;

  /** @param base of the store's API, with any prefix; its query and hash are left out */
  constructor(title: string, base: URL, isInsecure: boolean, access: StoreAccess) {
    this.title = title;
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

  get hasPassword(): boolean {
    return this.#base.password !== '' || this.#access.headers?.authorization !== undefined;
  }

  /** One of the store's endpoints. */
  endpoint(path: string, parameters: StoreParameters = {}): ProfileAddress {
    const url = new URL(this.#base);
    url.pathname += path;
    for (const [name, values] of Object.entries(parameters)) {
      for (const value of [values].flat()) url.searchParams.append(name, value);
    }
    return new ProfileAddress(url, this.#isInsecure, null, true);
  }

  /** A result whose problem may have words of the store: without what was sent to it, and short. */
  plain<T>(result: Result<T>): Result<T> {
    if (result.ok) return result;
    return { ok: false, problem: withoutSecrets(result.problem, this.secrets, [this.shown]) };
  }

  /** See `sentSecrets`. */
  get secrets(): readonly string[] {
    this.#secrets ??= sentSecrets(this.endpoint(''), this.#access.headers);
    return this.#secrets;
  }

  /** What goes with a request, for the request only. */
  accessWithSecrets(): ServerAccess {
    const { headers = {}, ca } = this.#access;
    const asked = this.tenant === '' ? headers : { ...headers, 'x-scope-orgid': this.tenant };
    return { headers: asked, ...(ca === undefined ? {} : { ca }) };
  }

  toString(): string {
    return this.shown;
  }

  toJSON(): string {
    return this.shown;
  }
}
