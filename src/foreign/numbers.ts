import type { Int64Builder } from '../pprof/columns.ts';
import { grown, grownLength } from '../pprof/growing.ts';
import { damaged } from './badRecording.ts';

/** A column of any numbers. What is none is 0. */
export class Numbers {
  #items = new Float64Array(0);
  length = 0;

  push(value: number): void {
    const at = this.length++;
    if (value === 0 || !Number.isFinite(value)) return;
    if (at >= this.#items.length) this.#items = grown(this.#items, Math.max(64, grownLength(at, at + 1)));
    this.#items[at] = value;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }
}

/** Adds a number that is whole, 0 or more, and safe. Others are no values of a recording. */
export function pushNumber(values: Int64Builder, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw damaged();
  values.push(value % 2 ** 32, Math.floor(value / 2 ** 32));
}
