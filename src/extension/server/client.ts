/**
 * Makes the language client. This file and what it imports are the heavy part of the extension: it is
 * imported on demand (see server.ts), never at activation.
 */
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  NotificationType,
  NotificationType0,
  RevealOutputChannelOn,
  State,
  TransportKind,
  WorkDoneProgressCancelNotification,
} from 'vscode-languageclient/node';
import {
  clientCommands,
  type HistoryParams,
  historyMethod,
  type InitializationOptions,
  type LineAnnotationsParams,
  lineAnnotationsMethod,
  type OutputParams,
  outputMethod,
  type SessionsParams,
  serverCommands,
  sessionsMethod,
  showOutputMethod,
} from '../../protocol.ts';
import { ProgressBars } from './progress.ts';

/** Runs a server command with the given arguments on the server. */
export type NextCommand = (command: string, args: unknown[]) => Promise<unknown>;

/** What the rest of the extension does with what the client hears. */
export interface ClientEvents {
  lineAnnotations(params: LineAnnotationsParams): void;
  sessions(params: SessionsParams): void;
  history(params: HistoryParams): void;
  output(params: OutputParams): void;
  showOutput(): void;
  /** The connection is gone, and with it everything the server has told. */
  stopped(): void;
  /** The server has died. Says whether to start it again. */
  died(): boolean;
  /** Stands between every server command and the server. */
  command(command: string, args: unknown[], next: NextCommand): Promise<unknown>;
}

export interface ClientPlace {
  /** Path of the server's bundle. */
  readonly serverModule: string;
  /** Folder for binaries and profiles. */
  readonly storagePath: string;
  readonly log: vscode.LogOutputChannel;
}

/** The server's process may be busy ending a benchmark's; VS Code itself waits five seconds at most. */
export const stopTimeoutMs = 4500;

/** A client that is not started yet. */
export function createClient(place: ClientPlace, events: ClientEvents): LanguageClient {
  const server = { module: place.serverModule, transport: TransportKind.ipc };
  const progressBars = new ProgressBars();
  const client = new LanguageClient(
    'pprofLens',
    'pprof Lens',
    { run: server, debug: { ...server, options: { execArgv: ['--nolazy', '--inspect=6009'] } } },
    {
      // All files, not only Go's: a profile's hot lines can be in assembly, C, or any language.
      documentSelector: [{ scheme: 'file' }],
      diagnosticCollectionName: 'pprofLens',
      outputChannel: place.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // A function: trust may have been granted when the server is started again.
      initializationOptions: (): InitializationOptions => ({
        clientCommands: Object.values(clientCommands),
        decorations: true,
        codicons: true,
        storagePath: place.storagePath,
        trusted: vscode.workspace.isTrusted,
      }),
      markdown: { isTrusted: { enabledCommands: [...Object.values(clientCommands), serverCommands.run] } },
      errorHandler: errorHandler(() => events.died()),
      middleware: {
        executeCommand: (command, args, next) =>
          events.command(command, args, async (sameCommand, newArgs) => next(sameCommand, newArgs)),
        handleWorkDoneProgress(token, params, next) {
          progressBars.handle(token, params, () => {
            void client.sendNotification(WorkDoneProgressCancelNotification.type, { token });
          });
          // The client's own bar is never begun, but must be put away.
          if (params.kind === 'end') next(token, params);
        },
      },
      // Settings need no `synchronize`: the server asks for them and registers for their changes.
    },
  );
  client.onNotification(new NotificationType<LineAnnotationsParams>(lineAnnotationsMethod), (params) =>
    events.lineAnnotations(params),
  );
  client.onNotification(new NotificationType<SessionsParams>(sessionsMethod), (params) =>
    events.sessions(params),
  );
  client.onNotification(new NotificationType<HistoryParams>(historyMethod), (params) =>
    events.history(params),
  );
  client.onNotification(new NotificationType<OutputParams>(outputMethod), (params) => events.output(params));
  client.onNotification(new NotificationType0(showOutputMethod), () => events.showOutput());
  client.onDidChangeState(({ oldState }) => {
    if (oldState !== State.Running) return;
    progressBars.dispose();
    events.stopped();
  });
  return client;
}

function errorHandler(died: () => boolean): ErrorHandler {
  return {
    // Errors on a connection that still stands are logged by the client; there is nothing to press.
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => ({ action: died() ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true }),
  };
}
