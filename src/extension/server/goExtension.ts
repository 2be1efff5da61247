import type * as vscode from 'vscode';
import { property, text } from '../../base/outsideValues.ts';

/**
 * The go command that the Go extension uses for a file; `undefined` where that extension is not installed or has none.
 * Asked through its public API, so we do not depend on it.
 *
 * @param extensions `vscode.extensions`
 */
export async function goCommandOf(
  extensions: Pick<typeof vscode.extensions, 'getExtension'>,
  uri: vscode.Uri,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Promise<string | undefined> {
  const extension = extensions.getExtension<unknown>('golang.go');
  if (extension === undefined) return undefined;
  try {
    return binPathOf(await extension.activate(), uri);
  } catch (error) {
    log.warn(`The Go extension could not be asked for its go command: ${String(error)}`);
    return undefined;
  }
}

/**
 * Asks what the Go extension exports: `settings.getExecutionCommand('go', uri)?.binPath`, as described in
 * golang/vscode-go, `extension/src/export.d.ts`. `undefined` where the export has another form.
 */
function binPathOf(api: unknown, uri: vscode.Uri): string | undefined {
  const settings = property(api, 'settings');
  const getExecutionCommand = property(settings, 'getExecutionCommand');
  if (typeof getExecutionCommand !== 'function') return undefined;
  return text(property(getExecutionCommand.call(settings, 'go', uri), 'binPath')) || undefined;
}
