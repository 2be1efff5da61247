import * as l10n from '@vscode/l10n';
import { standardError } from './streams.ts';

/** Nothing is shown for a shorter wait; then the clock is shown anew after each. */
const interval = 1000;

/**
 * Shows on standard error what we wait for. On a terminal this is a line that counts the seconds, and is removed when the
 * wait ends. Elsewhere it is written once, if it takes more than a moment.
 *
 * @param seconds how long it takes; `null` if that is not known
 * @returns call it when the wait ends
 */
export function showWaiting(what: string, seconds: number | null): () => void {
  const whole = seconds === null ? what : l10n.t('{0} ({1} seconds)', what, seconds);
  if (!standardError.isTerminal) {
    const timer = setTimeout(() => standardError.write(`${whole}...`), interval);
    return () => clearTimeout(timer);
  }
  const start = Date.now();
  const show = () => {
    const passed = Math.round((Date.now() - start) / 1000);
    const clock = seconds === null ? l10n.t('{0} s', passed) : l10n.t('{0} of {1} s', passed, seconds);
    standardError.showStatus(`${what}  ${clock}`);
  };
  show();
  const timer = setInterval(show, interval);
  return () => {
    clearInterval(timer);
    standardError.showStatus('');
  };
}
