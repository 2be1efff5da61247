import type { Questions } from './questions.ts';

/** Is told which share of a question's work is done, from 0 to 1. Only `open` tells. */
export type OnShare = (share: number) => void;

/** Answers the page's questions about a profile. */
export interface ProfileEngine {
  ask<K extends keyof Questions>(
    kind: K,
    question: Questions[K]['question'],
    onShare?: OnShare,
  ): Promise<Questions[K]['answer']>;
}

/** An engine that is started with the first question, or earlier by `start`. */
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
    onShare?: OnShare,
  ): Promise<Questions[K]['answer']> {
    return this.start().ask(kind, question, onShare);
  }
}

/** An engine that is still opening its profile. Questions about the profile wait until `begin` is called. */
export class AfterOpening implements ProfileEngine {
  readonly #engine: ProfileEngine;
  readonly #opened: Promise<void>;
  /** To be called when the profile is open. */
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
