import * as vscode from 'vscode';
import type { ProfileTestsArgs } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { readTestOfExplorer } from './testExplorer.ts';

/**
 * Profiles the test at the cursor, or tests around the active file. Without a file, those of the first folder.
 *
 * @param item the item of the Test Explorer, if the command comes from its menu
 */
export async function profileTests(
  server: LanguageServer,
  scope: ProfileTestsArgs['scope'],
  item?: unknown,
): Promise<void> {
  const ofItem = readTestOfExplorer(item);
  if (ofItem !== null) {
    await server.execute('profileTests', { ...ofItem, scope });
    return;
  }
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const line = editor?.selection.active.line;
  if (uri === undefined) return;
  await server.execute('profileTests', {
    uri: uri.toString(),
    scope,
    ...(line === undefined ? {} : { line }),
  });
}
