import type { ProfileEngine, Questions } from './questions.ts';

/** An engine that is started when it is needed, or when there is time. */
export class StartedLater implements ProfileEngine {
  readonly #connect: () => ProfileEngine;
  #engine: ProfileEngine | null = null;

  constructor(connect: () => ProfileEngine) {
    this.#connect = connect;
  }

  start(): ProfileEngine {
    this.#engine ??= this.#connect();
    return this.#engine;
  }

  ask<K extends keyof Questions>(
    kind: K,
    question: Questions[K]['question'],
  ): Promise<Questions[K]['answer']> {
    return this.start().ask(kind, question);
  }
}
