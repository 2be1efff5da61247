import * as vscode from 'vscode';
import { type CommandName, commandId, commandNames } from './commandNames.ts';
import type { Outputs } from './outputs.ts';
import { sayError } from './say.ts';

export type CommandHandler = (...args: readonly unknown[]) => unknown;

/** Registers commands. If a command throws, the log gets the stack and the user gets one sentence. */
export class CommandTable implements vscode.Disposable {
  readonly #registrations: vscode.Disposable[] = [];

  constructor(private readonly outputs: Outputs) {}

  register(handlers: Readonly<Record<CommandName, CommandHandler>>): void {
    for (const name of commandNames) {
      const id = commandId(name);
      const guarded = async (...args: readonly unknown[]): Promise<unknown> => {
        try {
          return await handlers[name](...args);
        } catch (error) {
          await this.#tell(id, error);
          return undefined;
        }
      };
      this.#registrations.push(vscode.commands.registerCommand(id, guarded));
    }
  }

  async #tell(id: string, error: unknown): Promise<void> {
    const { log } = this.outputs;
    log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const showLog = vscode.l10n.t('Show Log');
    const pressed = await sayError(vscode.l10n.t('pprof Lens could not do that. Its log says why.'), showLog);
    if (pressed === showLog) log.show();
  }

  dispose(): void {
    for (const registration of this.#registrations.splice(0)) registration.dispose();
  }
}
