/** Random numbers from a seed (mulberry32). The same seed gives the same numbers. */
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

  /** `true` in one of `n` cases. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** One of the items. The list must not be empty. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.next();
    return bytes;
  }

  /** A uint64. Small ones and the limits of number formats are much more probable than others. */
  uint64(): bigint {
    if (this.oneIn(3)) return BigInt(this.below(16));
    if (this.oneIn(2)) return BigInt.asUintN(64, this.pick(edges) + BigInt(this.below(3)) - 1n);
    return ((BigInt(this.next()) << 32n) | BigInt(this.next())) >> BigInt(this.below(64));
  }
}

const edges = [7n, 14n, 21n, 28n, 31n, 32n, 35n, 53n, 63n, 64n].map((bits) => 1n << bits);
