import * as l10n from '@vscode/l10n';
import type { CancellationToken, WorkDoneProgressServerReporter } from 'vscode-languageserver';

/** What a run gets when its turn comes. */
export interface Turn {
  /** Aborted when the user cancels the run, or the server shuts down. */
  readonly signal: AbortSignal;
  /**
   * Shows the run's progress.
   *
   * @param share from 0 to 1
   */
  report(message: string, share: number): void;
}

/**
 * Starts runs one after the other: two at the same time would disturb each other's timings. Each has a progress bar, from
 * the click to its end, which can cancel it.
 */
export class RunQueue {
  readonly #createProgress: () => Promise<WorkDoneProgressServerReporter>;
  #last: Promise<unknown> = Promise.resolve();
  /** One for each run that goes or waits. */
  readonly #aborts = new Set<AbortController>();

  constructor(createProgress: () => Promise<WorkDoneProgressServerReporter>) {
    this.#createProgress = createProgress;
  }

  /** Answers what `work` answers; `null` if it was cancelled before its turn came. */
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
