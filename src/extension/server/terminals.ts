/** The terminals of programs that the server profiles. Loaded when the first one is opened. */
import * as vscode from 'vscode';
import { longestLabel, plainText } from '../../base/escape.ts';
import type { TerminalParams } from '../../protocol.ts';

const terminals = new Map<string, vscode.Terminal>();

/** Returns when the terminal is closed. That of the same program's last run gives way: what it shows is old. */
export async function showInTerminal({ title, command, args, env }: TerminalParams): Promise<void> {
  terminals.get(title)?.dispose();
  const terminal = vscode.window.createTerminal({
    name: plainText(title, longestLabel),
    shellPath: command,
    shellArgs: [...args],
    env,
    iconPath: new vscode.ThemeIcon('flame'),
    // A window that is opened again has no program for it.
    isTransient: true,
  });
  terminals.set(title, terminal);
  await new Promise<void>((resolve) => {
    const closing = vscode.window.onDidCloseTerminal((closed) => {
      if (closed !== terminal) return;
      closing.dispose();
      if (terminals.get(title) === terminal) terminals.delete(title);
      resolve();
    });
    terminal.show(true);
  });
}
