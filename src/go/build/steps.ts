/** The progress of a run. */
import type { ProfileHooks, RunStep } from './benchmarkRequest.ts';

/** Counts steps for the progress bar. */
export class Steps {
  readonly #hooks: ProfileHooks;
  #done = -1;
  /** How many steps there are, as far as that is known. */
  of = 1;

  constructor(hooks: ProfileHooks) {
    this.#hooks = hooks;
  }

  /** Begins a step; the one before it is done. */
  next(step: Pick<RunStep, 'what' | 'benchmark' | 'message'>): void {
    this.#done++;
    this.#hooks.progress({ ...step, done: this.#done, of: Math.max(this.of, this.#done) });
  }

  /** Begins to build. */
  build(message: string): void {
    this.next({ what: 'build', benchmark: null, message });
  }
}
