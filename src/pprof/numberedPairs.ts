import { grown } from './growing.ts';
import { HashTable, hashPair } from './hashTable.ts';

/** Numbers pairs of uint32s: equal pairs have equal numbers, from 0 in the order in which they first occur. */
export class NumberedPairs {
  /** The two halves of each pair. Longer than `count`, and replaced when they grow. */
  first: Uint32Array;
  second: Uint32Array;
  readonly #table: HashTable;

  /** @param expected how many pairs to make room for */
  constructor(expected = 1024) {
    this.#table = new HashTable(expected);
    this.first = new Uint32Array(expected);
    this.second = new Uint32Array(expected);
  }

  get count(): number {
    return this.#table.count;
  }

  /** The number of a pair, or -1 where it has not been added. */
  find(a: number, b: number): number {
    const table = this.#table;
    let pair = table.first(hashPair(a, b));
    while (pair !== -1 && (this.first[pair] !== a || this.second[pair] !== b)) pair = table.next();
    return pair;
  }

  /** The number of a pair, which is added if it is new: then the number is the `count` before. */
  add(a: number, b: number): number {
    const known = this.find(a, b);
    if (known !== -1) return known;
    const pair = this.#table.add();
    if (pair === this.first.length) {
      this.first = grown(this.first, 2 * pair);
      this.second = grown(this.second, 2 * pair);
    }
    this.first[pair] = a;
    this.second[pair] = b;
    return pair;
  }
}
