import * as vscode from 'vscode';
import { property, text } from '../../base/outsideValues.ts';
import type { ProfileServerArgs } from '../../protocol.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { chooseValue } from '../server/say.ts';

/**
 * Does something with a server or a store, and shows the profile that comes of it.
 *
 * @param node of the Profiles view; from elsewhere, the user is asked for a server
 */
export async function actOnRemote(
  server: LanguageServer,
  action: ProfileServerArgs['action'],
  node: unknown,
): Promise<void> {
  const id = text(property(property(node, 'item'), 'id'));
  const request = id === undefined ? { action } : { action, id };
  const sessionId = await server.execute('profileServer', request);
  if (sessionId !== null) await vscode.commands.executeCommand(commandId('showFlameGraph'), { sessionId });
}

/**
 * Profiles a server: once, under load, or again and again, as the user chooses.
 *
 * @param node of the Profiles view
 * @param how `once` is not asked for: a click on an entry
 */
export async function profileServer(server: LanguageServer, node: unknown, how: unknown): Promise<void> {
  const isStore = text(property(property(node, 'item'), 'kind')) === 'store';
  if (how === 'once' || isStore) return actOnRemote(server, 'fetch', node);
  const action = await chooseValue<ProfileServerArgs['action']>(
    { title: vscode.l10n.t('Profile Server'), placeHolder: vscode.l10n.t('How?') },
    [
      ['fetch', vscode.l10n.t('Once'), vscode.l10n.t('one of the profiles that it serves')],
      ['load', vscode.l10n.t('Under Load'), vscode.l10n.t('while requests are sent: what one request costs')],
      [
        'watch',
        vscode.l10n.t('Watch'),
        vscode.l10n.t('a new profile every few seconds, until it is stopped'),
      ],
    ],
  );
  if (action !== undefined) await actOnRemote(server, action, node);
}

/** Changes what is kept of a server or a store, or forgets it. */
export async function editServer(server: LanguageServer, node: unknown): Promise<void> {
  const action = await chooseValue<ProfileServerArgs['action']>(
    { title: text(property(property(node, 'item'), 'label')) ?? '' },
    [
      ['edit', vscode.l10n.t('Edit…'), vscode.l10n.t('address, password, certificates')],
      ['forget', vscode.l10n.t('Forget'), vscode.l10n.t('with its password and its profiles')],
    ],
  );
  if (action !== undefined) await actOnRemote(server, action, node);
}
