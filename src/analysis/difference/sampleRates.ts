import { binomialAtLeast, poissonAtLeast } from './gamma.ts';

/** What numbers of samples say about the cost per operation, and about the difference between two costs. */

/** A line's samples in one profile. */
export interface SampledCost {
  readonly samples: number;
  /** How many samples a cost of one unit per operation would give: operations divided by the period. */
  readonly exposure: number;
}

const tail = 0.025;

/**
 * The 95 % interval of the mean behind a count of samples (Garwood's, 1936): in at least 95 of 100 profiles the true
 * mean lies in it. Samples at a rate are Poisson's, or vary less.
 */
export function poissonInterval(samples: number): { low: number; high: number } {
  const low = samples <= 0 ? 0 : solve(0, samples, (mean) => poissonAtLeast(samples, mean) > tail);
  const farAbove = samples + 10 * Math.sqrt(samples + 1) + 10;
  const high = solve(samples, farAbove, (mean) => 1 - poissonAtLeast(samples + 1, mean) < tail);
  return { low, high };
}

/** The number between these two from which on `isAbove` is true. */
function solve(from: number, to: number, isAbove: (x: number) => boolean): number {
  let low = from;
  let high = to;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (isAbove(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Points and weights that stand for a standard normal distribution. */
const deviates = Array.from({ length: 33 }, (_, i) => {
  const z = (i - 16) / 4;
  return { z, weight: Math.exp((-z * z) / 2) };
});
const totalWeight = deviates.reduce((sum, { weight }) => sum + weight, 0);

/** The mean of `f` over a quantity that varies normally around 0. */
function meanOver(deviation: number, f: (x: number) => number): number {
  if (deviation === 0) return f(0);
  return deviates.reduce((sum, { z, weight }) => sum + weight * f(z * deviation), 0) / totalWeight;
}

/** The probability that a sample of the two profiles is the second's, if that is slower by a factor of e^drift. */
function shareOfSecond(base: SampledCost, now: SampledCost, drift: number): number {
  const second = now.exposure * Math.exp(drift);
  return second / (base.exposure + second);
}

/**
 * The p-value of "the cost per operation is the same": given the samples of both, how they divide between the two
 * profiles is binomial (Przyborowski and Wilenski, 1940), averaged over how fast the machine may have been.
 *
 * @param deviation standard deviation of the logarithm of the ratio of the two passes' speeds
 */
export function sameRateP(base: SampledCost, now: SampledCost, deviation: number): number {
  const both = base.samples + now.samples;
  const atLeast = (count: number) =>
    meanOver(deviation, (drift) => binomialAtLeast(count, both, shareOfSecond(base, now, drift)));
  return Math.min(1, 2 * Math.min(atLeast(now.samples), 1 - atLeast(now.samples + 1)));
}

/** The smallest p-value that so many samples can have, in whatever way they divide between the two profiles. */
export function smallestP(base: SampledCost, now: SampledCost, deviation: number): number {
  const both = base.samples + now.samples;
  const allSecond = meanOver(deviation, (drift) => shareOfSecond(base, now, drift) ** both);
  const allFirst = meanOver(deviation, (drift) => (1 - shareOfSecond(base, now, drift)) ** both);
  return Math.min(1, 2 * Math.min(allSecond, allFirst));
}

/**
 * Which of many p-values are discoveries, so that the expected share of false ones among them is at most `level`
 * (Benjamini and Hochberg, 1995). If there is nothing to discover, `level` is the probability of any discovery at all.
 */
export function discoveries(pValues: readonly number[], level: number): boolean[] {
  const ascending = pValues.map((p, i) => ({ p, i })).sort((a, b) => a.p - b.p);
  let found = 0;
  for (const [rank, { p }] of ascending.entries()) {
    if (p <= (level * (rank + 1)) / pValues.length) found = rank + 1;
  }
  const called = pValues.map(() => false);
  for (const { i } of ascending.slice(0, found)) called[i] = true;
  return called;
}

/** The 97.5 % quantile of the normal distribution: 95 % lie between its negative and itself. */
const z = 1.959963984540054;

/**
 * Wilson's 95 % interval for a share: where the true share of a line lies when it was seen in `successes` of
 * `trials` samples. Unlike the textbook interval it is right for few samples and near 0 and 1.
 *
 * Both ends are shares, 0 to 1. Without trials nothing is known: 0 to 1.
 */
export function wilson(successes: number, trials: number): { low: number; high: number } {
  if (trials <= 0) return { low: 0, high: 1 };
  const share = Math.min(1, Math.max(0, successes / trials));
  const square = z * z;
  const scale = 1 + square / trials;
  const centre = (share + square / (2 * trials)) / scale;
  const margin = (z / scale) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  return {
    // Rounding must not move an end that is exact past its share.
    low: share === 0 ? 0 : Math.max(0, centre - margin),
    high: share === 1 ? 1 : Math.min(1, centre + margin),
  };
}
