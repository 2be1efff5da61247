/** Whether timings come in two groups with nothing between: a branch taken now and then, a cache, two kinds of cores. */
import { medianInterval } from './median.ts';

export interface Speed {
  readonly count: number;
  readonly median: number;
}

/** Fewer values than these form no groups; nor do fewer in the smaller one. */
const fewestValues = 10;
const smallestGroup = 3;
/** Closer than this the groups are not worth telling apart. */
const leastDifference = 0.05;
/**
 * The gap between the groups against the wider one's range. Values of one normal, log-normal or exponential
 * distribution have such a gap in fewer than 1 of 100 samples (the tests count them).
 */
const leastGap = 2;

/** The two groups on both sides of the widest gap that leaves enough values on each; `null` where there is one. */
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
