import * as vscode from 'vscode';
import type { ProfileTestsArgs } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { choose } from '../server/say.ts';
import { readTestOfExplorer } from './testExplorer.ts';

type Scope = ProfileTestsArgs['scope'];
type ScopeItem = vscode.QuickPickItem & { readonly scope: Scope | 'list' };

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

async function chooseScope(isInTests: boolean): Promise<ScopeItem['scope'] | undefined> {
  const ofFile: ScopeItem[] = [
    { label: vscode.l10n.t('Test at Cursor'), scope: 'test' },
    { label: vscode.l10n.t('Tests in File'), scope: 'file' },
  ];
  const items: ScopeItem[] = [
    ...(isInTests ? ofFile : []),
    { label: vscode.l10n.t('Tests in Package'), scope: 'package' },
    { label: vscode.l10n.t('Tests in Workspace'), scope: 'workspace' },
    {
      label: vscode.l10n.t('List Profiled Tests by Cost…'),
      description: vscode.l10n.t('those of the last run'),
      scope: 'list',
    },
  ];
  const placeHolder = vscode.l10n.t('Tests, examples and fuzz seeds');
  return (await choose(items, { title: vscode.l10n.t('Profile Tests'), placeHolder }))?.scope;
}
