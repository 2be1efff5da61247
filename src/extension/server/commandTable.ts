import * as vscode from 'vscode';
import { type CommandName, commandId, commandNames } from './commandNames.ts';
import { type Outputs, stackOf } from './outputs.ts';
import { sayError } from './say.ts';

/** What each command does. */
export type CommandHandlers = Readonly<Record<CommandName, (...args: readonly unknown[]) => unknown>>;

/** Registers commands. If a command throws, the log gets the stack and the user gets one sentence. */
export function registerCommands(
  { log }: Outputs,
  subscriptions: vscode.Disposable[],
  handlers: CommandHandlers,
): void {
  for (const name of commandNames) {
    const id = commandId(name);
    const guarded = async (...args: readonly unknown[]): Promise<unknown> => {
      try {
        return await handlers[name](...args);
      } catch (error) {
        log.error(`${id}: ${stackOf(error)}`);
        const text = vscode.l10n.t('pprof Lens could not do that. Its log says why.');
        await sayError(text, [vscode.l10n.t('Show Log'), () => log.show()]);
        return undefined;
      }
    };
    subscriptions.push(vscode.commands.registerCommand(id, guarded));
  }
}
