/** When the client is told that lenses have changed. */

/** Milliseconds after which a client that has not asked is told again: it may have shown nothing then. */
const patience = 10_000;

/**
 * Told of a change, VS Code gives up the request that is under way, and begins to wait as long as its last requests took. Told
 * each second how long a program runs, it would never show a new lens on a busy machine. So what changes before it has asked is
 * not told, and what changes while it is answered is told after the answer.
 */
export class LensRefresh {
  #told = Number.NEGATIVE_INFINITY;
  #answering = 0;
  #changedSince = false;

  /** @param now in milliseconds */
  constructor(
    private readonly tell: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Lenses have changed. */
  changed(): void {
    if (this.#answering > 0) {
      this.#changedSince = true;
    } else if (this.now() >= this.#told + patience) {
      this.#told = this.now();
      this.tell();
    }
  }

  /** Answers a request for lenses. */
  async answer<T>(lenses: () => Promise<T>): Promise<T> {
    this.#told = Number.NEGATIVE_INFINITY;
    this.#answering++;
    try {
      return await lenses();
    } finally {
      this.#answering--;
      if (this.#answering === 0 && this.#changedSince) {
        this.#changedSince = false;
        // The answer goes first.
        setTimeout(() => this.changed());
      }
    }
  }
}
