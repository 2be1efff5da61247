import { malformed } from './malformed.ts';

/**
 * The string index that was read last, as a varint. A negative index, or one of more than 32 bits, becomes `outOfRange`,
 * which is larger than any string table.
 */
export function stringIndex(reader: { readonly low: number; readonly high: number }): number {
  return reader.high === 0 ? reader.low : outOfRange;
}

const outOfRange = 0xffff_ffff;

/** Remembers the largest string index that the profile refers to: the string table may come last in the file. */
export class StringIndexes {
  #largest = 0;

  refer(index: number): void {
    if (index > this.#largest) this.#largest = index;
  }

  /** Throws `Malformed` if an index is not in a table of `count` strings. */
  check(count: number): void {
    if (this.#largest < count) return;
    throw malformed(
      'bad-string-index',
      'The profile refers to a string that is not in its string table of {0}; it is damaged. Record it again.',
      [count],
    );
  }
}
