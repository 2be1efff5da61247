/** The stores that the user has named. */

import { object, oneOf, type Read, text } from '../../../base/outsideValues.ts';
import { type StoreKind, storeKinds, storeTitle } from '../../../go/stores/storeKinds.ts';
import { idReader, KeptList, newId } from '../shared/keptList.ts';
import type { KeptText } from '../shared/keptText.ts';

const keptStore = object(
  {
    id: idReader('store/'),
    kind: oneOf(...storeKinds),
    address: text,
    /** Empty where the store has only one. */
    tenant: text,
  },
  {
    caFile: text,
    /** What was asked for last. `type` is the name of the profile: `process_cpu`. */
    last: object({ selector: text, type: text }),
  },
);

export type KeptStore = Read<typeof keptStore>;

/** A store that the user has named. It may not have said yet of which kind it is. */
export type NamedStore = Omit<KeptStore, 'kind'> & { readonly kind: StoreKind | null };

export class KeptStores extends KeptList<KeptStore> {
  constructor(kept: KeptText) {
    super(kept, { name: 'stores', item: keptStore });
  }

  /** The store with this address and tenant, which need not be kept yet. */
  at(address: string, tenant: string): KeptStore | NamedStore {
    const known = this.all.find((store) => store.address === address && store.tenant === tenant);
    return known ?? { id: newId('store/'), kind: null, address, tenant };
  }
}

export function storeLabel({ kind, address, tenant }: NamedStore): string {
  const place = address.replace(/^https?(?:\+insecure)?:\/\//, '').replace(/\/$/, '');
  return [kind === null ? '' : storeTitle(kind), place, tenant === '' ? '' : `(${tenant})`]
    .filter((part) => part !== '')
    .join(' ');
}
