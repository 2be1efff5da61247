import { madeOnce } from '../../base/maps.ts';
import { editStacks } from '../../pprof/derive.ts';
import {
  type Bucket,
  bucketOfSamples,
  bucketsOfCause,
  bucketTotals,
  type Cause,
  operationBuckets,
  samplesIn,
  type TimedFile,
} from '../benchmark/timedRegion.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { timedRuns } from '../values/timedValues.ts';
import type { Value } from '../values/value.ts';
import { indexLines, type LineCost, type LineIndex } from './lines.ts';

/** The lines of a benchmark's profile, split by cause. Each part is made when it is first asked for, and then kept. */
export class LinesByCause {
  readonly #parts = new Map<Cause, LineIndex>();
  readonly #lines = new Map<string, ReadonlyMap<number, LineCost>>();

  /**
   * `null` where the timed loop is not known.
   *
   * @param benchmark the benchmark's name, if it is known
   */
  static of(costs: ProfileCosts, timed: readonly TimedFile[], benchmark?: string): LinesByCause | null {
    const bucketOf = bucketOfSamples(costs.profile, timed, benchmark);
    return bucketOf === null ? null : new LinesByCause(costs, bucketOf);
  }

  private constructor(
    private readonly costs: ProfileCosts,
    private readonly bucketOf: Uint8Array,
  ) {}

  /** The sum of the samples of each bucket. Together they are the sum of all samples, exactly. */
  totals(sampleType: number): Readonly<Record<Bucket, Value>> {
    return bucketTotals(this.costs.profile, this.bucketOf, sampleType);
  }

  /** 1 for the samples of the timed loop itself. */
  get inLoop(): Uint8Array {
    return samplesIn(this.bucketOf, ['timed']);
  }

  /** Which samples of the profile are of operations. */
  get timedRuns(): number[] {
    return timedRuns(samplesIn(this.bucketOf, operationBuckets));
  }

  /** The lines of the profile with the samples of operations only. */
  get operations(): LineIndex {
    return this.#part('operations');
  }

  /**
   * The costs of one cause on the lines of a file, by line.
   *
   * @param file index of the file in the `LineIndex` of the whole profile
   */
  lines(cause: Cause, file: number, sampleType: number): ReadonlyMap<number, LineCost> {
    // All parts share the tables of functions and locations, so they number files as the whole profile does.
    return madeOnce(this.#lines, `${cause} ${file} ${sampleType}`, () => {
      const lines = this.#part(cause).lines(file, sampleType);
      return new Map(lines.map((cost) => [cost.line, cost]));
    });
  }

  #part(cause: Cause): LineIndex {
    return madeOnce(this.#parts, cause, () => {
      const keep = samplesIn(this.bucketOf, bucketsOfCause[cause]);
      return indexLines(this.costs.of(editStacks(this.costs.profile, { keep })));
    });
  }
}
