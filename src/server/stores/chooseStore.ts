/** Which of the remembered stores the user means. */
import * as l10n from '@vscode/l10n';
import { storeTitle } from '../../go/stores/storeKinds.ts';
import type { Ask } from '../client/ask.ts';
import type { KnownStore } from './rememberedStores.ts';

/** What the user sees of a store. */
export function storeLabel({ kind, address, tenant }: Omit<KnownStore, 'id'>): string {
  const place = address.replace(/^https?(?:\+insecure)?:\/\//, '').replace(/\/$/, '');
  return tenant === '' ? `${storeTitle(kind)} ${place}` : `${storeTitle(kind)} ${place} (${tenant})`;
}

/** `new`: another one, or there is none yet. `null`: given up. */
export async function chooseStore(
  ask: Ask,
  stores: readonly KnownStore[],
): Promise<KnownStore | 'new' | null> {
  if (stores.length === 0) return 'new';
  const chosen = await ask.pick({
    title: l10n.t('Profile from Store'),
    placeholder: l10n.t('Which store?'),
    items: [
      ...stores.map((store) => ({ id: store.id, label: storeLabel(store), icon: 'database' })),
      { id: 'new', label: l10n.t('Connect to a Store…'), icon: 'add' },
    ],
  });
  if (chosen === null || 'typed' in chosen) return null;
  return chosen.id === 'new' ? 'new' : (stores.find(({ id }) => id === chosen.id) ?? null);
}
