import * as vscode from 'vscode';
import { type OpenOutcome, serverCommands } from '../protocol.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { Server } from './server.ts';

/**
 * Opens a profile file and its flame graph. The server tells the user what is wrong with a file it cannot open.
 *
 * @param resource the file, when invoked from the Explorer's menu; asked for otherwise
 */
export async function openProfile(server: Server, flameGraph: FlameGraph, resource: unknown): Promise<void> {
  const file = resource instanceof vscode.Uri ? resource : await askFile();
  if (file === undefined) return;
  if (file.scheme !== 'file') {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Only profiles on the disk can be opened. Save {0} as a file first.', file.path),
    );
    return;
  }
  const outcome = await server.execute<OpenOutcome>(serverCommands.openProfile, { path: file.fsPath });
  if (outcome.status === 'opened') flameGraph.show({ preserveFocus: false });
}

async function askFile(): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open Profile'),
    openLabel: vscode.l10n.t('Open Profile'),
    // Profiles have no extension that everyone agrees on, so all files come first.
    filters: {
      [vscode.l10n.t('All files')]: ['*'],
      [vscode.l10n.t('Profiles')]: ['pprof', 'pb.gz', 'prof', 'out', 'gz'],
    },
  });
  return files?.[0];
}
