/**
 * Wilcoxon's signed-rank test (1945): whether differences of pairs are around 0. Without a difference, each is as likely to be
 * positive as negative, whatever its size, so the test is exact for any distribution; of a disturbed pair it takes the rank and
 * not the size.
 */
import { normalQuantile } from './normal.ts';

/** Differences as one number: Hodges and Lehmann's estimate (1963), with the interval that belongs to the test. */
export interface PairedEstimate {
  readonly center: number;
  /** Infinite if there are too few values. */
  readonly low: number;
  readonly high: number;
}

/** The two-sided p-value. Differences of 0 say nothing. */
export function signedRankP(differences: readonly number[]): number {
  const sizes = differences.filter((each) => each !== 0).sort((a, b) => Math.abs(a) - Math.abs(b));
  const ranks = doubledRanks(sizes.map(Math.abs));
  const all = ranks.reduce((sum, rank) => sum + rank, 0);
  const positive = ranks.reduce((sum, rank, i) => (sizes[i]! > 0 ? sum + rank : sum), 0);
  const tail = tailOf(ranks, Math.min(positive, all - positive));
  return Math.min(1, 2 * tail);
}

/** The smallest p-value that so many differences can have: all of one sign. */
export function smallestSignedRankP(count: number): number {
  return Math.min(1, 2 ** (1 - count));
}

/** Twice the ranks, as equal sizes share theirs: then all are whole numbers. */
function doubledRanks(ascending: readonly number[]): number[] {
  const ranks: number[] = [];
  for (let from = 0; from < ascending.length; ) {
    let to = from;
    while (to < ascending.length && ascending[to] === ascending[from]) to++;
    for (let i = from; i < to; i++) ranks.push(from + 1 + to);
    from = to;
  }
  return ranks;
}

/** The probability that the ranks with a positive sign add up to at most this. */
function tailOf(ranks: readonly number[], most: number): number {
  const probabilities = new Float64Array(most + 1);
  probabilities[0] = 1;
  for (const rank of ranks) {
    for (let sum = most; sum >= 0; sum--) {
      probabilities[sum] = (probabilities[sum]! + (sum >= rank ? probabilities[sum - rank]! : 0)) / 2;
    }
  }
  return probabilities.reduce((sum, each) => sum + each, 0);
}

/** @param level the probability that the interval does not cover the truth */
export function pairedEstimate(differences: readonly number[], level: number): PairedEstimate {
  const n = differences.length;
  const means = differences
    .flatMap((one, i) => differences.slice(i).map((other) => (one + other) / 2))
    .sort((a, b) => a - b);
  const middle = means.length >> 1;
  const center = means.length % 2 === 1 ? means[middle]! : (means[middle - 1]! + means[middle]!) / 2;
  if (smallestSignedRankP(n) > level)
    return { center, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const outside = meansOutside(n, level);
  return { center, low: means[outside]!, high: means[means.length - 1 - outside]! };
}

/** How many of the means of two values are outside of the interval, on either side. */
function meansOutside(n: number, level: number): number {
  const ranks = Array.from({ length: n }, (_, i) => i + 1);
  // The normal distribution comes near; the exact one decides.
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
  const guess = Math.floor((n * (n + 1)) / 4 + normalQuantile(level / 2) * deviation);
  let outside = Math.max(0, guess + 2);
  while (outside > 0 && 2 * tailOf(ranks, outside) > level) outside--;
  return outside;
}
