import * as vscode from 'vscode';
import type { Server } from '../server/server.ts';

/** Asks what the program of the active file, or of the first folder, is called with, and profiles it. */
export async function profileProgram(server: Server): Promise<void> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = active ?? (folder === undefined ? undefined : vscode.Uri.joinPath(folder, 'main.go'));
  if (uri !== undefined) await server.execute('profileProgram', { uri: uri.toString(), asks: true });
}
