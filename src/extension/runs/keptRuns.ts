import * as vscode from 'vscode';
import type { HistoryParams, KeptRunSummary, MoreBenchmarks } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';

/** The kept runs as the server has sent them last. The context `pprofLens.runs` has their number, once it is known. */
export class KeptRuns implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #known: HistoryParams = { runs: [], more: [], old: 0 };

  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer) {
    this.#subscriptions = [
      this.#changed,
      server.onHistory((params) => {
        this.#known = params;
        void vscode.commands.executeCommand('setContext', 'pprofLens.runs', params.runs.length);
        this.#changed.fire();
      }),
    ];
  }

  /** Newest first. They stay while the server is gone: it finds the same runs when it is started again. */
  get all(): readonly KeptRunSummary[] {
    return this.#known.runs;
  }

  get(runId: string): KeptRunSummary | undefined {
    return this.all.find((run) => run.runId === runId);
  }

  /** The benchmarks of which `all` leaves out sub-benchmarks. */
  get more(): readonly MoreBenchmarks[] {
    return this.#known.more;
  }

  /** How many runs nobody has asked to keep. */
  get old(): number {
    return this.#known.old;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
