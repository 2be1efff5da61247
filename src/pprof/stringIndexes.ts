import { malformed } from './malformed.ts';

/**
 * The string index that was just read as a varint. An index beyond 32 bits, and a negative one, comes out
 * as `outOfRange`, which no table reaches.
 */
export function stringIndex(wire: { readonly low: number; readonly high: number }): number {
  return wire.high === 0 ? wire.low : outOfRange;
}

const outOfRange = 0xffff_ffff;

/** Remembers the largest string index referred to, because the string table may come last. */
export class StringIndexes {
  #largest = 0;

  refer(index: number): void {
    if (index > this.#largest) this.#largest = index;
  }

  /** Throws `Malformed` if some index reaches past a table of `count` strings. */
  check(count: number): void {
    if (this.#largest < count) return;
    throw malformed(
      'bad-string-index',
      'The profile refers to a string that is not in its string table of {0}; it is damaged. Record it again.',
      [count],
    );
  }
}
