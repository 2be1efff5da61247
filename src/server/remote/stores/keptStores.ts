/** The stores that the user has named. */

import { object, oneOf, type Reader, text } from '../../../base/outsideValues.ts';
import { type StoreKind, storeKinds, storeTitle } from '../../../go/stores/storeKinds.ts';
import { idReader, KeptList, newId, type Remote } from '../shared/keptList.ts';

/** What was asked for last. */
export interface LastQuery {
  readonly selector: string;
  /** The name of the profile: `process_cpu`. */
  readonly type: string;
}

/** A store that the user has named. It may not have said yet of which kind it is. */
export interface NamedStore extends Remote {
  readonly kind: StoreKind | null;
  /** Empty where the store has only one. */
  readonly tenant: string;
  readonly last?: LastQuery;
}

export interface KeptStore extends NamedStore {
  readonly kind: StoreKind;
}

const keptStore: Reader<KeptStore> = object(
  { id: idReader('store/'), kind: oneOf(...storeKinds), address: text, tenant: text },
  { caFile: text, last: object({ selector: text, type: text }) },
);

/** The list of stores, the one used last first. */
export class KeptStores extends KeptList<KeptStore> {
  constructor(file: string) {
    super(file, { name: 'stores', item: keptStore });
  }

  /** The store with this address and tenant, which need not be kept yet. */
  at(address: string, tenant: string): KeptStore | NamedStore {
    const known = this.all.find((store) => store.address === address && store.tenant === tenant);
    return known ?? { id: newId('store/'), kind: null, address, tenant };
  }
}

/** What the user sees of a store. */
export function storeLabel({ kind, address, tenant }: NamedStore): string {
  const place = address.replace(/^https?(?:\+insecure)?:\/\//, '').replace(/\/$/, '');
  return [kind === null ? '' : storeTitle(kind), place, tenant === '' ? '' : `(${tenant})`]
    .filter((part) => part !== '')
    .join(' ');
}
