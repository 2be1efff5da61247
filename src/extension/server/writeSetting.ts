import * as vscode from 'vscode';

/**
 * Changes a setting of `pprofLens` where it takes effect: in the folder's or the workspace's settings if they
 * have a value (it would win over the user's), else in the user's.
 *
 * @param resource the file it is for, where the setting can differ by folder
 */
export async function writeSetting(
  key: string,
  value: unknown,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('pprofLens', resource ?? null);
  const found = configuration.inspect<unknown>(key);
  let target = vscode.ConfigurationTarget.Global;
  if (found?.workspaceFolderValue !== undefined) target = vscode.ConfigurationTarget.WorkspaceFolder;
  else if (found?.workspaceValue !== undefined) target = vscode.ConfigurationTarget.Workspace;
  await configuration.update(key, value, target);
}
