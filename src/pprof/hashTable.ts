import { grown } from './growing.ts';

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
  /** Row + 1, or 0 for a free slot. Always a power of two, and at least half of the slots are free. */
  #slots: Uint32Array;
  /** Hash of each row. */
  #hashes: Uint32Array;
  /** The hash that is being looked for, and the slot where the search stands. */
  #hash = 0;
  #slot = 0;

  /** @param expected how many rows to make room for; the table grows beyond it */
  constructor(expected = 1024) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(expected, 2)));
    this.#hashes = new Uint32Array(capacity);
    this.#slots = new Uint32Array(2 * capacity);
  }

  /** Begins a search: the first row with this hash, or -1. */
  first(hash: number): number {
    this.#hash = hash & hashBits;
    return this.#probe(hash & (this.#slots.length - 1));
  }

  /** Continues the search: the next row with the same hash, or -1. */
  next(): number {
    return this.#probe((this.#slot + 1) & (this.#slots.length - 1));
  }

  /** Adds a row with the hash of the search that has just ended with -1. Answers its number. */
  add(): number {
    const row = this.count++;
    this.#slots[this.#slot] = row + 1;
    this.#hashes[row] = this.#hash;
    if (this.count === this.#hashes.length) this.#grow();
    return row;
  }

  #probe(start: number): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const hash = this.#hash;
    const mask = slots.length - 1;
    let slot = start;
    let row = slots[slot]! - 1;
    while (row !== -1 && hashes[row] !== hash) {
      slot = (slot + 1) & mask;
      row = slots[slot]! - 1;
    }
    this.#slot = slot;
    return row;
  }

  #grow(): void {
    const hashes = grown(this.#hashes, 2 * this.#hashes.length);
    const slots = new Uint32Array(2 * hashes.length);
    const mask = slots.length - 1;
    for (let row = 0; row < this.count; row++) {
      let slot = hashes[row]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
    this.#hashes = hashes;
    this.#slots = slots;
  }
}

/** A hash of two numbers, each less than 2^32. All of its bits depend on all of theirs. */
export function hashPair(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
