import { grown, grownLength } from './growing.ts';
import { hashSeed } from './hashSeed.ts';
import { HashTable } from './hashTable.ts';

/**
 * Numbers sequences of uint32s: equal sequences have equal numbers, from 0 in the order in which they first occur.
 * Stacks are such sequences. A profile has half a million of them, so they stay columns.
 */
export class Sequences {
  /** All distinct sequences, one after the other: sequence `i` is `items[start[i]] .. items[start[i + 1] - 1]`. */
  start = new Uint32Array(1024);
  items = new Uint32Array(16 * 1024);
  count = 0;
  #table = new HashTable();
  /** The sequence that is being put together: where it begins, where it ends so far, and its hash so far. */
  #open = 0;
  #length = 0;
  #hash = hashSeed;

  /** Adds an item to the sequence that the next `close` numbers. */
  push(item: number): void {
    if (this.#length === this.items.length) this.items = grown(this.items, 2 * this.items.length);
    this.items[this.#length++] = item;
    this.#hash = Math.imul(this.#hash ^ item, 0x01000193) ^ (this.#hash >>> 15);
  }

  /** Ends the sequence of the items pushed since the last `close`, and answers its number. */
  close(): number {
    const table = this.#table;
    const hash = Math.imul(this.#hash ^ (this.#hash >>> 16), 0x85ebca6b);
    this.#hash = hashSeed;
    let known = table.first(hash);
    while (known !== -1 && !this.#isOpenEqualTo(known)) known = table.next();
    if (known !== -1) {
      this.#length = this.#open;
      return known;
    }
    this.#open = this.#length;
    const added = table.add();
    this.count++;
    if (added + 1 === this.start.length) {
      this.start = grown(this.start, grownLength(this.start.length, added + 2));
    }
    this.start[added + 1] = this.#length;
    return added;
  }

  /** Call it after the last sequence: the memory in which equal ones are found is given back. */
  finish(): void {
    this.#table = new HashTable(0);
  }

  #isOpenEqualTo(known: number): boolean {
    const start = this.start[known]!;
    const length = this.#length - this.#open;
    if (this.start[known + 1]! - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.items[start + i] !== this.items[this.#open + i]) return false;
    return true;
  }
}
