/** How many measurements are needed to detect a difference: the power of the Mann-Whitney U test. */

import { medianOf } from '../statistics/median.ts';
import { normalQuantile } from '../statistics/normal.ts';
import { fewestMeasurements } from './change.ts';

/** Two-sided, at the 5 % level. A difference of that size is found in four of five comparisons. */
const alpha = 0.05;
const power = 0.8;
const squaredQuantiles = (normalQuantile(alpha / 2) + normalQuantile(1 - power)) ** 2;

/** With so many measurements of each, a change by this share would probably be detected. */
export interface MeasurementsNeeded {
  readonly measurements: number;
  /** 0.03 is 3 %, in either direction. */
  readonly difference: number;
}

/**
 * The measurements of each that are needed to detect the difference between two samples of positive values, if it is
 * real. By Noether's formula (1987), n = (z + z')^2 / (6 (P - 1/2)^2), where P is the probability that a value of one is
 * larger than a value of the other. P is computed from the spread of both samples together, moved apart by the difference
 * of their medians. `null` if there is no difference, or if the spread is not known.
 *
 * @param base ascending, as `sample`
 */
export function measurementsToDetect(
  base: readonly number[],
  sample: readonly number[],
): MeasurementsNeeded | null {
  const spread = pooledSpread(base, sample);
  const difference = Math.abs(medianOf(sample) / medianOf(base) - 1);
  if (spread === null || !(difference > 0)) return null;
  const advantage = advantageOf(spread, difference);
  if (advantage <= 0) return null;
  const needed = Math.ceil(squaredQuantiles / (6 * advantage ** 2));
  return { measurements: Math.max(fewestMeasurements, needed), difference };
}

/**
 * The smallest difference, as a share, that would probably be detected with samples of these sizes and this spread;
 * `null` if none would be.
 */
export function detectableDifference(base: readonly number[], sample: readonly number[]): number | null {
  const spread = pooledSpread(base, sample);
  const size = Math.min(base.length, sample.length);
  const needed = Math.sqrt(squaredQuantiles / (6 * size));
  if (spread === null || needed >= 0.5) return null;
  let low = 0;
  // If they are moved apart by the whole range, no two values overlap.
  let high = spread.at(-1)! - spread[0]! + Number.EPSILON;
  for (let step = 0; step < 60; step++) {
    const between = (low + high) / 2;
    if (advantageOf(spread, between) < needed) low = between;
    else high = between;
  }
  return high;
}

/**
 * The distances of the values from the median of their own sample, as shares of it, ascending. They are stretched,
 * because values are closer to the median of their sample than to the true median. `null` with two values or fewer, or
 * with a value that is not positive.
 */
function pooledSpread(base: readonly number[], sample: readonly number[]): number[] | null {
  const size = base.length + sample.length;
  if (size <= 2 || !(base[0]! > 0) || !(sample[0]! > 0)) return null;
  const stretch = Math.sqrt(size / (size - 2));
  const distances = [base, sample].flatMap((values) => {
    const median = medianOf(values);
    return values.map((value) => (value / median - 1) * stretch);
  });
  return distances.sort((a, b) => a - b);
}

/** P - 1/2 over all pairs of two values of `spread`, one of them moved up by `difference`. */
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
