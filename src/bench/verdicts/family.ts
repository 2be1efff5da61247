/**
 * Many comparisons at once. If each of 150 is wrong in 5 % of cases, a gate over all of them is nearly always wrong. So
 * the level holds for the family: the probability that there is any wrong verdict in it.
 */
import { smallestP } from './unitPair.ts';

/** The family's outcome. */
export interface Family {
  /** By the index of the p-value: whether it is significant in the family. */
  readonly significant: readonly boolean[];
  /** The level that one more p-value would have to reach. */
  readonly level: number;
}

/**
 * Holm's step-down procedure (1979). The smallest of m p-values must be at most alpha/m, the next alpha/(m-1), and so on
 * up to the first that is too large. This holds however the comparisons depend on each other; and with weights, chosen before
 * anything is measured, by which the p-values that are left share the level.
 */
export function holm(pValues: readonly number[], alpha: number, weights = pValues.map(() => 1)): Family {
  // The p of values that are not numbers is not a number.
  const known = pValues.map((p) => (Number.isNaN(p) ? 1 : p));
  const weighed = (i: number) => known[i]! / weights[i]!;
  const order = known.map((_, i) => i).sort((a, b) => weighed(a) - weighed(b));
  const significant = pValues.map(() => false);
  let left = weights.reduce((sum, weight) => sum + weight, 0);
  for (const i of order) {
    if (weighed(i) > alpha / left) break;
    significant[i] = true;
    left -= weights[i]!;
  }
  return { significant, level: alpha / Math.max(1, left) };
}

/**
 * One p-value of several independent tests of the same question (Fisher 1925): the probability that a product of so many
 * p-values is as small as theirs.
 */
export function combinedP(pValues: readonly number[]): number {
  const product = pValues.reduce((all, p) => all * p, 1);
  if (!(product > 0)) return 0;
  let term = 1;
  let sum = 0;
  for (let i = 0; i < pValues.length; i++) {
    sum += term;
    term *= -Math.log(product) / (i + 1);
  }
  return Math.min(1, product * sum);
}

/** The measurements of each version with which a p-value can reach the level, which is above 0, at all. */
export function measurementsToReach(level: number): number {
  let n = 1;
  while (smallestP(n, n) > level) n++;
  return n;
}
