/** What a terminal or a CI system sends to end a command. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that Ctrl+C cancels: it aborts the signal, and the work answers with a failure as usual. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const cancel = () => abort.abort();
  for (const signal of signals) process.on(signal, cancel);
  try {
    return await work(abort.signal);
  } finally {
    for (const signal of signals) process.removeListener(signal, cancel);
  }
}
