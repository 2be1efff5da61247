/**
 * The Mann-Whitney U test: do two samples come from the same distribution? It is computed as benchstat does it with
 * github.com/aclements/go-moremath: exactly for small samples, by the normal approximation for large ones.
 */
import { normalCdf } from './normal.ts';
import { lowerTail, tiedLowerTail } from './uDistribution.ts';

/** The exact distribution is used for samples up to this size. With ties it takes longer. */
const largestExact = 50;
const largestExactWithTies = 25;

/** The two-sided p-value, or the reason why there is none. */
export type UTest = { readonly p: number } | { readonly failure: 'equal' | 'not-a-number' };

interface Ranking {
  /** The number of pairs in which the first sample's value is larger. Equal values count one half. */
  readonly u: number;
  /** For each rank, in order, how many values share it. */
  readonly ties: readonly number[];
}

/** Tests two samples of at least one value each, in any order. */
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
  // In the centre both tails include the middle, so that twice one of them would be above 1.
  if (u === mirrored) return { p: 1 };
  const smaller = Math.min(u, mirrored);
  // With ties the distribution need not be symmetric. benchstat doubles the tail nevertheless.
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

/** The normal approximation, corrected for ties and because U is discrete. */
function approximate(u: number, n1: number, n2: number, ties: readonly number[]): UTest {
  const n = n1 + n2;
  const correction = ties.reduce((sum, t) => sum + (t ** 3 - t), 0);
  const deviation = Math.sqrt((n1 * n2 * (n + 1 - correction / (n * (n - 1)))) / 12);
  const distance = u - (n1 * n2) / 2;
  const z = (distance - Math.sign(distance) * 0.5) / deviation;
  // The upper tail is 1 - P, as in benchstat, because it becomes exactly 0 in the same cases; benchstat then prints no p.
  return { p: 2 * Math.min(normalCdf(z), 1 - normalCdf(z)) };
}
