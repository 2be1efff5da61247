import * as vscode from 'vscode';
import { sayError } from '../server/say.ts';

/** Asks the user where to save a file that the page has made, and writes it there. */
export async function saveFile(name: string, bytes: Uint8Array): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const target = await vscode.window.showSaveDialog(
    folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder.uri, name) },
  );
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void sayError(vscode.l10n.t('{0} could not be written: {1}', target.fsPath, reason));
  }
}
