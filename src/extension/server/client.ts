/**
 * Makes the language client. This file and its imports take long to load. So server.ts imports it when the server
 * is first needed, never at activation.
 */
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  type GenericNotificationHandler,
  type LanguageClientOptions,
  type Middleware,
  RevealOutputChannelOn,
  State,
  WorkDoneProgressCancelNotification,
} from 'vscode-languageclient';
import {
  type AddMappingParams,
  type Answer,
  addMappingMethod,
  askMethod,
  clientCommands,
  type FindFilesParams,
  findFilesMethod,
  type GoCommandAnswer,
  type GoCommandParams,
  goCommandMethod,
  type InitializationOptions,
  linkCommands,
  type Question,
  type TerminalParams,
  terminalMethod,
} from '../../protocol.ts';
import { answerOf } from './asking.ts';
import { findFiles } from './findFiles.ts';
import { goCommandOf } from './goExtension.ts';
import { placeOf, sourceSchemes } from './places.ts';
import { ProgressBars } from './progress.ts';
import { showInTerminal } from './terminals.ts';
import { connectServer } from './transport.ts';
import { addMapping } from './writeSetting.ts';

/** As the rest of the extension uses it, whatever connects it with the server. */
export type Client = ReturnType<typeof connectServer>;

/** What the client calls when it receives something from the server. */
export interface ClientEvents {
  readonly notifications: Readonly<Record<string, GenericNotificationHandler>>;
  /** The connection is closed. What the server has sent is no longer valid. */
  stopped(): void;
  /** The server has ended unexpectedly. Returns whether to start it again. */
  died(): boolean;
  /** Is called for every server command that a lens, a link or another extension invokes. `send` sends it to the server. */
  command(id: string, args: unknown[], send: () => Promise<unknown>): Promise<unknown>;
}

export interface ClientHost {
  readonly extension: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
}

/** How long the server may take to stop the benchmarks that it runs. VS Code waits five seconds at most. */
export const stopTimeoutMs = 4500;

export function createClient(host: ClientHost, events: ClientEvents): Client {
  const progressBars = new ProgressBars();
  const client: Client = connectServer(
    host.extension,
    clientOptions(host, events, {
      executeCommand: (id, args, next) => events.command(id, args, async () => next(id, args)),
      handleWorkDoneProgress(token, params, next) {
        progressBars.handle(token, params, () => {
          void client.sendNotification(WorkDoneProgressCancelNotification.type, { token });
        });
        // The client's own progress bar is never shown. It must get the end all the same, to be disposed.
        if (params.kind === 'end') next(token, params);
      },
    }),
  );
  for (const [method, receive] of Object.entries(events.notifications))
    client.onNotification(method, receive);
  client.onRequest(goCommandMethod, async ({ uri }: GoCommandParams): Promise<GoCommandAnswer> => {
    return (await goCommandOf(vscode.extensions, vscode.Uri.parse(uri), host.log)) ?? null;
  });
  client.onRequest(askMethod, (question: Question, token: vscode.CancellationToken): Promise<Answer> => {
    return answerOf(question, host.extension.secrets, token);
  });
  client.onRequest(findFilesMethod, (params: FindFilesParams, token: vscode.CancellationToken) =>
    findFiles(params, token),
  );
  client.onRequest<boolean, void>(addMappingMethod, (pair: AddMappingParams) => addMapping(pair));
  client.onRequest(terminalMethod, async (params: TerminalParams): Promise<null> => {
    await showInTerminal(params);
    return null;
  });
  client.onDidChangeState(({ oldState }) => {
    if (oldState !== State.Running) return;
    progressBars.dispose();
    events.stopped();
  });
  return client;
}

/** Settings need no `synchronize`: the server asks for them and registers for their changes. */
function clientOptions(
  host: ClientHost,
  events: ClientEvents,
  middleware: Middleware,
): LanguageClientOptions {
  const { storageUri, globalStorageUri } = host.extension;
  return {
    // All files, not only Go's: a profile's hot lines can be in assembly, C, or any language.
    documentSelector: sourceSchemes().map((scheme) => ({ scheme })),
    diagnosticCollectionName: 'pprofLens',
    outputChannel: host.log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    // A function, called at each start: the workspace may be trusted by then.
    initializationOptions: (): InitializationOptions => ({
      clientCommands,
      decorations: true,
      settings: true,
      goCommand: true,
      asks: true,
      finds: true,
      news: true,
      terminals: true,
      codicons: true,
      storagePath: placeOf(storageUri ?? globalStorageUri),
      trusted: vscode.workspace.isTrusted,
      ...(vscode.l10n.bundle === undefined ? {} : { translations: vscode.l10n.bundle }),
    }),
    markdown: { isTrusted: { enabledCommands: linkCommands } },
    errorHandler: {
      // The connection still works, so there is nothing for the user to do. The client logs the error.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({
        action: events.died() ? CloseAction.Restart : CloseAction.DoNotRestart,
        handled: true,
      }),
    },
    middleware,
  };
}
