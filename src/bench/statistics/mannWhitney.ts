/**
 * The Mann-Whitney U test: do two samples come from the same distribution? As github.com/aclements/go-moremath
 * computes it for benchstat: exact for small samples, by the normal approximation for large ones.
 */
import { normalCdf } from './normal.ts';
import { lowerTail, tiedLowerTail } from './uDistribution.ts';

/** Largest samples for the exact distribution. With ties it costs more. */
const largestExact = 50;
const largestExactWithTies = 25;

/** The p-value (two-sided), or why there is none. */
export type UTest = { readonly p: number } | { readonly failure: 'equal' | 'not-a-number' };

interface Ranking {
  /** Pairs in which the first sample's value is the larger one; equal ones count half. */
  readonly u: number;
  /** How many values share each rank, in order. */
  readonly ties: readonly number[];
}

/** Tests two samples of at least one value each; order does not matter. */
export function mannWhitney(first: readonly number[], second: readonly number[]): UTest {
  if (first.some(Number.isNaN) || second.some(Number.isNaN)) return { failure: 'not-a-number' };
  const n1 = first.length;
  const n2 = second.length;
  const { u, ties } = rank(first, second);
  if (ties.length === 1) return { failure: 'equal' };
  const hasTies = ties.length < n1 + n2;
  const limit = hasTies ? largestExactWithTies : largestExact;
  if (n1 > limit || n2 > limit) return approximate(u, n1, n2, ties);
  const mirrored = n1 * n2 - u;
  // At the centre both tails hold the same middle: together they are everything.
  if (u === mirrored) return { p: 1 };
  const smaller = Math.min(u, mirrored);
  // With ties the distribution may lean to a side; benchstat doubles the first sample's tail all the same.
  return { p: 2 * (hasTies ? tiedLowerTail(smaller, n1, n2, ties) : lowerTail(smaller, n1, n2)) };
}

function rank(first: readonly number[], second: readonly number[]): Ranking {
  const merged = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => (a.value === b.value ? 0 : a.value - b.value));
  const ties: number[] = [];
  let rankSum = 0;
  for (let start = 0, end = 0; start < merged.length; start = end) {
    let ofFirst = 0;
    for (; end < merged.length && merged[end]!.value === merged[start]!.value; end++) {
      if (merged[end]!.isFirst) ofFirst++;
    }
    rankSum += (ofFirst * (start + 1 + end)) / 2;
    ties.push(end - start);
  }
  return { u: rankSum - (first.length * (first.length + 1)) / 2, ties };
}

/** Normal approximation, corrected for ties and for U being discrete. */
function approximate(u: number, n1: number, n2: number, ties: readonly number[]): UTest {
  const n = n1 + n2;
  const correction = ties.reduce((sum, t) => sum + (t ** 3 - t), 0);
  const deviation = Math.sqrt((n1 * n2 * (n + 1 - correction / (n * (n - 1)))) / 12);
  const distance = u - (n1 * n2) / 2;
  const z = (distance - Math.sign(distance) * 0.5) / deviation;
  // The upper tail as 1 - P: where that is exactly 0, so it is for benchstat, which then prints no p.
  return { p: 2 * Math.min(normalCdf(z), 1 - normalCdf(z)) };
}
