import type { ProfileEngine, Questions } from './questions.ts';

/** An engine whose profile is still to be opened: questions about it wait until then. */
export class AfterOpening implements ProfileEngine {
  readonly #engine: ProfileEngine;
  readonly #opened: Promise<void>;
  /** The profile is open. */
  readonly begin: () => void;

  constructor(engine: ProfileEngine) {
    this.#engine = engine;
    let begin = () => {};
    this.#opened = new Promise((resolve) => {
      begin = resolve;
    });
    this.begin = begin;
  }

  async ask<K extends keyof Questions>(
    kind: K,
    question: Questions[K]['question'],
  ): Promise<Questions[K]['answer']> {
    await this.#opened;
    return this.#engine.ask(kind, question);
  }
}
