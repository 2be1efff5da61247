import { type InitializeParams, type InitializeResult, TextDocumentSyncKind } from 'vscode-languageserver';
import { type InitializationOptions, serverCommands } from '../../protocol.ts';

/** What the client can do, with everything it did not say filled in. */
export interface ClientAbilities {
  readonly options: Required<Omit<InitializationOptions, 'storagePath'>> & {
    readonly storagePath: string | null;
  };
  readonly configuration: boolean;
  readonly dynamicConfiguration: boolean;
  readonly refreshLenses: boolean;
  readonly refreshHints: boolean;
}

/** Reads `initialize`; anything malformed in the options counts as not said. */
export function readAbilities({ capabilities, initializationOptions }: InitializeParams): ClientAbilities {
  const raw: Record<string, unknown> =
    typeof initializationOptions === 'object' && initializationOptions !== null
      ? { ...initializationOptions }
      : {};
  const { clientCommands, storagePath } = raw;
  const workspace = capabilities.workspace;
  return {
    options: {
      clientCommands: Array.isArray(clientCommands)
        ? clientCommands.filter((id) => typeof id === 'string')
        : [],
      decorations: raw.decorations === true,
      codicons: raw.codicons === true,
      storagePath: typeof storagePath === 'string' && storagePath !== '' ? storagePath : null,
      // Editors without a notion of trust run what their user asks for.
      trusted: raw.trusted !== false,
    },
    configuration: workspace?.configuration === true,
    dynamicConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    refreshLenses: workspace?.codeLens?.refreshSupport === true,
    refreshHints: workspace?.inlayHint?.refreshSupport === true,
  };
}

export const serverCapabilities: InitializeResult = {
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    codeLensProvider: {},
    codeActionProvider: true,
    hoverProvider: true,
    inlayHintProvider: true,
    executeCommandProvider: { commands: Object.values(serverCommands) },
  },
  serverInfo: { name: 'pprof-lens' },
};
