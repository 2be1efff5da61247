import * as l10n from '@vscode/l10n';
import type { RunningProgram } from '../../go/programs/programRequest.ts';
import { complain } from '../terminal/output.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Interrupt = (typeof signals)[number];

/** After so many, a program that does not end is killed. */
const most = 3;

/**
 * Ctrl+C, and what a CI system sends. Before the program runs, it cancels our work. Then it is for the program, and we wait
 * for its end.
 */
export class Interrupts {
  readonly #cancel = new AbortController();
  readonly #listeners = signals.map((signal) => [signal, () => this.#came(signal)] as const);
  #running: RunningProgram | null = null;
  #count = 0;

  constructor() {
    for (const [signal, listener] of this.#listeners) process.on(signal, listener);
  }

  /** Aborted by an interrupt before the program runs. */
  get signal(): AbortSignal {
    return this.#cancel.signal;
  }

  /** From now on, interrupts are for this program. */
  pass(running: RunningProgram): void {
    this.#running = running;
  }

  #came(signal: Interrupt): void {
    const running = this.#running;
    if (running === null) {
      this.#cancel.abort();
      return;
    }
    this.#count++;
    if (this.#count >= most) running.kill();
    // What comes from the terminal has reached the program without us.
    else if (!(running.hasOurTerminal && signal === 'SIGINT')) running.send(signal);
    if (this.#count === most - 1)
      complain(l10n.t('Once more kills the program, and its last samples are lost.'));
  }

  dispose(): void {
    for (const [signal, listener] of this.#listeners) process.removeListener(signal, listener);
  }
}
