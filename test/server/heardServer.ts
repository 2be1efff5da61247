import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import {
  ApplyWorkspaceEditRequest,
  CodeLensRefreshRequest,
  ConfigurationRequest,
  createProtocolConnection,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  RegistrationRequest,
  ShowMessageNotification,
  type ShowMessageParams,
  ShowMessageRequest,
  type ShowMessageRequestParams,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkDoneProgressCreateParams,
  WorkDoneProgressCreateRequest,
  type WorkspaceEdit,
  WorkspaceFoldersRequest,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import {
  type Answer,
  askMethod,
  type HistoryParams,
  historyMethod,
  type InitializationOptions,
  type LineAnnotationsParams,
  lineAnnotationsMethod,
  type OutputParams,
  outputMethod,
  type Question,
  type RemotesParams,
  remotesMethod,
  type SessionsParams,
  sessionsMethod,
} from '../../src/protocol.ts';

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

/** The bundled server in a process of its own, and what it has said by JSON-RPC. It is answered as an editor answers. */
export class HeardServer {
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

  protected constructor(options: ClientOptions) {
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
}
