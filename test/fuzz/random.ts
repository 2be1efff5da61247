/** Random numbers from a seed: the same seed, the same numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A uint32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  }

  /** An integer from 0 to `limit - 1`; 0 if there is none. */
  below(limit: number): number {
    return Math.floor((this.next() / 2 ** 32) * limit);
  }

  /** True in one of `n` cases. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** One of the items, of which there must be some. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.next());
  }

  /** A uint64; small ones and the edges of number formats are much more likely than the rest. */
  uint64(): bigint {
    if (this.oneIn(3)) return BigInt(this.below(16));
    if (this.oneIn(2)) return BigInt.asUintN(64, this.pick(edges) + BigInt(this.below(3)) - 1n);
    return ((BigInt(this.next()) << 32n) | BigInt(this.next())) >> BigInt(this.below(64));
  }
}

const edges = [7n, 14n, 21n, 28n, 31n, 32n, 35n, 53n, 63n, 64n].map((bits) => 1n << bits);
