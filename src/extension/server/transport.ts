import type * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';

/** The client of a server that is a process of Node. */
export function connectServer(
  extension: vscode.ExtensionContext,
  options: LanguageClientOptions,
): LanguageClient {
  const server = { module: extension.asAbsolutePath('dist/server.js'), transport: TransportKind.ipc };
  const debug = { ...server, options: { execArgv: ['--nolazy', '--inspect=6009'] } };
  return new LanguageClient('pprofLens', 'pprof Lens', { run: server, debug }, options);
}
