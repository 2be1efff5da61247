/**
 * The extension in VS Code for the Web, where there is no Go and nothing can be run: it shows profiles of files and stores, their
 * costs beside the lines, and comparisons. The same parts as in `main.ts`, without those that run something.
 */
import * as vscode from 'vscode';
import { createParts } from './parts.ts';
import { type CommandName, commandNames } from './server/commandNames.ts';
import { registerCommands } from './server/commandTable.ts';
import type { LanguageServer } from './server/languageServer.ts';
import { sayInfo } from './server/say.ts';

let running: LanguageServer | null = null;

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions } = context;
  const { outputs, server, show, commands } = createParts(context);
  registerCommands(outputs, subscriptions, {
    ...notHere,
    ...commands,
    profileStore: () => show.fromStore(),
  });
  subscriptions.push(outputs.runs, outputs.log);
  running = server;
  server.start().catch((error: unknown) => outputs.log.error(`The server did not start: ${String(error)}`));
}

/** Menus do not offer these here. Keys and links can ask for them all the same. */
const notHere = Object.fromEntries(
  commandNames.map((name) => [
    name,
    () =>
      sayInfo(
        vscode.l10n.t(
          'This needs programs such as Go, and VS Code for the Web runs none. Open the folder in VS Code on your computer.',
        ),
      ),
  ]),
) as Record<CommandName, () => Promise<void>>;

/** Called by VS Code before it ends. */
export async function deactivate(): Promise<void> {
  await running?.stop();
  running = null;
}
