/** The stores that are remembered: in a file of our storage, without any secret. */
import { randomUUID } from 'node:crypto';
import { type StoreKind, storeKinds } from '../../go/stores/storeKinds.ts';
import { object, oneOf, type Reader, text } from '../../outsideValues.ts';
import { RememberedList } from '../servers/rememberedList.ts';

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
export class RememberedStores extends RememberedList<KnownStore> {
  constructor(file: string) {
    super(file, { name: 'stores', item: knownStore, most: mostStores });
  }

  /** A new store, which is not remembered yet. */
  made(kind: StoreKind, address: string, tenant: string): KnownStore {
    const known = this.all.find((store) => store.address === address && store.tenant === tenant);
    return known === undefined
      ? { id: `${storePrefix}${randomUUID()}`, kind, address, tenant }
      : { ...known, kind };
  }
}
