/** From the address that the user types to a store that answers, with whatever it asks for on the way. */

import * as l10n from '@vscode/l10n';
import { authorizationIn, basicAuthorization, bearerAuthorization } from '../../go/profiles/authorization.ts';
import { readCertificates } from '../../go/profiles/certificates.ts';
import type { Store } from '../../go/stores/store.ts';
import type { StoreAccess } from '../../go/stores/storeAddress.ts';
import { kindIn, type StoreKind, storeKinds, storeTitle, writtenStore } from '../../go/stores/storeKinds.ts';
import { object, text } from '../../outsideValues.ts';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import type { Ask } from '../client/ask.ts';
import type { Messages } from '../client/messages.ts';
import { askTrust, type Trusted } from '../servers/trust.ts';
import { storeLabel } from './chooseStore.ts';
import type { KnownStore, RememberedStores } from './rememberedStores.ts';

export interface ConnectContext {
  readonly ask: Ask;
  readonly messages: Messages;
}

/** A store that answers. */
export interface ConnectedStore {
  readonly kept: KnownStore;
  readonly store: Store;
  /** Shows a progress bar with Cancel while `work` waits for the store. */
  busy<T>(what: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

const anyStore = storeKinds.map(storeTitle).join(' or ');

/** What is asked. */
export interface AddressQuestion {
  readonly title: string;
  /** The store whose address is edited. */
  readonly former?: KnownStore;
}

/** Asks for an address until a store answers there. `null`: given up. */
export async function askAddress(
  context: ConnectContext,
  remembered: RememberedStores,
  { title, former }: AddressQuestion,
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
    const found = await findKind(context, written, signal);
    if (found === null) continue;
    const { kind, address, caFile } = found;
    const store = {
      ...remembered.made(kind, address, written.tenant),
      ...(former ? { id: former.id } : {}),
      ...(caFile === undefined ? {} : { caFile }),
    };
    if (Object.keys(written.secrets).length > 0) await keepSecrets(ask, store, written.secrets);
    const connected = await connect(context, remembered, store, signal);
    if (connected !== null) return connected;
  }
}

interface StoreSecrets {
  readonly authorization?: string;
}

interface TypedStore extends Trusted {
  /** The kind, if the address says it. */
  readonly kind: StoreKind | null;
  /** Without name and password. */
  readonly address: string;
  readonly tenant: string;
  readonly secrets: StoreSecrets;
}

/** What the user has typed, with its secrets apart. */
function typedStore(typed: string): TypedStore | null {
  const { kind, address: bare } = kindIn(typed);
  const read = writtenStore(bare, kind ?? 'pyroscope');
  if (read === null) return null;
  const { address: at } = read.store;
  const authorization = authorizationIn(at.endpoint('').urlWithSecrets());
  const insecure = /^https\+insecure:/i.test(bare) ? '+insecure' : '';
  const address = at.shown.replace(/^https:/, `https${insecure}:`);
  const secrets = authorization === null ? {} : { authorization };
  return { kind, address, tenant: at.tenant, secrets };
}

/** Which kind of store it is: asks as both would be asked. A refusal for lack of credentials is an answer, too. */
async function findKind(
  context: ConnectContext,
  written: TypedStore,
  signal: AbortSignal,
): Promise<(Trusted & { readonly kind: StoreKind }) | null> {
  const { ask, messages } = context;
  const { kind, address, tenant, secrets } = written;
  if (kind !== null) return { ...written, kind };
  const ca = readCertificates(written.caFile);
  if (!ca.ok) {
    messages.problem(ca.problem, 'error');
    return null;
  }
  const access = { ...accessOf(secrets, ca.value), tenant };
  const problems: Problem[] = [];
  for (const each of storeKinds) {
    const asked = writtenStore(address, each, access)?.store;
    if (asked === undefined) continue;
    const place = placeOf(asked);
    const answer = await bar(messages, place, l10n.t('asking what it is'), signal, (during) =>
      asked.types(lastHour(), { timeout: 15, signal: during }),
    );
    if (answer.ok || answer.problem.code === 'no-tenant') return { ...written, kind: each };
    if (answer.problem.code === 'cancelled') return null;
    if (answer.problem.code === 'certificate') {
      const trusted = await askTrust(ask, written, place);
      if (trusted !== null) return findKind(context, trusted, signal);
      messages.problem(answer.problem, 'error');
      return null;
    }
    problems.push(answer.problem);
  }
  const refused = problems.findIndex(({ code }) => code === 'not-allowed');
  const refusedKind = storeKinds[refused];
  // A proxy refuses both ways to ask. Grafana's own wants credentials.
  if (refusedKind !== undefined) return { ...written, kind: refusedKind };
  const [problem] = problems;
  const isNone = problems.every(({ code }) => code === 'not-a-store');
  const none = fail('not-a-store', '{0} answers, but not as {1} does. Check the address.', [
    address,
    anyStore,
  ]);
  messages.problem(isNone || problem === undefined ? none.problem : problem, 'error');
  return null;
}

/** Host, port and prefix. */
function placeOf({ address }: Store): string {
  return address.shown.replace(/^https?:\/\//, '');
}

function lastHour() {
  return { start: Date.now() - 3_600_000, end: Date.now() };
}

/** A store can ask for a tenant and for a password, and the first answer can be wrong. */
const mostAttempts = 6;

/** Asks a store whether it knows us. Asks the user for what it wants to see. `null`: given up, or a message says why. */
export async function connect(
  { ask, messages }: ConnectContext,
  remembered: RememberedStores,
  named: KnownStore,
  signal: AbortSignal,
): Promise<ConnectedStore | null> {
  let store = named;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const made = await madeStore(ask, store);
    if (!made.ok) {
      messages.problem(made.problem, 'error');
      return null;
    }
    const place = placeOf(made.value);
    const answer = await bar(messages, place, l10n.t('connecting'), signal, (during) =>
      made.value.types(lastHour(), { timeout: 30, signal: during }),
    );
    if (answer.ok) {
      await remembered.keep(store);
      const busy: ConnectedStore['busy'] = (what, outer, work) => bar(messages, place, what, outer, work);
      return { kept: store, store: made.value, busy };
    }
    const { code } = answer.problem;
    if (code === 'cancelled') return null;
    const mended = ask.possible ? await mend(ask, store, code) : null;
    if (mended === null) {
      messages.problem(answer.problem, 'error');
      return null;
    }
    store = mended;
  }
  return null;
}

/** What the user can do about a refusal. `null`: nothing, or given up. */
async function mend(ask: Ask, store: KnownStore, code: string): Promise<KnownStore | null> {
  const title = storeLabel(store);
  if (code === 'no-tenant') {
    const tenant = await ask.input({
      title,
      prompt: l10n.t('The tenant (X-Scope-OrgID)'),
      value: store.tenant,
    });
    return tenant === null || tenant.trim() === '' ? null : { ...store, tenant: tenant.trim() };
  }
  if (code === 'certificate') return askTrust(ask, store, title);
  if (code !== 'not-allowed') return null;
  const secrets = await askSecrets(ask, title);
  if (secrets === null) return null;
  await keepSecrets(ask, store, secrets);
  return store;
}

/** Asks how the user is known to the store. `null`: given up. */
async function askSecrets(ask: Ask, title: string): Promise<StoreSecrets | null> {
  const chosen = await ask.pick({
    title,
    placeholder: l10n.t("How does the store know you? It is kept in the editor's secret storage."),
    items: [
      { id: 'basic', label: l10n.t('Name and password'), icon: 'account' },
      { id: 'bearer', label: l10n.t('Token'), description: 'Authorization: Bearer …', icon: 'key' },
    ],
  });
  if (chosen === null || 'typed' in chosen) return null;
  if (chosen.id === 'bearer') {
    const token = await ask.input({ title, prompt: l10n.t('The token'), password: true });
    const authorization = bearerAuthorization(token ?? '');
    return authorization === null ? null : { authorization };
  }
  const name = await ask.input({ title, prompt: l10n.t("The name, in Grafana Cloud the user's number") });
  if (name === null) return null;
  const password = await ask.input({ title, prompt: l10n.t('The password'), password: true });
  return password === null ? null : { authorization: basicAuthorization(name, password) };
}

const stored = object<object, StoreSecrets>({}, { authorization: text });

async function keepSecrets(ask: Ask, { id }: KnownStore, secrets: StoreSecrets): Promise<void> {
  await ask.keepSecret(id, JSON.stringify(secrets));
}

async function secretsOf(ask: Ask, { id }: KnownStore): Promise<StoreSecrets> {
  try {
    return stored(JSON.parse((await ask.secret(id)) ?? '{}')) ?? {};
  } catch {
    return {};
  }
}

function accessOf({ authorization }: StoreSecrets, ca: string | null): StoreAccess {
  return {
    ...(authorization === undefined ? {} : { headers: { authorization } }),
    ...(ca === null ? {} : { ca }),
  };
}

async function madeStore(ask: Ask, store: KnownStore): Promise<Result<Store>> {
  const ca = readCertificates(store.caFile);
  if (!ca.ok) return ca;
  const access = { ...accessOf(await secretsOf(ask, store), ca.value), tenant: store.tenant };
  const read = writtenStore(store.address, store.kind, access);
  return read === null
    ? fail('not-a-store', '{0} is not the address of a store.', [store.address])
    : ok(read.store);
}

/** Shows a bar while `work` goes on. Its button aborts the signal that `work` gets. */
async function bar<T>(
  messages: Messages,
  title: string,
  what: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const shown = await messages.progress();
  const cancelled = new AbortController();
  const listener = shown.token.onCancellationRequested(() => cancelled.abort());
  shown.begin(title, what);
  try {
    return await work(AbortSignal.any([cancelled.signal, signal]));
  } finally {
    listener.dispose();
    shown.done();
  }
}
