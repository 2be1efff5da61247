import * as vscode from 'vscode';
import type { ActiveCost, SessionSummary, SessionsParams } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';

const none: SessionsParams = { sessions: [], active: null, activeTitle: '', activeNews: '' };

/**
 * The sessions as the server has sent them last. The server owns them; this is the extension's only copy. Sets the
 * contexts that menus and keys use: whether there are any, whether one is shown, and whether it is of an older run.
 */
export class Sessions {
  readonly #changed = new vscode.EventEmitter<void>();
  #params: SessionsParams = none;

  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly server: LanguageServer,
    subscriptions: vscode.Disposable[],
  ) {
    subscriptions.push(
      this.#changed,
      server.onSessions((params) => this.#set(params)),
      server.onStopped(() => this.#set(none)),
    );
  }

  /** Newest first. */
  get all(): readonly SessionSummary[] {
    return this.#params.sessions;
  }

  get active(): ActiveCost | null {
    return this.#params.active;
  }

  get activeSession(): SessionSummary | undefined {
    const { sessions, active } = this.#params;
    return active === null ? undefined : sessions.find(({ id }) => id === active.sessionId);
  }

  /** Short text for the status bar; empty while no costs are shown. */
  get activeTitle(): string {
    return this.#params.activeTitle;
  }

  /** What has changed in its run, in a few words; empty if nothing has. */
  get activeNews(): string {
    return this.#params.activeNews;
  }

  get(id: string): SessionSummary | undefined {
    return this.#params.sessions.find((session) => session.id === id);
  }

  /** Sets what the lines and the flame graph show; `null` for nothing. */
  async show(active: ActiveCost | null): Promise<void> {
    await this.server.execute('show', active);
  }

  #set(params: SessionsParams): void {
    this.#params = params;
    void vscode.commands.executeCommand('setContext', 'pprofLens.hasProfiles', params.sessions.length > 0);
    void vscode.commands.executeCommand('setContext', 'pprofLens.hasActive', params.active !== null);
    const showsOlder = (this.activeSession?.age?.newestRunId ?? null) !== null;
    void vscode.commands.executeCommand('setContext', 'pprofLens.showsOlder', showsOlder);
    this.#changed.fire();
  }
}
