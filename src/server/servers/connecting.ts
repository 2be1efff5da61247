/** From the server that the user names to the list of its profiles, with whatever the server asks for on the way. */

import * as l10n from '@vscode/l10n';
import { readCertificates } from '../../go/profiles/certificates.ts';
import type { ServerAccess } from '../../go/profiles/fetchBytes.ts';
import { indexAddresses, writtenServer } from '../../go/servers/serverAddress.ts';
import { askIndex, type ServerIndex } from '../../go/servers/serverIndex.ts';
import { ok, type Result } from '../../result.ts';
import type { Ask } from '../client/ask.ts';
import { type Busy, busy } from './busy.ts';
import type { ServersContext } from './context.ts';
import type { KnownServer, Remembered } from './remembered.ts';
import { accessOf, askSecrets, keepSecrets, secretsOf } from './secrets.ts';
import { askTrust } from './trust.ts';

/** A server that answers. */
export interface ConnectedServer {
  readonly server: KnownServer;
  readonly index: ServerIndex;
  readonly access: ServerAccess;
}

/** What the user sees of a server's address. */
export function serverLabel({ address }: KnownServer): string {
  return address
    .replace(/^http:\/\//, '')
    .replace(/^https\+insecure:/, 'https:')
    .replace(/(?<=.)\/$/, '')
    .replace(/:?\/debug\/pprof$/, '');
}

/** Asks for the address of a server; of those that are remembered, the one used last is first. `null`: given up. */
export async function askServer(
  { ask, messages }: ServersContext,
  remembered: Remembered,
): Promise<KnownServer | null> {
  const chosen = await ask.pick({
    title: l10n.t('Profile Running Server'),
    placeholder: l10n.t(
      'Type an address: localhost:6060, https://shop.example/internal, unix:/run/shop.sock',
    ),
    items: remembered.all.map((server) => ({ id: server.id, label: serverLabel(server), icon: 'server' })),
    ownText: l10n.t('Connect to {0}'),
  });
  if (chosen === null) return null;
  if ('id' in chosen) return remembered.get(chosen.id) ?? null;
  const written = writtenServer(chosen.typed);
  if (!written.ok) {
    messages.problem(written.problem, 'error');
    return null;
  }
  const server = remembered.at(written.value.address);
  if (Object.keys(written.value.secrets).length > 0) await keepSecrets(ask, server, written.value.secrets);
  return server;
}

/** Lets the user choose one of these servers. */
export async function askWhich(ask: Ask, servers: readonly KnownServer[]): Promise<KnownServer | null> {
  const items = servers.map((server) => ({ id: server.id, label: serverLabel(server), icon: 'server' }));
  const chosen = await ask.pick({
    title: l10n.t('Running Servers'),
    placeholder: l10n.t('Which server?'),
    items,
  });
  return servers.find(({ id }) => chosen !== null && 'id' in chosen && id === chosen.id) ?? null;
}

/** A server can ask for a password and for trust in its certificate, and the first answer can be wrong. */
const mostAttempts = 6;

/** Asks a server for its profiles. Asks the user for what it wants to see. `null`: given up, or a message says why. */
export async function connect(
  context: ServersContext,
  remembered: Remembered,
  named: KnownServer,
  signal: AbortSignal,
): Promise<ConnectedServer | null> {
  const { ask, messages } = context;
  let server = named;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const asked = await askOnce(context, server, signal);
    if (asked.ok) {
      await remembered.keep(server);
      return asked.value;
    }
    const { code } = asked.problem;
    if (code === 'cancelled') return null;
    const mended = ask.possible ? await mend(ask, server, code) : null;
    if (mended === null) {
      const isTold = code === 'not-allowed' && ask.possible;
      if (!isTold) messages.problem(asked.problem, 'error');
      return null;
    }
    server = mended;
  }
  return null;
}

async function askOnce(
  { ask, messages }: ServersContext,
  server: KnownServer,
  signal: AbortSignal,
): Promise<Result<ConnectedServer>> {
  const secrets = await secretsOf(ask, server);
  const ca = readCertificates(server.caFile);
  if (!ca.ok) return ca;
  const access = accessOf(secrets, ca.value);
  const question: Busy = {
    title: serverLabel(server),
    text: l10n.t('asking for its profiles'),
    seconds: null,
  };
  const index = await busy(messages, question, signal, (during) =>
    askIndex(indexAddresses(server.address, secrets.query), { access, signal: during, timeout: 15 }),
  );
  return index.ok ? ok({ server, index: index.value, access }) : index;
}

/** What the user can do about a refusal. `null`: nothing, or given up. */
async function mend(ask: Ask, server: KnownServer, code: string): Promise<KnownServer | null> {
  const title = serverLabel(server);
  if (code === 'not-allowed') {
    const secrets = await askSecrets(ask, title);
    if (secrets === null) return null;
    await keepSecrets(ask, server, { ...(await secretsOf(ask, server)), ...secrets });
    return server;
  }
  return code === 'certificate' ? askTrust(ask, server, title) : null;
}
