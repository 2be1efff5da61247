import * as vscode from 'vscode';
import { append } from '../../base/lists.ts';
import { namesOfOldSettings, renewedSettings } from './oldSettings.ts';
import { sayInfo } from './say.ts';

const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

/** Replaces settings of older versions, and says so. In an untrusted workspace only the user's own. */
export async function renewSettings(): Promise<void> {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  const changed = [
    ...(await renewAt(Global, undefined)),
    ...(isTrusted ? await renewAt(Workspace, undefined) : []),
  ];
  // Of a single folder, the workspace's settings are its own.
  for (const { uri } of isTrusted && workspaceFolders.length > 1 ? workspaceFolders : [])
    append(changed, await renewAt(WorkspaceFolder, uri));
  if (changed.length === 0) return;
  const names = [...new Set(changed)].join(', ');
  const open = () =>
    vscode.commands.executeCommand('workbench.action.openSettings', '@ext:pprof-lens.pprof-lens');
  await sayInfo(
    vscode.l10n.t(
      'pprof Lens has fewer settings now. These of yours were renamed, merged or removed: {0}.',
      names,
    ),
    [vscode.l10n.t('Open Settings'), open],
  );
}

/** Answers the names of what the user had written and was changed. */
async function renewAt(
  target: vscode.ConfigurationTarget,
  folder: vscode.Uri | undefined,
): Promise<readonly string[]> {
  const configuration = vscode.workspace.getConfiguration('pprofLens', folder ?? null);
  const written = Object.fromEntries(
    [...namesOfOldSettings, 'kinds', 'page'].map((name) => {
      const found = configuration.inspect<unknown>(name);
      const values = {
        [Global]: found?.globalValue,
        [Workspace]: found?.workspaceValue,
        [WorkspaceFolder]: found?.workspaceFolderValue,
      };
      return [name, values[target]];
    }),
  );
  const renewed = Object.entries(renewedSettings(written));
  for (const [name, value] of renewed) await configuration.update(name, value, target);
  return renewed.flatMap(([name]) => (written[name] === undefined ? [] : [name]));
}
