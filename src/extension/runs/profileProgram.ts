import * as vscode from 'vscode';
import type { LanguageServer } from '../server/languageServer.ts';

/** Asks what the program of the active file, or of the first folder, is called with, and profiles it. */
export async function profileProgram(server: LanguageServer): Promise<void> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = active ?? (folder === undefined ? undefined : vscode.Uri.joinPath(folder, 'main.go'));
  if (uri !== undefined) await server.execute('profileProgram', { uri: uri.toString(), asks: true });
}

/** Ends what runs now, and keeps what it has measured. A program is asked to end, and its profile is shown. */
export async function cancelRun(server: LanguageServer): Promise<void> {
  if (!(await server.execute('endProgram', { how: 'stop' }))) await server.execute('cancelRun', null);
}
