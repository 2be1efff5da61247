import * as vscode from 'vscode';
import { dictionary, text } from '../../base/outsideValues.ts';
import type { AddMappingParams } from '../../protocol.ts';
import { sayError } from './say.ts';

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

/** Adds an entry to `pathMappings`: of the workspace, or without a folder of the user. Answers whether it is there; else says why. */
export async function addMapping({ from, to }: AddMappingParams): Promise<boolean> {
  const { Workspace, Global } = vscode.ConfigurationTarget;
  const isInFolder = vscode.workspace.workspaceFolders !== undefined;
  const configuration = vscode.workspace.getConfiguration('pprofLens', null);
  const found = configuration.inspect<unknown>('pathMappings');
  const before = dictionary(text)(isInFolder ? found?.workspaceValue : found?.globalValue) ?? {};
  try {
    const target = isInFolder ? Workspace : Global;
    await configuration.update('pathMappings', { ...before, [from]: to }, target);
    return true;
  } catch (error) {
    void sayError(vscode.l10n.t('The settings cannot be written: {0}', String(error)));
    return false;
  }
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
