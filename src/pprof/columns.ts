/**
 * Columns that grow while a profile is decoded. A caller who can estimate the final length says so, and then a large
 * profile's columns are copied once or never.
 */
import { grown, grownLength } from './growing.ts';
import type { Int64Column } from './profile.ts';

export class Uint32Builder {
  items: Uint32Array;
  length = 0;

  constructor(capacity = 64) {
    this.items = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.items.length) {
      this.items = grown(this.items, grownLength(this.length, this.length + 1));
    }
    this.items[this.length++] = value;
  }

  /** The pushed items. They share the builder's memory, so the builder must not be used afterwards. */
  finish(): Uint32Array {
    return this.items.subarray(0, this.length);
  }
}

export class BooleanBuilder {
  #items = new Uint8Array(16);
  #length = 0;

  push(value: boolean): void {
    if (this.#length === this.#items.length) {
      this.#items = grown(this.#items, grownLength(this.#length, this.#length + 1));
    }
    this.#items[this.#length++] = value ? 1 : 0;
  }

  finish(): Uint8Array {
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

  constructor(signedness: 'signed' | 'unsigned', capacity = 64) {
    this.#signed = signedness === 'signed';
    this.#approximate = new Float64Array(capacity);
  }

  /** @param low @param high halves of the two's complement, as signed or unsigned numbers of 32 bits */
  push(low: number, high: number): void {
    if (this.length === this.#approximate.length) this.#grow();
    if (high === 0 && this.#exact === null) {
      this.#approximate[this.length++] = low >>> 0;
      return;
    }
    const upper = this.#signed ? high | 0 : high >>> 0;
    const value = upper * 0x1_0000_0000 + (low >>> 0);
    if (this.#exact !== null || !Number.isSafeInteger(value)) this.#keepExactly(low, high);
    this.#approximate[this.length++] = value;
  }

  /** @param value an int64, or a uint64 if the column is unsigned; higher bits are cut off */
  pushExact(value: bigint): void {
    this.push(Number(value & 0xffff_ffffn), Number((value >> 32n) & 0xffff_ffffn));
  }

  #keepExactly(low: number, high: number): void {
    if (this.#exact === null) {
      this.#exact = this.#signed
        ? new BigInt64Array(this.#approximate.length)
        : new BigUint64Array(this.#approximate.length);
      for (let i = 0; i < this.length; i++) this.#exact[i] = BigInt(this.#approximate[i]!);
    }
    // A signed column's typed array turns the top bit into the sign.
    this.#exact[this.length] = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  }

  #grow(): void {
    const capacity = grownLength(this.length, this.length + 1);
    this.#approximate = grown(this.#approximate, capacity);
    if (this.#exact !== null) this.#exact = grown(this.#exact, capacity);
  }

  finish(): Int64Column {
    return {
      approximate: this.#approximate.subarray(0, this.length),
      exact: this.#exact === null ? null : this.#exact.subarray(0, this.length),
    };
  }
}

/** Value `index` of a column, exactly. */
export function int64At(column: Int64Column, index: number): bigint {
  const exact = column.exact?.[index];
  return exact ?? BigInt(column.approximate[index] ?? 0);
}

/** A column of the given values. */
export function int64Column(values: readonly bigint[], signedness: 'signed' | 'unsigned'): Int64Column {
  const builder = new Int64Builder(signedness, Math.max(1, values.length));
  for (const value of values) builder.pushExact(value);
  return builder.finish();
}
