/** Hashes are kept to 30 bits: engines store such integers without an object for each. */
const hashBits = 0x3fff_ffff;

/**
 * Finds rows by their contents. The caller keeps the contents in columns of its own and compares them; the table knows
 * only each row's hash. Rows are numbered 0, 1, 2... in the order in which they are added.
 *
 *   let row = table.first(hash);
 *   while (row !== -1 && !isEqual(row)) row = table.next();
 *   if (row === -1) row = table.add();
 *
 * Open addressing on typed arrays: there is no object for a row, because profiles have millions of them.
 */
export class HashTable {
  /** Number of rows. */
  count = 0;
  /**
   * Two numbers for each slot, next to each other because they are read together: row + 1, or 0 where the slot is free;
   * and the row's hash. The number of slots is a power of two, and at least half of them are free.
   */
  #slots: Uint32Array;
  #mask: number;
  /** The hash that is being looked for, and where in `#slots` the search stands. */
  #hash = 0;
  #at = 0;

  /** @param expected how many rows to make room for; the table grows beyond it */
  constructor(expected = 1024) {
    this.#slots = new Uint32Array(4 * 2 ** Math.ceil(Math.log2(Math.max(expected, 2))));
    this.#mask = this.#slots.length - 1;
  }

  /** Begins a search: the first row with this hash, or -1. */
  first(hash: number): number {
    this.#hash = hash & hashBits;
    return this.#probe((2 * hash) & this.#mask);
  }

  /** Continues the search: the next row with the same hash, or -1. */
  next(): number {
    return this.#probe((this.#at + 2) & this.#mask);
  }

  /** Adds a row with the hash of the search that has just ended with -1. Answers its number. */
  add(): number {
    const row = this.count++;
    this.#slots[this.#at] = row + 1;
    this.#slots[this.#at + 1] = this.#hash;
    if (4 * this.count >= this.#slots.length) this.#grow();
    return row;
  }

  #probe(start: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    const hash = this.#hash;
    let at = start;
    while (slots[at] !== 0 && slots[at + 1] !== hash) at = (at + 2) & mask;
    this.#at = at;
    return slots[at]! - 1;
  }

  #grow(): void {
    const before = this.#slots;
    const slots = new Uint32Array(2 * before.length);
    const mask = slots.length - 1;
    for (let from = 0; from < before.length; from += 2) {
      if (before[from] === 0) continue;
      let at = (2 * before[from + 1]!) & mask;
      while (slots[at] !== 0) at = (at + 2) & mask;
      slots[at] = before[from]!;
      slots[at + 1] = before[from + 1]!;
    }
    this.#slots = slots;
    this.#mask = mask;
  }
}
