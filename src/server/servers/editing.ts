/** Changes what is remembered of a server. */
import * as l10n from '@vscode/l10n';
import { writtenServer } from '../../go/servers/serverAddress.ts';
import { serverLabel } from './connecting.ts';
import type { ServersContext } from './context.ts';
import type { KnownServer, Remembered } from './remembered.ts';
import { askSecrets, keepSecrets, secretsOf } from './secrets.ts';
import { askTrust } from './trust.ts';

/** Asks what is to be changed, and changes it. */
export async function editServer(
  context: ServersContext,
  remembered: Remembered,
  server: KnownServer,
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
  if (chosen.id === 'address') return editAddress(context, remembered, server);
  if (chosen.id === 'forget') return keepSecrets(ask, server, {});
  if (chosen.id === 'secrets') {
    const added = await askSecrets(ask, title);
    if (added !== null) await keepSecrets(ask, server, { ...secrets, ...added });
    return;
  }
  const trusted = await askTrust(ask, server, serverLabel(server));
  if (trusted !== null) await remembered.keep(trusted);
}

async function editAddress(
  { ask, messages }: ServersContext,
  remembered: Remembered,
  server: KnownServer,
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
  // What one server may know is not sent to another one.
  await keepSecrets(ask, server, secrets);
  const { caFile: _, ...rest } = server;
  await remembered.keep({ ...rest, address });
}
