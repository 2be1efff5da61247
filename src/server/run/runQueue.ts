import * as l10n from '@vscode/l10n';
import type { CancellationToken, WorkDoneProgressServerReporter } from 'vscode-languageserver';

/** What a run is given when its turn comes. */
export interface Turn {
  /** Aborted when the user cancels the run, or the server shuts down. */
  readonly signal: AbortSignal;
  /**
   * Shows how far the run is.
   *
   * @param share from 0 to 1
   */
  report(message: string, share: number): void;
}

/**
 * Lets runs go one after the other: two at a time would spoil each other's numbers. Each has a progress bar, from the
 * click to its end, that can cancel it.
 */
export class RunQueue {
  readonly #createProgress: () => Promise<WorkDoneProgressServerReporter>;
  #last: Promise<unknown> = Promise.resolve();
  /** Of the runs that go or wait. */
  readonly #aborts = new Set<AbortController>();

  constructor(createProgress: () => Promise<WorkDoneProgressServerReporter>) {
    this.#createProgress = createProgress;
  }

  /** Answers what `work` does; `null` if it was cancelled before its turn came. */
  async add<T>(work: (turn: Turn) => Promise<T>, token: CancellationToken): Promise<T | null> {
    const abort = new AbortController();
    const isFirst = this.#aborts.size === 0;
    this.#aborts.add(abort);
    const progress = await this.#createProgress();
    const cancel = () => abort.abort();
    progress.token.onCancellationRequested(cancel);
    token.onCancellationRequested(cancel);
    const waiting = isFirst ? undefined : l10n.t('waiting for the run before it');
    progress.begin(l10n.t('Profiling'), 0, waiting, true);
    const turn: Turn = {
      signal: abort.signal,
      report: (message, share) => progress.report(Math.round(share * 100), message),
    };
    const done = this.#last.then(() => (abort.signal.aborted ? null : work(turn)));
    this.#last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#aborts.delete(abort);
      progress.done();
    }
  }

  /** Cancels all runs, and waits until the one that goes has ended. */
  async dispose(): Promise<void> {
    for (const abort of this.#aborts) abort.abort();
    await this.#last;
  }
}
