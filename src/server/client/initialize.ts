import {
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
  type WorkspaceFolder,
} from 'vscode-languageserver';
import { flag, property, text, validItems } from '../../base/outsideValues.ts';
import { type InitializationOptions, serverCommandId, serverCommandNames } from '../../protocol.ts';
import { filePath } from './lspTerms.ts';

/** What the client can do. What it did not say is filled in. */
export interface ClientAbilities {
  readonly options: Required<Omit<InitializationOptions, 'storagePath'>> & {
    readonly storagePath: string | null;
  };
  /** It answers `workspace/configuration`. */
  readonly configuration: boolean;
  readonly dynamicConfiguration: boolean;
  /** It can say which files have changed on the disk. */
  readonly watchesFiles: boolean;
  /** Paths of the workspace folders at the start. */
  readonly folders: readonly string[];
  /** It answers `workspace/workspaceFolders`. */
  readonly listsFolders: boolean;
  readonly refreshLenses: boolean;
  readonly refreshHints: boolean;
}

/** Reads `initialize`. Malformed options count as not given. */
export function readAbilities({
  capabilities,
  initializationOptions: options,
  rootUri,
  workspaceFolders,
}: InitializeParams): ClientAbilities {
  const storagePath = text(property(options, 'storagePath')) ?? '';
  const { workspace } = capabilities;
  return {
    options: {
      clientCommands: [...(validItems(text)(property(options, 'clientCommands')) ?? [])],
      decorations: flag(property(options, 'decorations')) ?? false,
      settings: flag(property(options, 'settings')) ?? false,
      goCommand: flag(property(options, 'goCommand')) ?? false,
      asks: flag(property(options, 'asks')) ?? false,
      terminals: flag(property(options, 'terminals')) ?? false,
      codicons: flag(property(options, 'codicons')) ?? false,
      storagePath: storagePath === '' ? null : storagePath,
      // An editor that knows no workspace trust runs what its user asks for.
      trusted: flag(property(options, 'trusted')) ?? true,
    },
    configuration: workspace?.configuration === true,
    dynamicConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    // Older clients have one folder, which has no name.
    folders: folderPaths(workspaceFolders ?? (rootUri ? [{ uri: rootUri, name: '' }] : [])),
    listsFolders: workspace?.workspaceFolders === true,
    refreshLenses: workspace?.codeLens?.refreshSupport === true,
    refreshHints: workspace?.inlayHint?.refreshSupport === true,
  };
}

/** Paths of those folders that are on this machine. */
export function folderPaths(folders: readonly WorkspaceFolder[] | null | undefined): string[] {
  return (folders ?? []).flatMap(({ uri }) => filePath(uri) ?? []);
}

export const serverCapabilities: InitializeResult = {
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    codeLensProvider: {},
    codeActionProvider: true,
    hoverProvider: true,
    inlayHintProvider: true,
    executeCommandProvider: { commands: serverCommandNames.map(serverCommandId) },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  },
  serverInfo: { name: 'pprof-lens' },
};
