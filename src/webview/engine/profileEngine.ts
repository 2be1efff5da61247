import type { Asker } from '../host/openQuestions.ts';
import type { Questions } from './questions.ts';

/** Answers the page's questions about a profile. Only `open` tells which share of its work is done. */
export interface ProfileEngine {
  readonly ask: Asker<Questions>;
}

/** An engine that is started with the first question, or earlier by `start`. */
export class StartedLater implements ProfileEngine {
  #engine: ProfileEngine | null = null;

  constructor(private readonly connect: () => ProfileEngine) {}

  start(): ProfileEngine {
    this.#engine ??= this.connect();
    return this.#engine;
  }

  readonly ask: Asker<Questions> = (kind, question, onShare) => this.start().ask(kind, question, onShare);
}

/** An engine that is still opening its profile. Questions about the profile wait until `begin` is called. */
export class AfterOpening implements ProfileEngine {
  readonly #opened: Promise<void>;
  /** To be called when the profile is open. */
  readonly begin: () => void;

  constructor(private readonly engine: ProfileEngine) {
    let begin = () => {};
    this.#opened = new Promise((resolve) => {
      begin = resolve;
    });
    this.begin = begin;
  }

  readonly ask: Asker<Questions> = async (kind, question) => {
    await this.#opened;
    return this.engine.ask(kind, question);
  };
}
