import * as vscode from 'vscode';
import type { KeptRunSummary } from '../../protocol.ts';
import type { Server } from '../server/server.ts';

/** The kept runs as the server last told them. Context `pprofLens.historyKnown`: it has told them. */
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

  /** Newest first. They stay when the server has gone: it finds the same when it is back. */
  get all(): readonly KeptRunSummary[] {
    return this.#runs;
  }

  get(runId: string): KeptRunSummary | undefined {
    return this.#runs.find((run) => run.runId === runId);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
