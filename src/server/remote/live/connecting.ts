/** Naming a running server, connecting to it, and changing what is kept of it. */
import * as l10n from '@vscode/l10n';
import { ok } from '../../../base/result.ts';
import type { ServerAccess } from '../../../go/profiles/fetchBytes.ts';
import { indexAddresses, writtenServer } from '../../../go/servers/serverAddress.ts';
import { askIndex, type ServerIndex } from '../../../go/servers/serverIndex.ts';
import { addSecrets, askSecrets, askTrust, forgetSecrets, secretsOf } from '../shared/access.ts';
import { busy } from '../shared/busy.ts';
import { connected, told } from '../shared/connecting.ts';
import type { RemoteContext } from '../shared/remoteContext.ts';
import type { KeptServer, KeptServers } from './keptServers.ts';

export interface ServersContext extends RemoteContext {
  readonly kept: KeptServers;
}

/** A server that answers. */
export interface ConnectedServer {
  readonly server: KeptServer;
  readonly index: ServerIndex;
  readonly access: ServerAccess;
}

export function serverLabel({ address }: KeptServer): string {
  return address
    .replace(/^http:\/\//, '')
    .replace(/^https\+insecure:/, 'https:')
    .replace(/(?<=.)\/$/, '')
    .replace(/:?\/debug\/pprof$/, '');
}

function itemOf(server: KeptServer) {
  return { id: server.id, label: serverLabel(server), icon: 'server' };
}

/** Asks for the address of a server; of those that are kept, the one used last is first. `null`: given up. */
export async function askServer({ ask, messages, kept }: ServersContext): Promise<KeptServer | null> {
  const chosen = await ask.pick({
    title: l10n.t('Profile Server'),
    placeholder: l10n.t(
      'Type an address: localhost:6060, https://shop.example/internal, unix:/run/shop.sock',
    ),
    items: kept.all.map(itemOf),
    ownText: l10n.t('Connect to {0}'),
  });
  if (chosen === null) return null;
  if ('id' in chosen) return kept.get(chosen.id) ?? null;
  const written = writtenServer(chosen.typed);
  if (!written.ok) return told(messages, written.problem);
  const server = kept.at(written.value.address);
  const { secrets } = written.value;
  if (Object.keys(secrets).length > 0) await addSecrets(ask, server, secrets);
  return server;
}

export async function askWhich(
  { ask, kept }: ServersContext,
  servers: readonly KeptServer[],
): Promise<KeptServer | null> {
  const chosen = await ask.choose({
    title: l10n.t('Running Servers'),
    placeholder: l10n.t('Which server?'),
    items: servers.map(itemOf),
  });
  return kept.get(chosen ?? '') ?? null;
}

/** Asks a server for its profiles. Asks the user for what it wants to see. `null`: given up, or a message says why. */
export async function connect(
  context: ServersContext,
  named: KeptServer,
  signal: AbortSignal,
): Promise<ConnectedServer | null> {
  const found = await connected(context, named, {
    label: serverLabel,
    attempt: async (server, access, { query }) => {
      const text = l10n.t('asking for its profiles');
      const question = { title: serverLabel(server), text, seconds: null };
      const index = await busy(context.messages, question, signal, (during) =>
        askIndex(indexAddresses(server.address, query), { access, signal: during, timeout: 15 }),
      );
      return index.ok ? ok({ index: index.value, access }) : index;
    },
  });
  if (found === null) return null;
  await context.kept.keep(found.remote);
  return { server: found.remote, ...found.answer };
}

export async function editServer(context: ServersContext, server: KeptServer): Promise<void> {
  const { ask, kept } = context;
  const title = serverLabel(server);
  const secrets = await secretsOf(ask, server);
  const hasSecrets = Object.keys(secrets).length > 0;
  const forget = { id: 'forget', label: l10n.t('Forget password, token and headers'), icon: 'trash' };
  const chosen = await ask.choose({
    title,
    placeholder: l10n.t('What do you want to change?'),
    items: [
      { id: 'address', label: l10n.t('Address'), description: server.address, icon: 'server' },
      {
        id: 'secrets',
        label: l10n.t('Password, token or header'),
        description: hasSecrets ? l10n.t('one is kept') : '',
        icon: 'key',
      },
      ...(hasSecrets ? [forget] : []),
      {
        id: 'trust',
        label: l10n.t('Certificate authority'),
        description: server.caFile ?? '',
        icon: 'shield',
      },
    ],
  });
  if (chosen === 'address') await editAddress(context, server);
  if (chosen === 'forget') await forgetSecrets(ask, server);
  if (chosen === 'secrets') {
    const added = await askSecrets(ask, title);
    if (added !== null) await addSecrets(ask, server, added);
  }
  if (chosen === 'trust') {
    const trusted = await askTrust(ask, server, title);
    if (trusted !== null) await kept.keep(trusted);
  }
}

async function editAddress({ ask, messages, kept }: ServersContext, server: KeptServer): Promise<void> {
  const prompt = l10n.t('The new address, such as localhost:6060');
  const typed = await ask.input({ title: serverLabel(server), prompt, value: server.address });
  if (typed === null || typed === server.address) return;
  const written = writtenServer(typed);
  if (!written.ok) {
    messages.problem(written.problem, 'error');
    return;
  }
  const { address, secrets } = written.value;
  const { caFile: _, ...rest } = server;
  const edited = { ...rest, address };
  await addSecrets(ask, edited, secrets);
  await kept.keep(edited);
}
