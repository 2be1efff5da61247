import * as vscode from 'vscode';
import { readBinPath } from './outsideValues.ts';

/**
 * The go command the Go extension has settled on for a file; `undefined` where that extension is not
 * installed or has none. Found through its public API, so there is no dependency on it.
 */
export async function goCommandOf(
  uri: vscode.Uri,
  log: vscode.LogOutputChannel,
): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<unknown>('golang.go');
  if (extension === undefined) return undefined;
  try {
    return readBinPath(await extension.activate(), uri);
  } catch (error) {
    log.warn(`The Go extension could not be asked for its go command: ${String(error)}`);
    return undefined;
  }
}
