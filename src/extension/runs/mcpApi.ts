/** What VS Code has since 1.101 for servers of the Model Context Protocol. Editors that are made of it may lack it. */
import type * as vscode from 'vscode';

/** A server that VS Code starts, and that ends with its standard input. */
export interface StdioServer {
  readonly label: string;
  cwd?: vscode.Uri;
}

export interface ServerProvider {
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
