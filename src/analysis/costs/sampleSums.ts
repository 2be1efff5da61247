import type { Value } from '../values/value.ts';
import { joinedAt, type Weights } from '../values/weights.ts';

/**
 * Sums of samples' weights by key, for loops that visit only some frames; `sumFrames` is faster where every frame
 * counts. The samples must come in ascending order.
 */
export class SampleSums {
  /** A column by key for each part of the weights. */
  readonly columns: readonly Float64Array[];
  readonly #parts: readonly Float64Array[];
  /** By key, the sample that `addOnce` added last, plus 1. */
  readonly #lastAdded: Uint32Array;

  constructor({ parts }: Weights, keyCount: number) {
    this.columns = parts.map(() => new Float64Array(keyCount));
    this.#parts = parts;
    this.#lastAdded = new Uint32Array(keyCount);
  }

  add(key: number, sample: number): void {
    for (let part = 0; part < this.columns.length; part++) {
      const column = this.columns[part]!;
      column[key] = column[key]! + this.#parts[part]![sample]!;
    }
  }

  /** Adds a sample to a key unless it has been added to it before. Returns whether it was added now. */
  addOnce(key: number, sample: number): boolean {
    if (this.#lastAdded[key] === sample + 1) return false;
    this.#lastAdded[key] = sample + 1;
    this.add(key, sample);
    return true;
  }

  value(key: number): Value {
    return joinedAt(this.columns, key);
  }
}
