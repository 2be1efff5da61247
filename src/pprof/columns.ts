/**
 * Columns that grow while a profile is decoded. Zeros after the last other item take no room until `finish`: many columns
 * hold nothing else, and a file of such rows must not take much more memory than its bytes.
 */
import { type Growth, grown, grownLength } from './growing.ts';
import type { Int64Column } from './profile.ts';

/** What a column starts with, unless its maker knows how much will come. Many stay so. */
const noNumbers = new Uint32Array(0);
const noFlags = new Uint8Array(0);
const noValues = new Float64Array(0);
/** The room that a column gets first. */
const firstRoom = 32;

function room(growth: Growth, at: number): number {
  return Math.max(firstRoom, growth(at, at + 1));
}

export class Uint32Builder {
  #items: Uint32Array;
  length = 0;

  constructor(
    capacity = 0,
    private readonly growth: Growth = grownLength,
  ) {
    this.#items = capacity === 0 ? noNumbers : new Uint32Array(capacity);
  }

  push(value: number): void {
    const at = this.length++;
    if (value === 0) return;
    if (at >= this.#items.length) this.#items = grown(this.#items, room(this.growth, at));
    this.#items[at] = value;
  }

  /** The pushed items. They share the builder's memory, so the builder must not be used afterwards. */
  finish(): Uint32Array {
    if (this.#items.length < this.length) this.#items = grown(this.#items, this.length);
    return this.#items.subarray(0, this.length);
  }
}

export class BooleanBuilder {
  #items = noFlags;
  #length = 0;

  constructor(private readonly growth: Growth = grownLength) {}

  push(value: boolean): void {
    const at = this.#length++;
    if (!value) return;
    if (at >= this.#items.length) this.#items = grown(this.#items, room(this.growth, at));
    this.#items[at] = 1;
  }

  finish(): Uint8Array {
    if (this.#items.length < this.#length) this.#items = grown(this.#items, this.#length);
    return this.#items.subarray(0, this.#length);
  }
}

/**
 * A column of int64 or uint64; values are given as two 32-bit halves. It holds doubles. From the first value that is not
 * a safe integer on, it holds every value exactly as well.
 */
export class Int64Builder {
  readonly #signed: boolean;
  #approximate: Float64Array;
  #exact: BigInt64Array | BigUint64Array | null = null;
  length = 0;

  constructor(
    signedness: 'signed' | 'unsigned',
    capacity = 0,
    private readonly growth: Growth = grownLength,
  ) {
    this.#signed = signedness === 'signed';
    this.#approximate = capacity === 0 ? noValues : new Float64Array(capacity);
  }

  /** @param low @param high halves of the two's complement, as signed or unsigned numbers of 32 bits */
  push(low: number, high: number): void {
    const at = this.length++;
    if (low === 0 && high === 0) return;
    if (at >= this.#approximate.length) this.#grow(at);
    if (high === 0 && this.#exact === null) {
      this.#approximate[at] = low >>> 0;
      return;
    }
    const upper = this.#signed ? high | 0 : high >>> 0;
    const value = upper * 0x1_0000_0000 + (low >>> 0);
    if (this.#exact !== null || !Number.isSafeInteger(value)) this.#keepExactly(at, low, high);
    this.#approximate[at] = value;
  }

  /** @param value an int64, or a uint64 if the column is unsigned; higher bits are cut off */
  pushExact(value: bigint): void {
    this.push(Number(value & 0xffff_ffffn), Number((value >> 32n) & 0xffff_ffffn));
  }

  /** The low half of item `index`, unsigned. */
  low(index: number): number {
    const exact = this.#exact?.[index];
    if (exact !== undefined) return Number(exact & 0xffff_ffffn);
    return ((this.#approximate[index] ?? 0) % 0x1_0000_0000) >>> 0;
  }

  /** The high half of item `index` of an unsigned column. */
  high(index: number): number {
    const exact = this.#exact?.[index];
    if (exact !== undefined) return Number((exact >> 32n) & 0xffff_ffffn);
    return Math.floor((this.#approximate[index] ?? 0) / 0x1_0000_0000);
  }

  #keepExactly(at: number, low: number, high: number): void {
    if (this.#exact === null) {
      this.#exact = this.#signed
        ? new BigInt64Array(this.#approximate.length)
        : new BigUint64Array(this.#approximate.length);
      for (let i = 0; i < at; i++) {
        const value = this.#approximate[i]!;
        if (value !== 0) this.#exact[i] = BigInt(value);
      }
    }
    // A signed column's typed array turns the top bit into the sign.
    this.#exact[at] = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  }

  #grow(at: number): void {
    const capacity = room(this.growth, at);
    this.#approximate = grown(this.#approximate, capacity);
    if (this.#exact !== null) this.#exact = grown(this.#exact, capacity);
  }

  finish(): Int64Column {
    const { length } = this;
    if (this.#approximate.length < length) this.#approximate = grown(this.#approximate, length);
    if (this.#exact !== null && this.#exact.length < length) this.#exact = grown(this.#exact, length);
    return {
      approximate: this.#approximate.subarray(0, length),
      exact: this.#exact === null ? null : this.#exact.subarray(0, length),
    };
  }
}

/** Value `index` of a column, exactly. */
export function int64At(column: Int64Column, index: number): bigint {
  const exact = column.exact?.[index];
  return exact ?? BigInt(column.approximate[index] ?? 0);
}

/** The low half of value `index`, unsigned, of a signed or unsigned column. */
export function lowAt({ approximate, exact }: Int64Column, index: number): number {
  if (exact !== null) return Number(BigInt.asUintN(32, exact[index] ?? 0n));
  const value = approximate[index] ?? 0;
  return value - Math.floor(value / 0x1_0000_0000) * 0x1_0000_0000;
}

/** The high half of value `index`, unsigned, of a signed or unsigned column. */
export function highAt({ approximate, exact }: Int64Column, index: number): number {
  if (exact !== null) return Number(BigInt.asUintN(32, (exact[index] ?? 0n) >> 32n));
  return Math.floor((approximate[index] ?? 0) / 0x1_0000_0000) >>> 0;
}

/** A column of the given values. */
export function int64Column(values: readonly bigint[], signedness: 'signed' | 'unsigned'): Int64Column {
  const builder = new Int64Builder(signedness, Math.max(1, values.length));
  for (const value of values) builder.pushExact(value);
  return builder.finish();
}
