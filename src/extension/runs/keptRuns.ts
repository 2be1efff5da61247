import * as vscode from 'vscode';
import type { KeptRunSummary } from '../../protocol.ts';
import type { Server } from '../server/server.ts';

/** The kept runs as the server has sent them last. Sets the context `pprofLens.historyKnown` once they are known. */
export class KeptRuns implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #runs: readonly KeptRunSummary[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(server: Server) {
    this.#subscriptions = [
      this.#changed,
      server.onHistory(({ runs }) => {
        this.#runs = runs;
        void vscode.commands.executeCommand('setContext', 'pprofLens.historyKnown', true);
        this.#changed.fire();
      }),
    ];
  }

  /** Newest first. They stay while the server is gone: it finds the same runs when it is started again. */
  get all(): readonly KeptRunSummary[] {
    return this.#runs;
  }

  get(runId: string): KeptRunSummary | undefined {
    return this.#runs.find((run) => run.runId === runId);
  }

  hasProfile(path: string): boolean {
    return this.#runs.some(({ profiles }) => profiles.some((each) => each.path === path));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
