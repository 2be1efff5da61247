import { binomialAtLeast } from './gamma.ts';

/** What numbers of samples say about the difference between two costs per operation. */

/** A line's samples in one profile. */
export interface SampledCost {
  readonly samples: number;
  /** All samples of the profile. */
  readonly all: number;
  /** How many samples a cost of one unit per operation would give: operations divided by the period. */
  readonly exposure: number;
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
 * profiles is binomial (Przyborowski and Wilenski, 1940), averaged over how fast the machine may have been. Of what is as
 * extreme as the samples one half counts (Lancaster's mid-p, 1961): all of it would be too much where there are few.
 *
 * @param deviation standard deviation of the logarithm of the ratio of the two passes' speeds
 */
export function sameRateP(base: SampledCost, now: SampledCost, deviation: number): number {
  const each = evidence(base, now);
  const both = each * (base.samples + now.samples);
  const above = (samples: number) =>
    meanOver(deviation, (drift) =>
      // Counts are a step of `each` apart; the distribution's boundaries are half a step before them.
      binomialAtLeast(each * (samples - 0.5) + 0.5, both, shareOfSecond(base, now, drift)),
    );
  const upper = (above(now.samples) + above(now.samples + 1)) / 2;
  return 2 * Math.min(upper, 1 - upper);
}

/**
 * How much a sample says, compared with one of a line that has a small part of all. A profile has as many samples as its CPU
 * time has periods, so the samples of a line that has most of them vary less.
 */
function evidence(base: SampledCost, now: SampledCost): number {
  const both = base.samples + now.samples;
  const share = both / (base.all + now.all);
  // The number of all samples is known but for the parts of a period at both ends.
  return both === 0 ? 1 : both / (both * (1 - share) + share ** 2 / 2);
}

/** Of the costs that are called different, at most this share is so by chance. */
const falseDiscoveries = 0.05;

/**
 * Which of many pairs of costs differ.
 *
 * @param deviation as in `sameRateP`
 */
export function differentRates(
  pairs: readonly { readonly base: SampledCost; readonly now: SampledCost }[],
  deviation: number,
): boolean[] {
  const pValues = pairs.map(({ base, now }) => {
    // Skip what has too few samples for any outcome to be significant: testing it would only weaken the other tests.
    if (smallestP(base, now, deviation) > falseDiscoveries) return null;
    return sameRateP(base, now, deviation);
  });
  const found = discoveries(
    pValues.flatMap((p) => p ?? []),
    falseDiscoveries,
  );
  let next = 0;
  return pValues.map((p) => (p === null ? false : found[next++] === true));
}

/** The smallest p-value that so many samples can have, in whatever way they divide between the two profiles. */
export function smallestP(base: SampledCost, now: SampledCost, deviation: number): number {
  const both = base.samples + now.samples;
  const divided = (samples: number) =>
    sameRateP({ ...base, samples: both - samples }, { ...now, samples }, deviation);
  return Math.min(divided(0), divided(both));
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
