/** From the address that the user types to a store that answers. */
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../../base/result.ts';
import { authorizationIn } from '../../../go/profiles/authorization.ts';
import type { ServerAccess } from '../../../go/profiles/fetchBytes.ts';
import type { Selection, Store, StoreType } from '../../../go/stores/store.ts';
import {
  kindIn,
  type StoreKind,
  storeKinds,
  storeTitle,
  writtenStore,
} from '../../../go/stores/storeKinds.ts';
import { typesOf } from '../../../go/stores/storeProfile.ts';
import type { StoreLimits } from '../../../go/stores/storeRequest.ts';
import type { TimeRange } from '../../../go/stores/timeRange.ts';
import { type RunVersions, runVersions } from '../../../go/stores/versions.ts';
import type { Ask } from '../../client/ask.ts';
import { addSecrets, type Secrets } from '../shared/access.ts';
import { busy } from '../shared/busy.ts';
import { type AskContext, connected, told } from '../shared/connecting.ts';
import { type KeptStore, type KeptStores, type NamedStore, storeLabel } from './keptStores.ts';

/** A store that answers, for one command of the user. */
export interface ConnectedStore {
  readonly kept: KeptStore;
  readonly store: Store;
  /** The time that `types` are of. */
  readonly range: TimeRange;
  readonly types: readonly StoreType[];
  /** Those of one profile; `null`, with a message, if there are none. */
  typesOf(profile: string): readonly StoreType[] | null;
  /** Asks it, with a progress bar. `null`: cancelled, or a message says why there is no answer. */
  ask<T>(what: string, question: (limits: StoreLimits) => Promise<Result<T>>): Promise<T | null>;
  /** Asks which versions of the code ran. `null` as of `ask`. */
  versions(type: StoreType, selection: Selection): Promise<RunVersions | null>;
}

const day = 86_400_000;

export function lastDay(): TimeRange {
  const now = Date.now();
  return { start: now - day, end: now };
}

const anyStore = storeKinds.map(storeTitle).join(' or ');

/**
 * Asks for an address until a store answers there. `null`: given up.
 *
 * @param former the store whose address is edited
 */
export async function askAddress(
  context: AskContext,
  stores: KeptStores,
  { title, former }: { readonly title: string; readonly former?: KeptStore },
  signal: AbortSignal,
): Promise<ConnectedStore | null> {
  const { ask, messages } = context;
  let value = former?.address ?? '';
  for (;;) {
    const typed = await ask.input({
      title,
      prompt: l10n.t('Address of a {0} server', anyStore),
      placeholder: 'http://localhost:4040',
      ...(value === '' ? {} : { value }),
    });
    if (typed === null || typed.trim() === '') return null;
    value = typed.trim();
    const written = typedStore(value);
    if (written === null) {
      const template =
        'This is not the address of a server. One looks like http://localhost:4040 or https://profiles.example/prefix.';
      messages.problem(fail('not-a-store', template).problem, 'error');
      continue;
    }
    const { kind, address, tenant, secrets } = written;
    const named = { ...stores.at(address, tenant), kind, ...(former ? { id: former.id } : {}) };
    if (Object.keys(secrets).length > 0) await addSecrets(ask, named, secrets);
    const found = await connect(context, stores, named, lastDay(), signal);
    if (found !== null) return found;
  }
}

/** What the user has typed, with its secrets apart. The kind is known if the address says it. */
function typedStore(typed: string): (Omit<NamedStore, 'id'> & { readonly secrets: Secrets }) | null {
  const { kind, address: bare } = kindIn(typed);
  const read = writtenStore(bare, kind ?? storeKinds[0]);
  if (read === null) return null;
  const { address: at } = read.store;
  const authorization = authorizationIn(at.endpoint('').urlWithSecrets());
  const insecure = /^https\+insecure:/i.test(bare) ? '+insecure' : '';
  const address = at.shown.replace(/^https:/, `https${insecure}:`);
  return { kind, address, tenant: at.tenant, secrets: authorization === null ? {} : { authorization } };
}

/**
 * Asks a store for its types in a time. Asks the user for what it wants to see. `null`: given up, or a message says why.
 *
 * @param range what is asked for later is mostly in this time
 */
export async function connect(
  context: AskContext,
  stores: KeptStores,
  named: NamedStore,
  range: TimeRange,
  signal: AbortSignal,
): Promise<ConnectedStore | null> {
  const { ask: user, messages } = context;
  const busyWith = <T>(remote: NamedStore, text: string, work: (signal: AbortSignal) => Promise<T>) =>
    busy(messages, { title: storeLabel(remote), text, seconds: null }, signal, work);
  const found = await connected(context, named, {
    label: storeLabel,
    namePrompt: l10n.t("The name, in Grafana Cloud the user's number"),
    attempt: (remote, access) =>
      busyWith(remote, l10n.t('connecting'), (during) =>
        askKinds(remote, access, (store) => store.types(range, { timeout: 30, signal: during })),
      ),
    mend: async (remote, code) => (code === 'no-tenant' ? askTenant(user, remote) : null),
  });
  if (found === null) return null;
  const { store, kind, types } = found.answer;
  const kept = { ...found.remote, kind };
  await stores.keep(kept);
  const ask: ConnectedStore['ask'] = async (what, question) => {
    const answer = store.address.plain(await busyWith(kept, what, (during) => question({ signal: during })));
    return answer.ok ? answer.value : told(messages, answer.problem);
  };
  return {
    kept,
    store,
    range,
    types,
    typesOf(profile) {
      const meant = store.address.plain(typesOf(types, profile));
      return meant.ok ? meant.value : told(messages, meant.problem);
    },
    ask,
    versions: (type, selection) =>
      ask(l10n.t('asking for its versions'), (limits) => runVersions(store, type, selection, limits)),
  };
}

interface Answered {
  readonly kind: StoreKind;
  readonly store: Store;
  readonly types: readonly StoreType[];
}

/** After these, asking in the way of another kind may help. A proxy in front of a store refuses all ways. */
const mayBeOther = [
  'not-a-store',
  'not-allowed',
  'server-refused',
  'bad-query',
  'redirected',
  'page-refused',
];

/** Asks a store of an unknown kind as each kind is asked, until one answers. */
async function askKinds(
  { kind: known, address, tenant }: NamedStore,
  access: ServerAccess,
  typesIn: (store: Store) => Promise<Result<readonly StoreType[]>>,
): Promise<Result<Answered>> {
  const refusals: Problem[] = [];
  for (const kind of known === null ? storeKinds : [known]) {
    const store = writtenStore(address, kind, { ...access, tenant })?.store;
    if (store === undefined) return fail('not-a-store', '{0} is not the address of a store.', [address]);
    const types = await typesIn(store);
    if (types.ok) return ok({ kind, store, types: types.value });
    if (known !== null || !mayBeOther.includes(types.problem.code)) return types;
    refusals.push(types.problem);
  }
  const problem =
    refusals.find(({ code }) => code === 'not-allowed') ??
    refusals.find(({ code }) => code !== 'not-a-store');
  return problem === undefined
    ? fail('not-a-store', '{0} answers, but not as {1} does. Check the address.', [address, anyStore])
    : { ok: false, problem };
}

/** `null`: given up. */
async function askTenant(ask: Ask, store: NamedStore): Promise<NamedStore | null> {
  const typed = await ask.input({
    title: storeLabel(store),
    prompt: l10n.t('The tenant (X-Scope-OrgID)'),
    value: store.tenant,
  });
  const tenant = typed?.trim() ?? '';
  return tenant === '' ? null : { ...store, tenant };
}

/** What else can be chosen than a store. */
type Other = 'new' | 'forget';

/** Lets the user choose one of the stores, or what else can be done. `new` if there is none yet. `null`: given up. */
export async function chooseStore(
  ask: Ask,
  stores: readonly KeptStore[],
  others: readonly Other[],
): Promise<KeptStore | Other | null> {
  if (stores.length === 0) return 'new';
  const labels = {
    new: { label: l10n.t('Connect to a Store…'), icon: 'add' },
    forget: { label: l10n.t('Forget a Store…'), description: l10n.t('with its password'), icon: 'trash' },
  };
  const chosen = await ask.choose({
    title: l10n.t('Profile Production'),
    placeholder: l10n.t('Which store?'),
    items: [
      ...stores.map((store) => ({ id: store.id, label: storeLabel(store), icon: 'database' })),
      ...others.map((id) => ({ id, ...labels[id] })),
    ],
  });
  return others.find((id) => id === chosen) ?? stores.find(({ id }) => id === chosen) ?? null;
}
