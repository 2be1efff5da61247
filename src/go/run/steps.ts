/** The progress of a run. */
import type { ProfileHooks } from './profileRequest.ts';

/** Counts steps for the progress bar. */
export class Steps {
  readonly #hooks: ProfileHooks;
  #done = -1;
  /** How many steps there are, as far as that is known. */
  of = 1;

  constructor(hooks: ProfileHooks) {
    this.#hooks = hooks;
  }

  /** Begins the step that `message` describes; the one before it is done. */
  next(message: string): void {
    this.#done++;
    this.#hooks.progress(message, this.#done, Math.max(this.of, this.#done));
  }
}
