import { property } from './property.ts';

/**
 * Asks what the Go extension exports, `settings.getExecutionCommand('go', uri)?.binPath`, as described in
 * golang/vscode-go, `extension/src/export.d.ts`. `undefined` where the export is not of that form.
 */
export function readBinPath(api: unknown, uri: unknown): string | undefined {
  const settings = property(api, 'settings');
  const getExecutionCommand = property(settings, 'getExecutionCommand');
  if (typeof getExecutionCommand !== 'function') return undefined;
  const binPath = property(getExecutionCommand.call(settings, 'go', uri), 'binPath');
  return typeof binPath === 'string' && binPath !== '' ? binPath : undefined;
}
