/** A progress bar for what waits for a server or a store. */
import * as l10n from '@vscode/l10n';
import type { Messages } from '../../client/messages.ts';

export interface Busy {
  readonly title: string;
  readonly text: string;
  /** How long the server records; `null` where nobody knows how long it takes. */
  readonly seconds: number | null;
}

/**
 * Shows a bar while `work` goes on. The bar's button aborts the signal that `work` gets, and so does `signal`.
 */
export async function busy<T>(
  messages: Messages,
  { title, text, seconds }: Busy,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const bar = messages.progress();
  const cancelled = new AbortController();
  const listener = bar.token.onCancellationRequested(() => cancelled.abort());
  const began = performance.now();
  bar.begin(title, text);
  const tell = () => {
    const gone = (performance.now() - began) / 1000;
    const left = Math.ceil((seconds ?? 0) - gone);
    const share = Math.min(99, Math.floor((100 * gone) / (seconds ?? 1)));
    bar.report(share, left > 0 ? l10n.t('{0}, {1} s left', text, left) : l10n.t('{0}, reading', text));
  };
  const timer = seconds === null ? null : setInterval(tell, 1000);
  try {
    return await work(AbortSignal.any([cancelled.signal, signal]));
  } finally {
    if (timer !== null) clearInterval(timer);
    listener.dispose();
    bar.done();
  }
}
