import * as vscode from 'vscode';
import { plainMessage, plainText } from '../../base/escape.ts';
import { property, text } from '../../base/outsideValues.ts';
import type { ProfileServerArgs, RemoteItem } from '../../protocol.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';

/**
 * The servers and stores that are remembered, as the server has sent them last. They stay while it is gone. The
 * context `pprofLens.servers` has their states, for the palette: it is empty if there is none.
 */
export class Remotes implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #items: readonly RemoteItem[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer) {
    this.#subscription = server.onRemotes(({ items }) => {
      this.#items = items;
      const states = items.map(({ state }) => state).join();
      void vscode.commands.executeCommand('setContext', 'pprofLens.servers', states);
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
  if (state === 'idle') item.command = { command: commandId('profileServer'), title, arguments: [node] };
  return item;
}
