import * as vscode from 'vscode';

/**
 * Changes a setting of `pprofLens` where the change takes effect. A value in the settings of the folder or the
 * workspace wins over the user's, so it is changed there if there is one; otherwise in the user's settings.
 *
 * @param resource the file that the setting is for, if it can differ by folder
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

/** Changes a setting of `pprofLens` for the workspace folder of a file; for a file in none, the user's. */
export async function writeFolderSetting(key: string, value: unknown, resource: vscode.Uri): Promise<void> {
  const isInFolder = vscode.workspace.getWorkspaceFolder(resource) !== undefined;
  const { WorkspaceFolder, Global } = vscode.ConfigurationTarget;
  const configuration = vscode.workspace.getConfiguration('pprofLens', resource);
  await configuration.update(key, value, isInFolder ? WorkspaceFolder : Global);
}

/**
 * Shows a setting of `pprofLens` in the settings editor, where its value comes from. In a remote window a setting that is
 * about the machine is not among the user's.
 */
export async function showSetting(key: string, resource: vscode.Uri): Promise<void> {
  const found = vscode.workspace.getConfiguration('pprofLens', resource).inspect<unknown>(key);
  const isOfWorkspace = found?.workspaceFolderValue !== undefined || found?.workspaceValue !== undefined;
  let command = 'workbench.action.openSettings';
  if (isOfWorkspace) command = 'workbench.action.openWorkspaceSettings';
  else if (vscode.env.remoteName !== undefined) command = 'workbench.action.openRemoteSettings';
  await vscode.commands.executeCommand(command, { query: `@id:pprofLens.${key}` });
}
