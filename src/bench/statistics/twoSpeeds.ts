/** Whether timings form two groups with a gap between: because of a branch taken sometimes, a cache, two kinds of cores. */
import { medianInterval } from './median.ts';

export interface Speed {
  readonly count: number;
  readonly median: number;
}

/** There are no groups with fewer values than this, or with fewer in the smaller group. */
const fewestValues = 10;
const smallestGroup = 3;
/** A smaller difference, as a share, is not reported. */
const leastDifference = 0.05;
/**
 * The gap must be this many times the range of the wider group. With values of one normal, log-normal or exponential
 * distribution, fewer than 1 of 100 samples has such a gap (the tests count them).
 */
const leastGap = 2;

/** The groups on the two sides of the widest gap that leaves enough values on each side; `null` if there are no groups. */
export function twoSpeeds(values: readonly number[]): { readonly fast: Speed; readonly slow: Speed } | null {
  if (values.length < fewestValues) return null;
  const sorted = [...values].sort((a, b) => a - b);
  let split = 0;
  let gap = 0;
  for (let i = smallestGroup; i <= sorted.length - smallestGroup; i++) {
    const here = sorted[i]! - sorted[i - 1]!;
    if (here > gap) [split, gap] = [i, here];
  }
  const [fast, slow] = [sorted.slice(0, split), sorted.slice(split)];
  const range = (group: readonly number[]) => (group.at(-1) ?? 0) - (group[0] ?? 0);
  if (split === 0 || gap < leastGap * Math.max(range(fast), range(slow))) return null;
  if (gap < leastDifference * sorted[0]!) return null;
  const speedOf = (group: readonly number[]): Speed => ({
    count: group.length,
    median: medianInterval(group).median,
  });
  return { fast: speedOf(fast), slow: speedOf(slow) };
}
