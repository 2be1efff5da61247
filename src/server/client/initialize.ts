import {
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
  type WorkspaceFolder,
} from 'vscode-languageserver';
import { initializationOptions, serverCommandId, serverCommandNames } from '../../protocol.ts';
import { filePath } from './lspTerms.ts';

export type ClientAbilities = Readonly<ReturnType<typeof readAbilities>>;

/** What the client can do. What it did not say, or not in the right form, is filled in. */
export function readAbilities({
  capabilities: { workspace, window },
  clientInfo,
  initializationOptions: given,
  rootUri,
  workspaceFolders,
}: InitializeParams) {
  return {
    options: {
      clientCommands: [],
      decorations: false,
      settings: false,
      goCommand: false,
      asks: false,
      finds: false,
      terminals: false,
      codicons: false,
      storagePath: null,
      news: false,
      // An editor that knows no workspace trust runs what its user asks for.
      trusted: true,
      translations: {},
      ...initializationOptions(given),
    },
    /** It answers `workspace/configuration`. */
    configuration: workspace?.configuration === true,
    dynamicConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    /** It can say which files have changed on the disk. */
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    /** Paths of the workspace folders at the start. Older clients have one folder, which has no name. */
    folders: folderPaths(workspaceFolders ?? (rootUri ? [{ uri: rootUri, name: '' }] : [])),
    /** It answers `workspace/workspaceFolders`. */
    listsFolders: workspace?.workspaceFolders === true,
    refreshLenses: workspace?.codeLens?.refreshSupport === true,
    /** Neovim says so too, but waits for a key then, which nobody may press. */
    asksWithButtons: window?.showMessage?.messageActionItem !== undefined && clientInfo?.name !== 'Neovim',
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
