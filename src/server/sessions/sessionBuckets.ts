import {
  type Bucket,
  bucketOfSamples,
  bucketTotals,
  operationBuckets,
  samplesIn,
  type TimedFile,
} from '../../analysis/benchmark/timedRegion.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines, type LineCost, type LineIndex } from '../../analysis/lines/lines.ts';
import type { Value } from '../../analysis/values/total.ts';
import { editStacks } from '../../pprof/derive.ts';

/** Who pays for a part of a line's cost: the operations, the benchmark outside its loop, the runtime behind it. */
export type Cause = 'operations' | 'setup' | 'background';

const bucketsOf: Readonly<Record<Cause, readonly Bucket[]>> = {
  operations: operationBuckets,
  setup: ['setup'],
  background: ['collector', 'scheduler'],
};

/** A benchmark's profile taken apart by who pays. Everything is derived when first asked for, and kept. */
export class SessionBuckets {
  readonly #costs: ProfileCosts;
  readonly #bucketOf: Uint8Array;
  readonly #parts = new Map<Cause, LineIndex>();
  readonly #lines = new Map<string, ReadonlyMap<number, LineCost>>();

  /** `null` where the benchmark's loop is not known. */
  static of(costs: ProfileCosts, timed: readonly TimedFile[]): SessionBuckets | null {
    const bucketOf = bucketOfSamples(costs.profile, timed);
    return bucketOf === null ? null : new SessionBuckets(costs, bucketOf);
  }

  private constructor(costs: ProfileCosts, bucketOf: Uint8Array) {
    this.#costs = costs;
    this.#bucketOf = bucketOf;
  }

  /** Sums of the samples of each bucket; together exactly the sum of all samples. */
  totals(sampleType: number): Readonly<Record<Bucket, Value>> {
    return bucketTotals(this.#costs.profile, this.#bucketOf, sampleType);
  }

  /** The lines of the profile with only the samples that the operations pay for. */
  get operations(): LineIndex {
    return this.#part('operations');
  }

  /** What one payer pays on the lines of a file (an index of the whole profile's `LineIndex`), by line. */
  lines(cause: Cause, file: number, sampleType: number): ReadonlyMap<number, LineCost> {
    const key = `${cause} ${file} ${sampleType}`;
    let lines = this.#lines.get(key);
    if (lines === undefined) {
      // Files are numbered by the tables of functions and locations, which all parts share.
      lines = new Map(
        this.#part(cause)
          .lines(file, sampleType)
          .map((cost) => [cost.line, cost]),
      );
      this.#lines.set(key, lines);
    }
    return lines;
  }

  #part(cause: Cause): LineIndex {
    let part = this.#parts.get(cause);
    if (part === undefined) {
      const keep = samplesIn(this.#bucketOf, bucketsOf[cause]);
      part = indexLines(this.#costs.of(editStacks(this.#costs.profile, { keep })));
      this.#parts.set(cause, part);
    }
    return part;
  }
}
