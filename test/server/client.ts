import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  CodeAction,
  CodeActionRequest,
  type CodeLens,
  CodeLensRequest,
  type Command,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  FileChangeType,
  type FileEvent,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  MarkupContent,
  ShutdownRequest,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { property } from '../../src/base/outsideValues.ts';
import {
  type CommandAnswer,
  type CommandArguments,
  type LineAnnotationsParams,
  type RunRequest,
  type ServerCommandName,
  type SessionSummary,
  serverCommandId,
} from '../../src/protocol.ts';
import { within } from '../eventually.ts';
import { type ClientOptions, HeardServer } from './heardServer.ts';

/** Ends what a test has begun: the test's own context, or `{ after }` of `node:test` for what all tests of a file use. */
export interface Ending {
  after(undo: () => unknown): void;
}

/** Starts a server, which is stopped when the test ends. */
export async function startedServer(t: Ending, options: ClientOptions): Promise<Client> {
  const client = await Client.start(options);
  t.after(() => client.stop());
  return client;
}

/** An editor without a window, and what its user does. */
export class Client extends HeardServer {
  readonly #versions = new Map<string, number>();

  static async start(options: ClientOptions): Promise<Client> {
    const client = new Client(options);
    await client.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: [{ uri: URI.file(options.folder).toString(), name: 'workspace' }],
      capabilities: {
        workspace: {
          configuration: true,
          didChangeConfiguration: { dynamicRegistration: true },
          workspaceFolders: options.folders !== undefined,
          codeLens: { refreshSupport: true },
          inlayHint: { refreshSupport: true },
          didChangeWatchedFiles: { dynamicRegistration: options.watchesFiles ?? true },
        },
        window: { workDoneProgress: true, showMessage: { messageActionItem: {} } },
      },
      initializationOptions: { news: true, ...options.initializationOptions },
    });
    await client.connection.sendNotification(InitializedNotification.type, {});
    return client;
  }

  /** Opens a file as an editor would; answers its URI. */
  async open(file: string): Promise<string> {
    const uri = URI.file(file).toString();
    this.#versions.set(uri, 1);
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'go', version: 1, text: readFileSync(file, 'utf8') },
    });
    return uri;
  }

  /** Replaces a document's text in the editor; answers its new version. */
  async change(uri: string, text: string): Promise<number> {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
    return version;
  }

  /**
   * The lenses of a document's benchmarks, without the one for the whole file. One that offers more measurements is left
   * out: it depends on what else runs on this machine.
   */
  async lenses(uri: string): Promise<Command[]> {
    return (await this.allLenses(uri)).flatMap(({ command }) => {
      const [argument] = command?.arguments ?? [];
      const isOfFile = property(argument, 'benchmark') === null;
      return command === undefined || isOfFile || property(argument, 'count') !== undefined ? [] : [command];
    });
  }

  /** The text of the hover at a place, counted from 0; empty where there is none. */
  async hover(uri: string, line: number, character: number): Promise<string> {
    const params = { textDocument: { uri }, position: { line, character } };
    const contents = (await this.connection.sendRequest(HoverRequest.type, params))?.contents;
    return MarkupContent.is(contents) ? contents.value : '';
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  async save(uri: string): Promise<void> {
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** Says that files have changed on the disk, as an editor that watches them does. */
  async filesChanged(...files: string[]): Promise<void> {
    const changes = files.map(
      (file): FileEvent => ({ uri: URI.file(file).toString(), type: FileChangeType.Changed }),
    );
    await this.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }

  async allLenses(uri: string): Promise<CodeLens[]> {
    return (await this.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
  }

  /** The titles of a document's lenses. */
  async lensTitles(uri: string): Promise<string[]> {
    return (await this.allLenses(uri)).map(({ command }) => command?.title ?? '');
  }

  /** The titles of the actions on a line, counted from 0. */
  async actions(uri: string, line: number): Promise<CodeAction[]> {
    const range = { start: { line, character: 0 }, end: { line, character: 0 } };
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    const actions = await this.connection.sendRequest(CodeActionRequest.type, params);
    return (actions ?? []).filter((each) => CodeAction.is(each));
  }

  async actionTitles(uri: string, line: number): Promise<string[]> {
    return (await this.actions(uri, line)).map(({ title }) => title);
  }

  /** What stands beside the lines of a document. */
  costs(uri: string): LineAnnotationsParams['annotations'] {
    return this.annotations.get(uri)?.annotations ?? [];
  }

  /** The open profile with this id. */
  session(id: string | null | undefined): SessionSummary | undefined {
    return this.sessions.sessions.find((each) => each.id === id);
  }

  /** Waits until a lens of the document has this text, or none has it. */
  async untilLens(uri: string, text: string, isThere = true): Promise<void> {
    for (;;) {
      const seen = this.lensRefreshes;
      const has = (await this.lensTitles(uri)).some((title) => title.includes(text));
      if (has === isThere) return;
      await this.until(`${isThere ? 'a' : 'no'} lens with ${text}`, () => this.lensRefreshes > seen);
    }
  }

  /** Executes one of the server's commands. */
  async execute<Name extends ServerCommandName>(
    name: Name,
    ...args: CommandArguments<Name>
  ): Promise<CommandAnswer<Name>> {
    return (await this.send(serverCommandId(name), ...args)) as CommandAnswer<Name>;
  }

  /** Runs benchmarks, which must succeed; answers the ids of the sessions. */
  async run(request: RunRequest): Promise<readonly string[]> {
    const outcome = await this.execute('run', request);
    assert.equal(outcome.status, 'done', this.messages.join());
    return outcome.sessionIds;
  }

  /** Opens a profile, which must succeed; answers the session's id. */
  async openProfile(file: string): Promise<string> {
    const outcome = await this.execute('openProfile', { path: file });
    assert.equal(outcome.status, 'opened', this.messages.join());
    return outcome.sessionId;
  }

  /** Sends a command by its id, with any arguments, as other programs can. */
  send(command: string, ...args: unknown[]): Promise<unknown> {
    return this.connection.sendRequest('workspace/executeCommand', { command, arguments: args });
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest(ShutdownRequest.type);
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    await this.connection.sendNotification(ExitNotification.type);
    await within(() => `the end of the server. It said: ${this.output}`, gone);
    this.connection.dispose();
  }
}
