import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { orForget } from '../../base/lazily.ts';
import {
  type CommandAnswer,
  type CommandArguments,
  type HistoryParams,
  historyMethod,
  type LineAnnotationsParams,
  lineAnnotationsMethod,
  type OpenOutcome,
  type OpenRequest,
  type OutputParams,
  outputMethod,
  type RemotesParams,
  remotesMethod,
  resultsMethod,
  type ServerCommandName,
  type SessionsParams,
  type SettingParams,
  serverCommandId,
  sessionsMethod,
  settingMethod,
  showOutputMethod,
  trustGrantedMethod,
} from '../../protocol.ts';
import type { Outputs } from './outputs.ts';
import { onDeath } from './restartPolicy.ts';
import { sayError, sayWarning } from './say.ts';
import { showSetting, writeFolderSetting } from './writeSetting.ts';

/**
 * Is called instead of a server command. `next` sends the command to the server and returns its result.
 *
 * @param argument of the command: links and other extensions can hand over anything
 */
export type CommandInterceptor = (argument: unknown, next: () => Promise<unknown>) => Promise<unknown>;

/**
 * The language server, as the rest of the extension uses it. It is started when it is first needed, started again
 * when it dies, and stopped with the extension. Only this class uses the language client.
 */
export class LanguageServer implements vscode.Disposable {
  readonly #lineAnnotations = new vscode.EventEmitter<LineAnnotationsParams>();
  readonly #sessions = new vscode.EventEmitter<SessionsParams>();
  readonly #history = new vscode.EventEmitter<HistoryParams>();
  readonly #remotes = new vscode.EventEmitter<RemotesParams>();
  readonly #results = new vscode.EventEmitter<void>();
  readonly #stopped = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #deaths: number[] = [];
  readonly #interceptors = new Map<string, CommandInterceptor>();
  #client: Promise<LanguageClient> | null = null;
  #disposed = false;

  /** Costs of one document, whenever they change. */
  readonly onLineAnnotations = this.#lineAnnotations.event;
  /** All sessions, whenever they change. */
  readonly onSessions = this.#sessions.event;
  /** All kept runs, whenever they change. */
  readonly onHistory = this.#history.event;
  /** All remembered servers and stores, whenever they change. */
  readonly onRemotes = this.#remotes.event;
  /** Results were added or removed. */
  readonly onResults = this.#results.event;
  /** The server is gone: its annotations and sessions are no longer valid. */
  readonly onStopped = this.#stopped.event;

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly outputs: Outputs,
  ) {
    this.#subscriptions.push(
      this.#lineAnnotations,
      this.#sessions,
      this.#history,
      this.#remotes,
      this.#results,
      this.#stopped,
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#grantTrust()),
    );
  }

  /** Resolves when the server takes commands. Rejects if it cannot be started; the reason is in the log. */
  async start(): Promise<void> {
    await this.#started();
  }

  async #started(): Promise<LanguageClient> {
    if (this.#disposed) throw new Error('pprof Lens has been stopped');
    this.#client ??= orForget(this.#create(), () => {
      this.#client = null;
    });
    const client = await this.#client;
    await client.start();
    return client;
  }

  /**
   * Executes a server command. Starts the server first if it does not run. Rejects if the server rejects the command, or
   * stops before it has answered.
   */
  async execute<Name extends ServerCommandName>(
    name: Name,
    ...args: CommandArguments<Name>
  ): Promise<CommandAnswer<Name>> {
    const client = await this.#started();
    const command = serverCommandId(name);
    const send = () => client.sendRequest('workspace/executeCommand', { command, arguments: args });
    return (await this.#intercepted(command, args, send)) as CommandAnswer<Name>;
  }

  /** Every server command comes through here, however it is invoked: by `execute`, a lens, a link, a key. */
  #intercepted(id: string, [argument]: unknown[], send: () => Promise<unknown>): Promise<unknown> {
    const interceptor = this.#interceptors.get(id);
    return interceptor === undefined ? send() : interceptor(argument, send);
  }

  /**
   * Opens a profile. Never rejects: where the command fails, the outcome says so, and the log says why.
   */
  async open(request: OpenRequest): Promise<OpenOutcome> {
    try {
      return await this.execute('openProfile', request);
    } catch (error) {
      this.outputs.log.error(`openProfile: ${String(error)}`);
      const message = vscode.l10n.t('The pprof Lens server could not open the profile. Its log says why.');
      return { status: 'failed', message };
    }
  }

  /** From now on `interceptor` is called for this command, however the command is invoked (a lens, a link, a key). */
  intercept(name: ServerCommandName, interceptor: CommandInterceptor): void {
    this.#interceptors.set(serverCommandId(name), interceptor);
  }

  async #create(): Promise<LanguageClient> {
    const { createClient } = await import('./client.ts');
    const storage = this.extension.storageUri ?? this.extension.globalStorageUri;
    return createClient(
      {
        serverModule: this.extension.asAbsolutePath('dist/server.js'),
        storagePath: storage.fsPath,
        secrets: this.extension.secrets,
        log: this.outputs.log,
      },
      {
        notifications: {
          [lineAnnotationsMethod]: (params: LineAnnotationsParams) => this.#lineAnnotations.fire(params),
          [sessionsMethod]: (params: SessionsParams) => this.#sessions.fire(params),
          [historyMethod]: (params: HistoryParams) => this.#history.fire(params),
          [remotesMethod]: (params: RemotesParams) => this.#remotes.fire(params),
          [resultsMethod]: () => this.#results.fire(),
          [outputMethod]: ({ text }: OutputParams) => this.outputs.runs.append(text),
          [settingMethod]: (params: SettingParams) => void this.#setting(params),
          [showOutputMethod]: () => this.outputs.runs.show(true),
        },
        stopped: () => this.#stopped.fire(),
        died: () => this.#died(),
        command: (id, args, send) => this.#intercepted(id, args, send),
      },
    );
  }

  /** Changes a setting of the file's folder, or shows it. */
  async #setting({ name, uri, value }: SettingParams): Promise<void> {
    const resource = vscode.Uri.parse(uri);
    if (value === undefined) await showSetting(name, resource);
    else await writeFolderSetting(name, value, resource);
  }

  #died(): boolean {
    if (this.#disposed) return false;
    this.#deaths.push(Date.now());
    const { restart, tell } = onDeath(this.#deaths);
    if (tell) void (restart ? this.#tellRestarted() : this.#offerRestart());
    return restart;
  }

  async #tellRestarted(): Promise<void> {
    const showLog = vscode.l10n.t('Show Log');
    const pressed = await sayWarning(
      vscode.l10n.t(
        'The pprof Lens server stopped unexpectedly and was started again. A benchmark that was running has to be run again.',
      ),
      showLog,
    );
    if (pressed === showLog) this.outputs.log.show();
  }

  async #offerRestart(): Promise<void> {
    const restart = vscode.l10n.t('Start Again');
    const showLog = vscode.l10n.t('Show Log');
    const pressed = await sayError(
      vscode.l10n.t('The pprof Lens server keeps stopping and was not started again. Its log may say why.'),
      restart,
      showLog,
    );
    if (pressed === showLog) this.outputs.log.show();
    if (pressed !== restart) return;
    this.#deaths.length = 0;
    await this.start().catch((error: unknown) => this.outputs.log.error(String(error)));
  }

  async #grantTrust(): Promise<void> {
    const client = await this.#client;
    // A server started later learns of it when it is initialized.
    if (client?.isRunning()) await client.sendNotification(trustGrantedMethod);
  }

  /** Stops the server and waits until it is gone, with the benchmarks it runs. */
  async stop(): Promise<void> {
    this.#disposed = true;
    const client = await this.#client;
    if (client === undefined || client === null || !client.needsStop()) return;
    const { stopTimeoutMs } = await import('./client.ts');
    await client.stop(stopTimeoutMs);
  }

  dispose(): void {
    this.#disposed = true;
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }
}
