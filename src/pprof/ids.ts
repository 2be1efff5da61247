import { grown, grownLength } from './growing.ts';
import type { Int64Column } from './profile.ts';

/** Ids up to this many times the number of rows, plus `smallTable`, are looked up in an array; larger ones in a map. */
const sparseness = 8;
const smallTable = 4096;

/**
 * Row numbers by the ids of a file. Ids are arbitrary uint64s, but nearly always 1, 2, 3...: then an array finds the rows.
 * For others there is a map, whose keys are bigints where a double is not exact.
 */
export class IdIndex {
  /** By id, its row, or -1 if no row has it; `null` if ids are too large for an array. */
  readonly direct: Int32Array | null;
  readonly #map: Map<number | bigint, number> | null;
  /** The ids are 1, 2, 3..., as Go writes them: row + 1. */
  readonly isCounted: boolean;
  /** The first row whose id an earlier row has too, or -1. */
  readonly duplicate: number;

  /** @param ids the table's id column, unsigned */
  constructor(ids: Int64Column) {
    const { approximate, exact } = ids;
    const count = approximate.length;
    let largest = 0;
    let isCounted = true;
    for (let row = 0; row < count; row++) {
      const id = approximate[row]!;
      if (id > largest) largest = id;
      if (id !== row + 1) isCounted = false;
    }
    this.isCounted = isCounted;
    const isDense = exact === null && largest < count * sparseness + smallTable;
    this.direct = isDense ? new Int32Array(largest + 1).fill(-1) : null;
    this.#map = isDense ? null : new Map();
    let duplicate = -1;
    for (let row = 0; row < count && duplicate === -1; row++) {
      if (this.direct !== null) {
        const id = approximate[row]!;
        if (this.direct[id] !== -1) duplicate = row;
        this.direct[id] = row;
      } else if (this.#map !== null) {
        const id = Number.isSafeInteger(approximate[row]) ? approximate[row]! : exact![row]!;
        if (this.#map.has(id)) duplicate = row;
        this.#map.set(id, row);
      }
    }
    this.duplicate = duplicate;
  }

  /** The row with an id, given as two unsigned halves of 32 bits; -1 if there is none. */
  find(low: number, high: number): number {
    if (this.direct !== null) return high === 0 ? (this.direct[low] ?? -1) : -1;
    const id = high < 0x20_0000 ? high * 0x1_0000_0000 + low : (BigInt(high) << 32n) | BigInt(low);
    return this.#map?.get(id) ?? -1;
  }
}

/** Ids as in the file, in two halves. The high halves are `null` while all of them are 0. */
export class IdBuilder {
  low: Uint32Array;
  high: Uint32Array | null = null;
  length = 0;

  constructor(capacity = 64) {
    this.low = new Uint32Array(capacity);
  }

  push(low: number, high: number): void {
    if (this.length === this.low.length) this.reserve(1);
    if (high !== 0) {
      this.high ??= new Uint32Array(this.low.length);
      this.high[this.length] = high;
    }
    this.low[this.length++] = low;
  }

  /**
   * Makes room for `count` more ids.
   *
   * @param estimate the final length, where the caller can estimate it; more or fewer ids may come
   */
  reserve(count: number, estimate = 0): void {
    const needed = this.length + count;
    if (needed <= this.low.length) return;
    const capacity = Math.max(grownLength(this.low.length, needed), estimate);
    this.low = grown(this.low, capacity);
    if (this.high !== null) this.high = grown(this.high, capacity);
  }

  /**
   * Replaces the ids by rows of the table that they refer to, in the same memory. Answers the position of the first id
   * that is not in that table, or -1.
   */
  resolve(index: IdIndex): number {
    const { low, high, length } = this;
    if (high === null && index.direct !== null) {
      return index.isCounted
        ? resolveCounted(low, length, index.direct.length - 1)
        : resolveDirect(low, length, index.direct);
    }
    for (let i = 0; i < length; i++) {
      const row = index.find(low[i]!, high === null ? 0 : high[i]!);
      if (row === -1) return i;
      low[i] = row;
    }
    return -1;
  }
}

/** As `resolveDirect`, for a table whose ids are 1 to `count`, as in most profiles: the row is the id minus 1. */
function resolveCounted(ids: Uint32Array, length: number, count: number): number {
  for (let i = 0; i < length; i++) {
    const row = ids[i]! - 1;
    if (row < 0 || row >= count) return i;
    ids[i] = row;
  }
  return -1;
}

/** A loop without a call for each id: a large profile has twenty million. */
function resolveDirect(ids: Uint32Array, length: number, rows: Int32Array): number {
  const last = rows.length - 1;
  for (let i = 0; i < length; i++) {
    const id = ids[i]!;
    if (id > last) return i;
    const row = rows[id]!;
    if (row === -1) return i;
    ids[i] = row;
  }
  return -1;
}
