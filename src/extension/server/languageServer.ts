import * as vscode from 'vscode';
import type { GenericNotificationHandler } from 'vscode-languageclient';
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
  type RunningParams,
  remotesMethod,
  resultsMethod,
  runningMethod,
  type ServerCommandName,
  type SessionsParams,
  type SettingParams,
  serverCommandId,
  sessionsMethod,
  settingMethod,
  showOutputMethod,
  trustGrantedMethod,
} from '../../protocol.ts';
import type { Client } from './client.ts';
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

/** What the server has told last. It stays while the server is gone, which tells the same when it is started again. */
export interface Latest<Params> {
  readonly value: Params;
  readonly onDidChange: vscode.Event<Params>;
}

/**
 * The language server, as the rest of the extension uses it. It is started when it is first needed, started again
 * when it dies, and stopped with the extension. Only this class uses the language client.
 */
export class LanguageServer {
  readonly #deaths: number[] = [];
  readonly #interceptors = new Map<string, CommandInterceptor>();
  readonly #notifications: Record<string, GenericNotificationHandler> = {};
  readonly #stopped = new vscode.EventEmitter<void>();
  #client: Promise<Client> | null = null;
  #hasEnded = false;

  /** Costs of one document, whenever they change. */
  readonly onLineAnnotations = this.#told<LineAnnotationsParams>(lineAnnotationsMethod);
  /** All sessions, whenever they change. */
  readonly onSessions = this.#told<SessionsParams>(sessionsMethod);
  /** The kept runs, newest first. */
  readonly history = this.#latest<HistoryParams>(historyMethod, { runs: [], more: [], old: 0 });
  /** The servers and stores that are remembered. */
  readonly remotes = this.#latest<RemotesParams>(remotesMethod, { items: [] });
  /** Results were added or removed. */
  readonly onResults = this.#told<void>(resultsMethod);
  /** The server is gone: its annotations and sessions are no longer valid. */
  readonly onStopped = this.#stopped.event;

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly outputs: Outputs,
  ) {
    this.#notifications[outputMethod] = ({ text }: OutputParams) => outputs.runs.append(text);
    this.#notifications[settingMethod] = (params: SettingParams) => void changeSetting(params);
    this.#notifications[runningMethod] = ({ isRunning }: RunningParams) => setRunning(isRunning);
    this.#notifications[showOutputMethod] = () => outputs.runs.show(true);
    extension.subscriptions.push(
      this.#stopped,
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#grantTrust()),
    );
  }

  #told<Params>(method: string): vscode.Event<Params> {
    const emitter = new vscode.EventEmitter<Params>();
    this.#notifications[method] = (params: Params) => emitter.fire(params);
    return emitter.event;
  }

  #latest<Params>(method: string, first: Params): Latest<Params> {
    const latest = { value: first, onDidChange: this.#told<Params>(method) };
    latest.onDidChange((params) => {
      latest.value = params;
    });
    return latest;
  }

  /** Resolves when the server takes commands. Rejects if it cannot be started; the reason is in the log. */
  async start(): Promise<void> {
    await this.#started();
  }

  async #started(): Promise<Client> {
    if (this.#hasEnded) throw new Error('pprof Lens has been stopped');
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

  async #create(): Promise<Client> {
    const { createClient } = await import('./client.ts');
    return createClient(
      { extension: this.extension, log: this.outputs.log },
      {
        notifications: this.#notifications,
        stopped: () => {
          setRunning(false);
          this.#stopped.fire();
        },
        died: () => this.#died(),
        command: (id, args, send) => this.#intercepted(id, args, send),
      },
    );
  }

  #died(): boolean {
    if (this.#hasEnded) return false;
    this.#deaths.push(Date.now());
    const { restart, tell } = onDeath(this.#deaths);
    if (tell) void (restart ? this.#tellRestarted() : this.#offerRestart());
    return restart;
  }

  #tellRestarted(): Promise<void> {
    const text = vscode.l10n.t(
      'The pprof Lens server stopped unexpectedly and was started again. A benchmark that was running has to be run again.',
    );
    return sayWarning(text, [vscode.l10n.t('Show Log'), () => this.outputs.log.show()]);
  }

  #offerRestart(): Promise<void> {
    const restart = async () => {
      this.#deaths.length = 0;
      await this.start().catch((error: unknown) => this.outputs.log.error(String(error)));
    };
    return sayError(
      vscode.l10n.t('The pprof Lens server keeps stopping and was not started again. Its log may say why.'),
      [vscode.l10n.t('Start Again'), restart],
      [vscode.l10n.t('Show Log'), () => this.outputs.log.show()],
    );
  }

  async #grantTrust(): Promise<void> {
    const client = await this.#client;
    // A server started later learns of it when it is initialized.
    if (client?.isRunning()) await client.sendNotification(trustGrantedMethod);
  }

  /** Stops the server and waits until it is gone, with the benchmarks it runs. */
  async stop(): Promise<void> {
    this.#hasEnded = true;
    const client = await this.#client;
    if (client === undefined || client === null || !client.needsStop()) return;
    const { stopTimeoutMs } = await import('./client.ts');
    await client.stop(stopTimeoutMs);
  }
}

/** Whether the palette has what ends a run. */
function setRunning(isRunning: boolean): void {
  void vscode.commands.executeCommand('setContext', 'pprofLens.isRunning', isRunning);
}

/** Changes a setting of the file's folder, or shows it. */
async function changeSetting({ name, uri, value }: SettingParams): Promise<void> {
  const resource = vscode.Uri.parse(uri);
  if (value === undefined) await showSetting(name, resource);
  else await writeFolderSetting(name, value, resource);
}
