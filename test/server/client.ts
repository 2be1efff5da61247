import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  ApplyWorkspaceEditRequest,
  CodeAction,
  CodeActionRequest,
  type CodeLens,
  CodeLensRefreshRequest,
  CodeLensRequest,
  type Command,
  ConfigurationRequest,
  createProtocolConnection,
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
  LogMessageNotification,
  MarkupContent,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  RegistrationRequest,
  ShowMessageNotification,
  type ShowMessageParams,
  ShowMessageRequest,
  type ShowMessageRequestParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkDoneProgressCreateParams,
  WorkDoneProgressCreateRequest,
  type WorkspaceEdit,
  WorkspaceFoldersRequest,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { property } from '../../src/base/outsideValues.ts';
import {
  type Answer,
  askMethod,
  type CommandAnswer,
  type CommandArguments,
  type HistoryParams,
  historyMethod,
  type InitializationOptions,
  type LineAnnotationsParams,
  lineAnnotationsMethod,
  type OutputParams,
  outputMethod,
  type Question,
  type RemotesParams,
  type RunRequest,
  remotesMethod,
  type ServerCommandName,
  type SessionSummary,
  type SessionsParams,
  serverCommandId,
  sessionsMethod,
} from '../../src/protocol.ts';
import { within } from '../eventually.ts';

export interface ClientOptions {
  readonly folder: string;
  readonly initializationOptions?: InitializationOptions;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the Go extension. */
  readonly goSettings?: Readonly<Record<string, unknown>>;
  /** A script that the server's process loads before the server. */
  readonly preload?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What the server sees of other programs: none, or that they disturb it while this file exists. */
  readonly busyWhile?: string;
  /** The workspace's folders now, for an editor that can say them. If missing, it has `folder` only. */
  readonly folders?: () => readonly string[];
  /** It says which files have changed on the disk, when a test calls `filesChanged`. */
  readonly watchesFiles?: boolean;
}

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

/** An editor without a window. It talks JSON-RPC with the bundled server and keeps what the server sends. */
export class Client {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  readonly annotations = new Map<string, LineAnnotationsParams>();
  readonly diagnostics = new Map<string, PublishDiagnosticsParams>();
  readonly messages: string[] = [];
  /** The buttons of the last one. */
  offered: readonly string[] = [];
  /** What the server wanted to change in files. */
  readonly edits: WorkspaceEdit[] = [];
  appliesEdits = false;
  readonly progressTokens: (string | number)[] = [];
  history: HistoryParams = { runs: [], more: [], old: 0 };
  servers: RemotesParams = { items: [] };
  sessions: SessionsParams = { sessions: [], active: null, activeTitle: '', activeNews: '' };
  output = '';
  /** What went wrong in the server, with stacks. */
  log = '';
  lensRefreshes = 0;
  /** What the server has asked the user; start with `initializationOptions: { asks: true }`. */
  readonly questions: Question[] = [];
  /** How the user answers. At first: gives up. */
  answer: (question: Question) => Answer | Promise<Answer> = () => null;
  readonly secrets = new Map<string, string>();
  readonly #waiting = new Set<() => void>();
  #versions = new Map<string, number>();

  private constructor(options: ClientOptions) {
    const scripts = [
      path.resolve('test/server/machine.cjs'),
      ...(options.preload === undefined ? [] : [options.preload]),
    ];
    const preload = scripts.flatMap((script) => ['--require', script]);
    this.process = spawn(process.execPath, [...preload, path.resolve('dist/server.js'), '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...(options.env ?? process.env), TEST_MACHINE: options.busyWhile ?? '' },
    });
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.process.stdout!),
      new StreamMessageWriter(this.process.stdin!),
    );
    this.#listen({ pprofLens: options.settings ?? {}, go: options.goSettings ?? null });
    this.connection.onRequest(WorkspaceFoldersRequest.type, () =>
      (options.folders?.() ?? [options.folder]).map((folder) => ({
        uri: URI.file(folder).toString(),
        name: path.basename(folder),
      })),
    );
    this.connection.listen();
  }

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

  /** Keeps secrets as an editor does; `undefined` for all other questions. */
  #secretAnswer(question: Question): Answer | undefined {
    if (question.kind === 'getSecret') {
      const value = this.secrets.get(question.key);
      return value === undefined ? null : { chosen: [value] };
    }
    if (question.kind !== 'setSecret') return undefined;
    if (question.value === null) this.secrets.delete(question.key);
    else this.secrets.set(question.key, question.value);
    return { chosen: [] };
  }

  #listen(settings: Readonly<Record<string, unknown>>): void {
    const { connection } = this;
    connection.onRequest(ConfigurationRequest.type, ({ items }) =>
      items.map(({ section }) => settings[section ?? ''] ?? null),
    );
    connection.onRequest(RegistrationRequest.type, () => undefined);
    this.#hear(CodeLensRefreshRequest.method, () => {
      this.lensRefreshes++;
      return null;
    });
    connection.onRequest('workspace/inlayHint/refresh', () => null);
    this.#hear(askMethod, (question: Question) => {
      this.questions.push(question);
      const kept = this.#secretAnswer(question);
      return kept === undefined ? this.answer(question) : kept;
    });
    connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit }) => {
      this.edits.push(edit);
      return { applied: this.appliesEdits };
    });
    this.#hear(WorkDoneProgressCreateRequest.method, ({ token }: WorkDoneProgressCreateParams) => {
      this.progressTokens.push(token);
      return null;
    });
    const tell = ({ message, actions = [] }: ShowMessageRequestParams) => {
      this.messages.push(message);
      this.offered = actions.map(({ title }) => title);
      return null;
    };
    this.#hear(ShowMessageRequest.method, tell);
    this.#hear(ShowMessageNotification.method, tell);
    this.#hear(PublishDiagnosticsNotification.method, (params: PublishDiagnosticsParams) => {
      this.diagnostics.set(params.uri, params);
    });
    this.#hear(lineAnnotationsMethod, (params: LineAnnotationsParams) => {
      this.annotations.set(params.uri, params);
    });
    this.#hear(sessionsMethod, (params: SessionsParams) => {
      this.sessions = params;
    });
    this.#hear(remotesMethod, (params: RemotesParams) => {
      this.servers = params;
    });
    this.#hear(historyMethod, (params: HistoryParams) => {
      this.history = params;
    });
    this.#hear(outputMethod, ({ text }: OutputParams) => {
      this.output += text;
    });
    this.#hear(LogMessageNotification.method, ({ message }: ShowMessageParams) => {
      this.log += `${message}\n`;
    });
  }

  /** Hears a request or a notification. Whoever waits for something looks again then. */
  #hear<P>(method: string, handle: (params: P) => unknown): void {
    const heard = (params: P) => {
      const answer = handle(params);
      for (const check of [...this.#waiting]) check();
      return answer;
    };
    this.connection.onRequest(method, heard);
    this.connection.onNotification(method, (params: P) => void heard(params));
  }

  /** Resolves when `condition` holds. It is checked after every message of the server. */
  async until(what: string, condition: () => boolean): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        const said = `${this.messages.join(' / ')}\n${this.output}`;
        reject(new Error(`Waited in vain for: ${what}. The server said: ${said}`));
      }, 120_000);
      this.#waiting.add(check);
    });
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
