import * as l10n from '@vscode/l10n';

/** Nobody needs to be told of a shorter wait. */
const patience = 1000;

/**
 * Tells on standard error what is waited for: on a terminal a line that counts the seconds and goes when the wait
 * ends; elsewhere one line, if it takes more than a moment.
 *
 * @param seconds how long it will take, `null` where nobody knows
 * @returns ends the telling
 */
export function tellWaiting(what: string, seconds: number | null): () => void {
  const { stderr } = process;
  const whole = seconds === null ? what : l10n.t('{0} ({1} seconds)', what, seconds);
  if (!stderr.isTTY) {
    const timer = setTimeout(() => stderr.write(`${whole}...\n`), patience);
    return () => clearTimeout(timer);
  }
  const start = Date.now();
  const show = () => {
    const passed = Math.round((Date.now() - start) / 1000);
    const clock = seconds === null ? l10n.t('{0} s', passed) : l10n.t('{0} of {1} s', passed, seconds);
    stderr.write(`\r\x1b[K${what}  ${clock}`);
  };
  show();
  const timer = setInterval(show, patience);
  return () => {
    clearInterval(timer);
    stderr.write('\r\x1b[K');
  };
}
