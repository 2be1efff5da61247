import * as vscode from 'vscode';
import type { ProfileTestsArgs } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { chooseValue } from '../server/say.ts';
import { readTestOfExplorer } from './meantTests.ts';

type Scope = ProfileTestsArgs['scope'];

/**
 * Profiles tests of the active file, its package or its workspace, as the user chooses. Without a file, those of the first
 * folder.
 *
 * @param item the item of the Test Explorer, if the command comes from its menu: the test to profile
 */
export async function profileTests(server: LanguageServer, item: unknown): Promise<void> {
  const ofItem = readTestOfExplorer(item);
  if (ofItem !== null) {
    await server.execute('profileTests', { ...ofItem, scope: 'test' });
    return;
  }
  const editor = vscode.window.activeTextEditor;
  const isInTests = editor?.document.fileName.endsWith('_test.go') === true;
  const scope = await chooseScope(isInTests);
  if (scope === 'list') await server.execute('listTests');
  const uri = editor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  if (scope === undefined || scope === 'list' || uri === undefined) return;
  const line = editor?.selection.active.line;
  await server.execute('profileTests', {
    uri: uri.toString(),
    scope,
    ...(line === undefined ? {} : { line }),
  });
}

function chooseScope(isInTests: boolean): Promise<Scope | 'list' | undefined> {
  const ofFile: [Scope, string][] = [
    ['test', vscode.l10n.t('Test at Cursor')],
    ['file', vscode.l10n.t('Tests in File')],
  ];
  const placeHolder = vscode.l10n.t('Tests, examples and fuzz seeds');
  return chooseValue<Scope | 'list'>({ title: vscode.l10n.t('Profile Tests'), placeHolder }, [
    ...(isInTests ? ofFile : []),
    ['package', vscode.l10n.t('Tests in Package')],
    ['workspace', vscode.l10n.t('Tests in Workspace')],
    ['list', vscode.l10n.t('List Profiled Tests by Cost…'), vscode.l10n.t('those of the last run')],
  ]);
}
