/** Bills: what lines, or functions, of the user's own code are charged with, by cause. */
import type { BillCause } from '../../base/causeLabels.ts';
import { listAt, madeOnce } from '../../base/maps.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { SampleSums } from '../costs/sampleSums.ts';
import { add, bySizeDescending, isZero, type Value } from '../values/value.ts';
import { isWeightless, type Weights, weightsOf } from '../values/weights.ts';

export interface BillItem {
  readonly cause: BillCause;
  readonly value: Value;
}

/** What one line is charged with. The items add up to what the line costs without deeper lines of the user's own. */
export interface Bill {
  /** Largest first; none is 0. */
  readonly items: readonly BillItem[];
  readonly owned: Value;
}

/** The key of samples without a frame in the user's own code. */
export const nobody = -1;

/**
 * The bills of all lines, functions or files of the user's own code that own a cost.
 *
 * @param keyOfRow by row of the line columns: what it is a bill of
 * @returns by key; `nobody` has what no own code is charged with. Together they are exactly the sum of all samples
 */
export function billsBy(
  costs: ProfileCosts,
  weights: Weights,
  keyOfRow: (row: number) => number,
): ReadonlyMap<number, Bill> {
  const { row, cause, causes } = costs.charges;
  /** Pairs of a key and a cause, as one number. */
  const pairs = new Map<number, number>();
  const pairOf = Uint32Array.from(row, (at, sample) => {
    const key = at === -1 ? nobody : keyOfRow(at);
    return madeOnce(pairs, (key + 1) * causes.length + cause[sample]!, () => pairs.size);
  });
  const sums = new SampleSums(weights, pairs.size);
  for (let sample = 0; sample < row.length; sample++) sums.add(pairOf[sample]!, sample);
  const items = new Map<number, BillItem[]>();
  // Of equal values the order is that of the causes.
  for (const [pair, index] of [...pairs].sort(([a], [b]) => a - b)) {
    const value = sums.value(index);
    if (isZero(value)) continue;
    listAt(items, Math.floor(pair / causes.length) - 1).push({ cause: causes[pair % causes.length]!, value });
  }
  return new Map([...items].map(([key, ofKey]) => [key, billOf(ofKey)]));
}

/**
 * The bill of one source line.
 *
 * @param sourceLine of `costs.lines`
 */
export function billOfLine(costs: ProfileCosts, sourceLine: number, sampleType: number): Bill {
  const { row, cause, causes } = costs.charges;
  const { sourceLineOfRow } = costs.lines;
  const weights = weightsOf(costs.profile, sampleType);
  const sums = new SampleSums(weights, causes.length);
  for (let sample = 0; sample < row.length; sample++) {
    if (row[sample] === -1 || sourceLineOfRow[row[sample]!] !== sourceLine) continue;
    if (!isWeightless(weights, sample)) sums.add(cause[sample]!, sample);
  }
  const items = causes.map((each, at) => ({ cause: each, value: sums.value(at) }));
  return billOf(items.filter(({ value }) => !isZero(value)));
}

function billOf(items: readonly BillItem[]): Bill {
  return {
    items: [...items].sort((a, b) => bySizeDescending(a.value, b.value)),
    owned: items.reduce<Value>((sum, { value }) => add(sum, value), 0),
  };
}
