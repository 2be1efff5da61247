/** Naming a running server, connecting to it, and changing what is kept of it. */
import * as l10n from '@vscode/l10n';
import { ok, type Result } from '../../../base/result.ts';
import type { ServerAccess } from '../../../go/profiles/fetchBytes.ts';
import type { MayRun } from '../../../go/profiles/recordingFile.ts';
import { indexAddresses, writtenServer } from '../../../go/servers/serverAddress.ts';
import { askIndex, type ServerIndex } from '../../../go/servers/serverIndex.ts';
import type { Ask } from '../../client/ask.ts';
import type { Background } from '../../client/background.ts';
import type { Messages } from '../../client/messages.ts';
import type { Settings } from '../../client/settings.ts';
import type { SessionSource } from '../../sessions/session.ts';
import type { SessionStore } from '../../sessions/sessions.ts';
import { addSecrets, askSecrets, askTrust, forgetSecrets, secretsOf } from '../shared/access.ts';
import { busy } from '../shared/busy.ts';
import { connected, told } from '../shared/connecting.ts';
import type { KeptServer, KeptServers } from './keptServers.ts';

/** What running servers need of the rest of the language server. */
export interface ServersContext {
  readonly ask: Ask;
  readonly messages: Messages;
  readonly background: Background;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly isTrusted: () => boolean;
  /** Where the folders of fetched profiles are. */
  readonly folder: string;
  /** The file of the list of servers. */
  readonly listFile: string;
  /** Aborted when the language server ends. */
  readonly ended: AbortSignal;
  /** Reads a profile file, for a session. */
  open(file: string, mayRun: MayRun): Promise<Result<SessionSource>>;
  /** The list has changed. */
  changed(): void;
}

/** A server that answers. */
export interface ConnectedServer {
  readonly server: KeptServer;
  readonly index: ServerIndex;
  readonly access: ServerAccess;
}

/** What the user sees of a server's address. */
export function serverLabel({ address }: KeptServer): string {
  return address
    .replace(/^http:\/\//, '')
    .replace(/^https\+insecure:/, 'https:')
    .replace(/(?<=.)\/$/, '')
    .replace(/:?\/debug\/pprof$/, '');
}

/** Asks for the address of a server; of those that are kept, the one used last is first. `null`: given up. */
export async function askServer(
  { ask, messages }: ServersContext,
  kept: KeptServers,
): Promise<KeptServer | null> {
  const chosen = await ask.pick({
    title: l10n.t('Profile Server'),
    placeholder: l10n.t(
      'Type an address: localhost:6060, https://shop.example/internal, unix:/run/shop.sock',
    ),
    items: kept.all.map((server) => ({ id: server.id, label: serverLabel(server), icon: 'server' })),
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

/** Lets the user choose one of these servers. */
export async function askWhich(ask: Ask, servers: readonly KeptServer[]): Promise<KeptServer | null> {
  const items = servers.map((server) => ({ id: server.id, label: serverLabel(server), icon: 'server' }));
  const chosen = await ask.pick({
    title: l10n.t('Running Servers'),
    placeholder: l10n.t('Which server?'),
    items,
  });
  return servers.find(({ id }) => chosen !== null && 'id' in chosen && id === chosen.id) ?? null;
}

/** Asks a server for its profiles. Asks the user for what it wants to see. `null`: given up, or a message says why. */
export async function connect(
  context: ServersContext,
  kept: KeptServers,
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
  await kept.keep(found.remote);
  return { server: found.remote, ...found.answer };
}

/** Asks what is to be changed, and changes it. */
export async function editServer(
  context: ServersContext,
  kept: KeptServers,
  server: KeptServer,
): Promise<void> {
  const { ask } = context;
  const title = serverLabel(server);
  const secrets = await secretsOf(ask, server);
  const hasSecrets = Object.keys(secrets).length > 0;
  const chosen = await ask.pick({
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
      ...(hasSecrets
        ? [{ id: 'forget', label: l10n.t('Forget password, token and headers'), icon: 'trash' }]
        : []),
      {
        id: 'trust',
        label: l10n.t('Certificate authority'),
        description: server.caFile ?? '',
        icon: 'shield',
      },
    ],
  });
  if (chosen === null || 'typed' in chosen) return;
  if (chosen.id === 'address') return editAddress(context, kept, server);
  if (chosen.id === 'forget') return forgetSecrets(ask, server);
  if (chosen.id === 'secrets') {
    const added = await askSecrets(ask, title);
    if (added !== null) await addSecrets(ask, server, added);
    return;
  }
  const trusted = await askTrust(ask, server, title);
  if (trusted !== null) await kept.keep(trusted);
}

async function editAddress(
  { ask, messages }: ServersContext,
  kept: KeptServers,
  server: KeptServer,
): Promise<void> {
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
