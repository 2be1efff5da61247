import * as vscode from 'vscode';
import { plainMessage, plainText } from '../../base/escape.ts';
import { property, text } from '../../base/outsideValues.ts';
import type { ProfileServerArgs, RemoteItem } from '../../protocol.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { choose } from '../server/say.ts';

/** The servers and stores that are remembered, as the server has sent them last. They stay while it is gone. */
export class Remotes implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #items: readonly RemoteItem[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer) {
    this.#subscription = server.onRemotes(({ items }) => {
      this.#items = items;
      this.#changed.fire();
    });
  }

  get all(): readonly RemoteItem[] {
    return this.#items;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#subscription.dispose();
  }
}

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
  const picked = await choose<Choice>(
    [
      {
        label: vscode.l10n.t('Once'),
        description: vscode.l10n.t('one of the profiles that it serves'),
        action: 'fetch',
      },
      {
        label: vscode.l10n.t('Under Load'),
        description: vscode.l10n.t('while requests are sent: what one request costs'),
        action: 'load',
      },
      {
        label: vscode.l10n.t('Watch'),
        description: vscode.l10n.t('a new profile every few seconds, until it is stopped'),
        action: 'watch',
      },
    ],
    { title: vscode.l10n.t('Profile Server'), placeHolder: vscode.l10n.t('How?') },
  );
  if (picked !== undefined) await actOnRemote(server, picked.action, node);
}

type Choice = vscode.QuickPickItem & { readonly action: ProfileServerArgs['action'] };

/** Changes what is kept of a server or a store, or forgets it. */
export async function editServer(server: LanguageServer, node: unknown): Promise<void> {
  const picked = await choose<Choice>(
    [
      {
        label: vscode.l10n.t('Edit…'),
        description: vscode.l10n.t('address, password, certificates'),
        action: 'edit',
      },
      {
        label: vscode.l10n.t('Forget'),
        description: vscode.l10n.t('with its password and its profiles'),
        action: 'forget',
      },
    ],
    { title: text(property(property(node, 'item'), 'label')) ?? '' },
  );
  if (picked !== undefined) await actOnRemote(server, picked.action, node);
}

const icons = { idle: 'server', busy: 'loading~spin', watching: 'pulse' };

/** The row of a server or a store. Its context value has its kind and what it does, for the menus. */
export function remoteTreeItem(node: { readonly item: RemoteItem }): vscode.TreeItem {
  const { kind, state, label, description, tooltip } = node.item;
  const item = new vscode.TreeItem(plainText(label));
  item.description = plainText(description);
  item.tooltip = plainMessage(tooltip);
  item.iconPath = new vscode.ThemeIcon(kind === 'store' && state === 'idle' ? 'database' : icons[state]);
  item.contextValue = `${kind} ${state}`;
  item.accessibilityInformation = { label: plainMessage([label, description].join(', ')) };
  const title = vscode.l10n.t('Fetch Profile');
  if (state === 'idle')
    item.command = { command: commandId('profileServer'), title, arguments: [node, 'once'] };
  return item;
}
