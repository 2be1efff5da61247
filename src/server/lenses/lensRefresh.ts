/** When the client is told that lenses have changed. */

/** Milliseconds after which a client that has not asked is told again, at least and at most. */
const [shortest, longest] = [2000, 16_000];

export interface Clock {
  /** Milliseconds. */
  readonly now: () => number;
  /** Acts after so many milliseconds. Returns what calls it off. */
  readonly later: (act: () => void, milliseconds: number) => () => void;
}

const realClock: Clock = {
  now: () => performance.now(),
  later: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Told of a change, VS Code waits about as long as its last requests took, then asks. Told again meanwhile, it begins to wait
 * anew: told each second how long a program runs, it would never show a new lens on a busy machine. And it gives up asking where
 * the focus leaves the editor while it waits, and shows the old lens until something else changes. So it is not told of what
 * changes before it has asked, but told again if it does not ask for much longer than last time, a few times, each later than the
 * one before. What changes while it is answered is told after the answer.
 */
export class LensRefresh {
  #patience = shortest;
  #told = 0;
  /** Calls off telling it again: while it is told, and has not asked. */
  #stopWaiting: (() => void) | null = null;
  #answering = 0;
  #changedSince = false;

  constructor(
    private readonly tell: () => void,
    private readonly clock: Clock = realClock,
  ) {}

  /** Lenses have changed. */
  changed(): void {
    if (this.#answering > 0) this.#changedSince = true;
    else if (this.#stopWaiting === null) this.#tell(this.#patience);
  }

  #tell(patience: number): void {
    this.#told = this.clock.now();
    this.#stopWaiting = this.clock.later(() => {
      this.#stopWaiting = null;
      // It may show nothing that has lenses.
      if (patience < longest) this.#tell(2 * patience);
    }, patience);
    this.tell();
  }

  #asked(): void {
    if (this.#stopWaiting === null) return;
    this.#stopWaiting();
    this.#stopWaiting = null;
    this.#patience = Math.min(Math.max(2 * (this.clock.now() - this.#told), shortest), longest);
  }

  /** Answers a request for lenses. */
  async answer<T>(lenses: () => Promise<T>): Promise<T> {
    this.#asked();
    this.#answering++;
    try {
      return await lenses();
    } finally {
      this.#answering--;
      if (this.#answering === 0 && this.#changedSince) {
        this.#changedSince = false;
        // The answer goes first.
        this.clock.later(() => this.changed(), 0);
      }
    }
  }
}
