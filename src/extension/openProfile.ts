import * as vscode from 'vscode';
import { profileViewType } from './profileEditors.ts';

/**
 * Opens a profile file in an editor of its own, which says what is wrong with a file that is no profile.
 *
 * @param resource the file, when invoked from the Explorer's menu; asked for otherwise
 */
export async function openProfile(resource: unknown): Promise<void> {
  const file = resource instanceof vscode.Uri ? resource : await askFile();
  if (file !== undefined) await vscode.commands.executeCommand('vscode.openWith', file, profileViewType);
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
