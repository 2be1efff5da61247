/** How many runs would tell a difference: the power of the Mann-Whitney U test. */

import { normalQuantile } from '../statistics/normal.ts';
import { fewestMeasurements } from './change.ts';

/** At the 5 % level, two-sided; a difference of that size is found in four of five comparisons. */
const alpha = 0.05;
const power = 0.8;
const squaredQuantiles = (normalQuantile(alpha / 2) + normalQuantile(1 - power)) ** 2;

/** So many runs of each would probably tell a change by this share. */
export interface MeasurementsNeeded {
  readonly measurements: number;
  /** 0.03 for three percent, whichever way. */
  readonly difference: number;
}

/**
 * Runs of each that would tell the difference seen between two samples of positive values, were it real, by
 * Noether's formula (1987): n = (z + z')^2 / (6 (P - 1/2)^2), where P is the probability that a value of the one is
 * larger than one of the other. P comes from the spread of both samples together, moved apart by the difference of
 * their medians. `null` where no difference is seen, or the spread is not known.
 *
 * @param base ascending, as `sample`
 */
export function measurementsToTell(
  base: readonly number[],
  sample: readonly number[],
): MeasurementsNeeded | null {
  const spread = pooledSpread(base, sample);
  const difference = Math.abs(middle(sample) / middle(base) - 1);
  if (spread === null || !(difference > 0)) return null;
  const advantage = advantageOf(spread, difference);
  if (advantage <= 0) return null;
  const runs = Math.ceil(squaredQuantiles / (6 * advantage ** 2));
  return { measurements: Math.max(fewestMeasurements, runs), difference };
}

/**
 * The smallest difference, as a share, that so many runs of each would probably tell, given the samples' spread;
 * `null` where they tell none.
 */
export function differenceTold(base: readonly number[], sample: readonly number[]): number | null {
  const spread = pooledSpread(base, sample);
  const runs = Math.min(base.length, sample.length);
  const needed = Math.sqrt(squaredQuantiles / (6 * runs));
  if (spread === null || needed >= 0.5) return null;
  let low = 0;
  // Apart by the whole range, no two values overlap.
  let high = spread.at(-1)! - spread[0]! + Number.EPSILON;
  for (let step = 0; step < 60; step++) {
    const between = (low + high) / 2;
    if (advantageOf(spread, between) < needed) low = between;
    else high = between;
  }
  return high;
}

function middle(sorted: readonly number[]): number {
  const { length } = sorted;
  return (sorted[(length - 1) >> 1]! + sorted[length >> 1]!) / 2;
}

/**
 * How far values lie from their own sample's median, as shares of it, ascending. Stretched, because values lie closer
 * to a median taken from themselves than to the true one. `null` where two values or less, or one that is not
 * positive, leave it open.
 */
function pooledSpread(base: readonly number[], sample: readonly number[]): number[] | null {
  const size = base.length + sample.length;
  if (size <= 2 || !(base[0]! > 0) || !(sample[0]! > 0)) return null;
  const stretch = Math.sqrt(size / (size - 2));
  const distances = [base, sample].flatMap((values) => {
    const median = middle(values);
    return values.map((value) => (value / median - 1) * stretch);
  });
  return distances.sort((a, b) => a - b);
}

/** P - 1/2 over all pairs of different values of `spread`, one of them moved up by `difference`. */
function advantageOf(spread: readonly number[], difference: number): number {
  let above = 0;
  for (const [i, moved] of spread.entries()) {
    for (const [j, other] of spread.entries()) {
      if (i === j) continue;
      const distance = moved + difference - other;
      above += distance > 0 ? 1 : distance === 0 ? 0.5 : 0;
    }
  }
  return above / (spread.length * (spread.length - 1)) - 0.5;
}
