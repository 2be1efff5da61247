import type { Value } from '../values/value.ts';
import { joinedAt, type Weights } from '../values/weights.ts';

/**
 * Sums of samples' weights by key, for loops that visit only some frames; `sumFrames` is faster where every frame
 * counts. Samples come in ascending order.
 */
export class SampleSums {
  /** A column by key for each part of the weights. */
  readonly columns: readonly Float64Array[];
  readonly #parts: readonly Float64Array[];
  /** By key, the last visit that `addOnce` added, plus 1. */
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

  /**
   * Adds a sample to a key unless it has been added to it before. Returns whether it was added now.
   *
   * @param visit ascending; differs from the sample if the same sample is to count several times
   */
  addOnce(key: number, sample: number, visit = sample): boolean {
    if (this.#lastAdded[key] === visit + 1) return false;
    this.#lastAdded[key] = visit + 1;
    this.add(key, sample);
    return true;
  }

  /** The sum of a key, which begins anew. */
  take(key: number): Value {
    const value = this.value(key);
    for (const column of this.columns) column[key] = 0;
    this.#lastAdded[key] = 0;
    return value;
  }

  value(key: number): Value {
    return joinedAt(this.columns, key);
  }
}
