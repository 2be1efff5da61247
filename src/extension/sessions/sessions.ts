import * as vscode from 'vscode';
import type { ActiveCost, SessionSummary, SessionsParams } from '../../protocol.ts';
import type { Server } from '../server/server.ts';

const none: SessionsParams = { sessions: [], active: null, activeTitle: '' };

/**
 * The sessions as the server last told them. The server owns them; this is its only copy here, and what
 * menus and keys know of it (context `pprofLens.hasActive`).
 */
export class Sessions implements vscode.Disposable {
  readonly #server: Server;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #params: SessionsParams = none;

  readonly onDidChange = this.#changed.event;

  constructor(server: Server) {
    this.#server = server;
    this.#subscriptions = [
      this.#changed,
      server.onSessions((params) => this.#set(params)),
      server.onStopped(() => this.#set(none)),
    ];
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

  /** Short text for the status bar; empty where nothing is shown. */
  get activeTitle(): string {
    return this.#params.activeTitle;
  }

  get(id: string): SessionSummary | undefined {
    return this.#params.sessions.find((session) => session.id === id);
  }

  /** What lines and flame graph show from now on; `null` nothing. */
  async show(active: ActiveCost | null): Promise<void> {
    await this.#server.execute('show', active);
  }

  #set(params: SessionsParams): void {
    this.#params = params;
    void vscode.commands.executeCommand('setContext', 'pprofLens.hasActive', params.active !== null);
    this.#changed.fire();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
