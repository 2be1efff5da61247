import { dirname, isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { property, text } from '../../base/outsideValues.ts';
import { goCommandOf } from '../server/goExtension.ts';
import { serverArguments, serverEnvironment } from './agentServer.ts';

/** In package.json, too. */
const providerId = 'pprofLens.agentTools';

/** Offers the command line's tools for agents to the chat of VS Code: a server for each open folder. */
export function offerAgentTools(
  { extension, subscriptions }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): void {
  const { McpStdioServerDefinition: Definition } = vscode;
  const register = vscode.lm?.registerMcpServerDefinitionProvider;
  if (Definition === undefined || register === undefined) return;
  const changed = new vscode.EventEmitter<void>();
  const tell = () => changed.fire();
  const commandLine = vscode.Uri.joinPath(extension.extensionUri, 'dist', 'cli.js').fsPath;
  const version = text(property(extension.packageJSON, 'version')) ?? '';

  async function serverOf({ name, uri }: vscode.WorkspaceFolder, isOnly: boolean): Promise<StdioServer> {
    const { isTrusted } = vscode.workspace;
    // Other extensions are not asked where nothing may be run.
    const go = isTrusted ? await goFolder(uri, log) : undefined;
    const args = serverArguments(commandLine, uri.fsPath, isTrusted);
    const env = serverEnvironment(process.env.PATH ?? '', go);
    const server = new Definition!(
      isOnly ? 'pprof Lens' : `pprof Lens (${name})`,
      process.execPath,
      args,
      env,
      version,
    );
    server.cwd = uri;
    return server;
  }

  subscriptions.push(
    changed,
    vscode.workspace.onDidChangeWorkspaceFolders(tell),
    vscode.workspace.onDidGrantWorkspaceTrust(tell),
    register(providerId, {
      onDidChangeMcpServerDefinitions: changed.event,
      async provideMcpServerDefinitions() {
        const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
        return Promise.all(folders.map((folder) => serverOf(folder, folders.length === 1)));
      },
    }),
  );
}

/** Of the go command that the settings name, or that the Go extension uses. */
async function goFolder(folder: vscode.Uri, log: vscode.LogOutputChannel): Promise<string | undefined> {
  const named = vscode.workspace.getConfiguration('pprofLens', folder).get<unknown>('goPath');
  const go = text(named) || (await goCommandOf(vscode.extensions, folder, log));
  return go !== undefined && isAbsolute(go) ? dirname(go) : undefined;
}

/** A server that VS Code starts, and that ends with its standard input. */
interface StdioServer {
  readonly label: string;
  cwd?: vscode.Uri;
}

/** VS Code has this since 1.101. Editors that are made of it may lack it. */
interface ServerProvider {
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): Promise<StdioServer[]>;
}

declare module 'vscode' {
  const McpStdioServerDefinition:
    | (new (
        label: string,
        command: string,
        args: string[],
        env: Record<string, string>,
        version: string,
      ) => StdioServer)
    | undefined;

  namespace lm {
    const registerMcpServerDefinitionProvider:
      | ((id: string, provider: ServerProvider) => vscode.Disposable)
      | undefined;
  }
}
