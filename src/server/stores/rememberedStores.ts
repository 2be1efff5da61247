/** The stores that are remembered: in a file of our storage, without any secret. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type StoreKind, storeKinds } from '../../go/stores/storeAddress.ts';
import { object, oneOf, property, type Reader, text, validItems } from '../../outsideValues.ts';
import { writeWhole } from '../history/wholeFile.ts';

/** What was asked for last. */
export interface LastQuery {
  readonly selector: string;
  /** The name of the profile: `process_cpu`. */
  readonly type: string;
}

/** A store that the user has named. */
export interface KnownStore {
  readonly id: string;
  readonly kind: StoreKind;
  /** Scheme, host, port and prefix. */
  readonly address: string;
  /** Empty where the store has only one. */
  readonly tenant: string;
  /** A file of certificates that vouch for the store. */
  readonly caFile?: string;
  readonly last?: LastQuery;
}

const storePrefix = 'store/';

const mostStores = 30;

const storeId: Reader<string> = (value) =>
  /^store\/[\w-]{1,50}$/.test(text(value) ?? '') ? text(value) : undefined;
const knownStore = object<
  Pick<KnownStore, 'id' | 'kind' | 'address' | 'tenant'>,
  Pick<KnownStore, 'caFile' | 'last'>
>(
  { id: storeId, kind: oneOf(...storeKinds), address: text, tenant: text },
  { caFile: text, last: object<LastQuery>({ selector: text, type: text }) },
);

/** The list of stores, the one used last first. */
export class RememberedStores {
  readonly #file: string;
  #stores: readonly KnownStore[];

  constructor(file: string) {
    this.#file = file;
    this.#stores = read(file);
  }

  get all(): readonly KnownStore[] {
    return this.#stores;
  }

  get(id: string): KnownStore | undefined {
    return this.#stores.find((store) => store.id === id);
  }

  /** A new store, which is not remembered yet. */
  made(kind: StoreKind, address: string, tenant: string): KnownStore {
    const known = this.#stores.find((store) => store.address === address && store.tenant === tenant);
    return known === undefined
      ? { id: `${storePrefix}${randomUUID()}`, kind, address, tenant }
      : { ...known, kind };
  }

  /** Remembers a store as the one used last. Rejects with the errors of `node:fs`. */
  async keep(store: KnownStore): Promise<void> {
    await this.#write([store, ...this.#stores.filter(({ id }) => id !== store.id)].slice(0, mostStores));
  }

  async forget(id: string): Promise<void> {
    await this.#write(this.#stores.filter((store) => store.id !== id));
  }

  async #write(stores: readonly KnownStore[]): Promise<void> {
    this.#stores = stores;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    await writeWhole(this.#file, JSON.stringify({ stores }));
  }
}

/** What is damaged is left out: the user can name the store again. */
function read(file: string): readonly KnownStore[] {
  try {
    return validItems(knownStore)(property(JSON.parse(readFileSync(file, 'utf8')), 'stores')) ?? [];
  } catch {
    return [];
  }
}
