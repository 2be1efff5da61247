import type { Int64Builder } from './columns.ts';
import { type Growth, grown, grownLength } from './growing.ts';
import { hashSeed } from './hashSeed.ts';

/** Ids up to this many times the number of rows, plus `smallTable`, are looked up in an array; larger ones by a hash. */
const sparseness = 4;
const smallTable = 4096;

/**
 * Row numbers by the ids of a file. Ids are arbitrary uint64s, but nearly always 1, 2, 3...: then row and id need no
 * table. It knows the ids while the rows are still read, so that a file that repeats one is refused at once.
 */
export class IdIndex {
  #count = 0;
  #hashes: IdHashes | null = null;
  /** By id, its row, or -1 if no row has it; `null` if there is none such array. */
  #direct: Int32Array | null = null;

  constructor(
    /** The ids, unsigned. Whoever reads the rows adds them here, after `add`. */
    private readonly ids: Int64Builder,
  ) {}

  /** The ids are 1, 2, 3..., as Go writes them: row + 1. */
  get isCounted(): boolean {
    return this.#hashes === null && this.#direct === null;
  }

  get count(): number {
    return this.#count;
  }

  get direct(): Int32Array | null {
    return this.#direct;
  }

  /** Adds the id of the next row, in two unsigned halves. False if a row has it already; then it is not added. */
  add(low: number, high: number): boolean {
    if (this.#hashes === null) {
      if (high === 0 && low === this.#count + 1) {
        this.#count++;
        return true;
      }
      this.#hashes = new IdHashes(this.ids, this.#count);
    }
    if (!this.#hashes.add(low, high, this.#count)) return false;
    this.#count++;
    return true;
  }

  /** Call it when all rows are there, before many ids are looked up: in an array that is faster. */
  finish(): void {
    if (this.#hashes === null) return;
    const { approximate, exact } = this.ids.finish();
    let largest = 0;
    for (let row = 0; row < approximate.length; row++) largest = Math.max(largest, approximate[row]!);
    if (exact !== null || largest >= this.#count * sparseness + smallTable) return;
    this.#hashes = null;
    this.#direct = new Int32Array(largest + 1).fill(-1);
    for (let row = 0; row < approximate.length; row++) this.#direct[approximate[row]!] = row;
  }

  /** The row with an id, given as two unsigned halves of 32 bits; -1 if there is none. */
  find(low: number, high: number): number {
    if (this.#direct !== null) return high === 0 ? (this.#direct[low] ?? -1) : -1;
    if (this.#hashes !== null) return this.#hashes.find(low, high);
    return high === 0 && low > 0 && low <= this.#count ? low - 1 : -1;
  }
}

/** Rows by the hashes of their ids: open addressing, without an object for each id. */
class IdHashes {
  /** Row + 1, or 0 for a free slot. Always a power of two, and at least half of the slots are free. */
  #slots: Uint32Array;

  /** @param count how many rows are there already; their ids are all different */
  constructor(
    private readonly ids: Int64Builder,
    count: number,
  ) {
    this.#slots = this.#slotsFor(count, count);
  }

  find(low: number, high: number): number {
    return this.#slots[this.#slotOf(low, high)]! - 1;
  }

  /** False if a row has the id. */
  add(low: number, high: number, row: number): boolean {
    if (2 * (row + 1) > this.#slots.length) this.#slots = this.#slotsFor(row, 2 * row);
    const slot = this.#slotOf(low, high);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = row + 1;
    return true;
  }

  /** The slot that has the id, or the free one where it belongs. */
  #slotOf(low: number, high: number): number {
    const slots = this.#slots;
    const ids = this.ids;
    const mask = slots.length - 1;
    let slot = hash(low, high) & mask;
    for (let next = slots[slot]!; next !== 0; next = slots[slot]!) {
      if (ids.low(next - 1) === low && ids.high(next - 1) === high) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #slotsFor(count: number, room: number): Uint32Array {
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * Math.max(room, 32))));
    for (let row = 0; row < count; row++) {
      let slot = hash(this.ids.low(row), this.ids.high(row)) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = row + 1;
    }
    return slots;
  }
}

/** Every bit of the id and of the seed changes every bit of the hash in about half of the cases. */
function hash(low: number, high: number): number {
  return mixed(mixed(low ^ hashSeed) + high);
}

function mixed(bits: number): number {
  let mix = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return mix ^ (mix >>> 16);
}

const noIds = new Uint32Array(0);
/** The room that the first ids get. */
const firstRoom = 32;
/** More rows than any table has, in 31 bits. */
export const mostRows = 2 ** 31 - 1;

/**
 * Ids that refer to a table, each as the id minus 1: nearly always, ids are 1, 2, 3..., and then this is the row. `high` has the
 * upper halves of the ids themselves; it is `null` while all of them are 0.
 */
export class IdBuilder {
  /** The lower half of each id, minus 1; of 0 it is 2^32 - 1. */
  low = noIds;
  high: Uint32Array | null = null;
  length = 0;
  /** The largest item of `low`, and at least `mostRows` if one is larger than that. */
  largest = 0;

  constructor(private readonly growth: Growth = grownLength) {}

  push(low: number, high: number): void {
    if (this.length === this.low.length) this.reserve(1);
    if (high !== 0) {
      this.high ??= new Uint32Array(this.low.length);
      this.high[this.length] = high;
    }
    this.low[this.length++] = low - 1;
    this.largest = Math.max(this.largest, low > 0 && low <= mostRows ? low - 1 : mostRows);
  }

  /** Makes room for `count` more ids. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.low.length) return;
    const capacity = Math.max(firstRoom, this.growth(this.length, needed));
    this.low = grown(this.low, capacity);
    if (this.high !== null) this.high = grown(this.high, capacity);
  }

  /**
   * Replaces the ids by rows of the table that they refer to, in the same memory. Answers the position of the first id
   * that is not in that table, or -1.
   */
  resolve(index: IdIndex): number {
    const { low, high, length } = this;
    // The rows stand there already. A large profile has twenty million.
    if (high === null && index.isCounted && (length === 0 || this.largest < index.count)) return -1;
    if (high === null && index.direct !== null) return resolveDirect(low, length, index.direct);
    for (let i = 0; i < length; i++) {
      const row = this.#find(index, i);
      if (row === -1) return i;
      low[i] = row;
    }
    return -1;
  }

  /** As `resolve`, but an id that is not in the table becomes -1. */
  resolveSome(index: IdIndex): Int32Array {
    const rows = new Int32Array(this.low.buffer, this.low.byteOffset, this.length);
    for (let i = 0; i < rows.length; i++) rows[i] = this.#find(index, i);
    return rows;
  }

  #find(index: IdIndex, at: number): number {
    return index.find((this.low[at]! + 1) >>> 0, this.high === null ? 0 : this.high[at]!);
  }
}

/** A loop without a call for each id. */
function resolveDirect(ids: Uint32Array, length: number, rows: Int32Array): number {
  const last = rows.length - 1;
  for (let i = 0; i < length; i++) {
    const id = (ids[i]! + 1) >>> 0;
    if (id > last) return i;
    const row = rows[id]!;
    if (row === -1) return i;
    ids[i] = row;
  }
  return -1;
}
