import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { HeldProfile } from './heldProfile.ts';

const usualLimits = {
  /** An eighth of the machine's memory, from 256 MB to 2 GB: what all profiles may take that somebody looks at. */
  mostBytes: Math.min(2 ** 31, Math.max(2 ** 28, totalmem() / 8)),
  /** What those may take that nobody looks at: dozens of usual ones, so that going back to them takes no time. */
  mostUnseenBytes: 2 ** 26,
  /** The profile that was asked for last may be asked for again soon: it stays so long although nobody looks at it. */
  lastStaysMs: 30_000,
  /** When the user has looked at nothing else for so long, only what is looked at stays. */
  quietMs: 120_000,
};

export type HeldLimits = Readonly<typeof usualLimits>;

/**
 * Keeps the memory of all profiles within bounds. What was asked for least recently is let go first; what somebody looks
 * at stays, unless the machine's memory is too small for it.
 */
export class HeldProfiles {
  readonly #limits: HeldLimits;
  /** Those in memory, the least recently used first. */
  readonly #used = new Set<HeldProfile>();
  #timer: NodeJS.Timeout | null = null;
  #quiet: NodeJS.Timeout | undefined;

  /** @param seen those that somebody looks at now */
  constructor(
    private readonly seen: () => ReadonlySet<HeldProfile>,
    limits: Partial<HeldLimits> = {},
  ) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /** It is in memory, and was asked for now. */
  use(held: HeldProfile, wasRead: boolean): void {
    this.#used.delete(held);
    this.#used.add(held);
    if (wasRead) this.tidy();
  }

  /** Nobody will ask for it again. */
  forget(held: HeldProfile): void {
    this.#used.delete(held);
  }

  /** Lets go what is too much. Called when something was read, and when somebody looks at something else. */
  tidy(): void {
    this.#letGo([...this.#used].at(-1));
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      if (this.#letGo(undefined, 0)) collectGarbage();
    }, this.#limits.quietMs);
    letEnd(this.#quiet);
    const seen = this.seen();
    const isUnseen = (held: HeldProfile) => !seen.has(held);
    if (this.#timer !== null || this.#bytes(isUnseen) <= this.#limits.mostUnseenBytes) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#letGo(undefined);
    }, this.#limits.lastStaysMs);
    letEnd(this.#timer);
  }

  /**
   * Answers whether it has let go any.
   *
   * @param spared stays
   */
  #letGo(spared: HeldProfile | undefined, mostUnseen = this.#limits.mostUnseenBytes): boolean {
    const { size } = this.#used;
    const seen = this.seen();
    const bounds = [
      { isCounted: (held: HeldProfile) => !seen.has(held), most: mostUnseen },
      { isCounted: () => true, most: this.#limits.mostBytes },
    ];
    for (const { isCounted, most } of bounds) {
      let bytes = this.#bytes(isCounted);
      for (const held of [...this.#used]) {
        if (bytes <= most) break;
        if (held === spared || !isCounted(held)) continue;
        bytes -= held.bytes;
        held.letGo();
        bytes += held.bytes;
        if (held.bytes === 0) this.#used.delete(held);
      }
    }
    return this.#used.size < size;
  }

  #bytes(isCounted: (held: HeldProfile) => boolean): number {
    let bytes = 0;
    for (const held of this.#used) if (isCounted(held)) bytes += held.bytes;
    return bytes;
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    clearTimeout(this.#quiet);
  }
}

/** The process may end before the timer does. In a browser there is none, and timers are numbers. */
function letEnd(timer: Partial<NodeJS.Timeout>): void {
  timer.unref?.();
}

/** V8 collects garbage when more memory is asked for, and an idle server asks for none. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
