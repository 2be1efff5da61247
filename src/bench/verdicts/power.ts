/**
 * How small a change a comparison can find, and what it would take to find a smaller one: the power of the Mann-Whitney U test,
 * and over layouts of the permutation test.
 */

import { medianOf } from '../statistics/median.ts';
import { normalQuantile } from '../statistics/normal.ts';
import { type MetricChange, turnsAlpha } from './change.ts';
import { fewestPairs, type PairedChange } from './pairs.ts';
import { fewestMeasurements } from './unitPair.ts';

/** Two-sided, at the 5 % level. A difference of that size is found in four of five comparisons. */
const alpha = 0.05;
const power = 0.8;
const squaredQuantiles = (normalQuantile(alpha / 2) + normalQuantile(1 - power)) ** 2;
/** As pairs are tested, by their ranks, which costs one in twenty. */
const squaredInPairs = ({ looks }: PairedChange) =>
  1.05 * (normalQuantile((looks === 1 ? alpha : turnsAlpha / looks) / 2) + normalQuantile(1 - power)) ** 2;
/** Few values say little about their own spread. It costs this many of them (Guenther 1981). */
const lostToSpread = normalQuantile(alpha / 2) ** 2 / 4;

/** Few users would not like to know of a change by this share. */
export const worthFinding = 0.03;

/**
 * The measurements of each that are needed to detect a change by this share, if it is real. By Noether's formula (1987),
 * n = (z + z')^2 / (6 (P - 1/2)^2), where P is the probability that a value of one sample is larger than a value of the other,
 * computed from the spread of both. `null` where no number would do.
 */
function measurementsFor(spread: readonly number[], difference: number): number | null {
  const advantage = advantageOf(spread, difference);
  if (advantage <= 0) return null;
  return Math.max(fewestMeasurements, Math.ceil(squaredQuantiles / (6 * advantage ** 2)));
}

type Compared = Pick<MetricChange, 'baseValues' | 'values' | 'layouts' | 'pairs'>;

/** The smallest change, as a share, that such a comparison would probably find; `null` if that is not known, or if it finds none. */
export function findableChange({ baseValues, values, layouts, pairs }: Compared): number | null {
  if (pairs !== undefined) {
    const { count, deviation } = pairs;
    return Math.expm1(deviation * Math.sqrt(squaredInPairs(pairs) / (count - lostToSpread)));
  }
  if (layouts === undefined) return detectableDifference(baseValues, values);
  const count = Math.min(baseValues.length, values.length) - lostToSpread;
  const deviation = logDeviation(baseValues, values);
  return deviation === null || count <= 0
    ? null
    : Math.expm1(deviation * Math.sqrt((2 * squaredQuantiles) / count));
}

/** Where only larger changes than this can be found, nobody can compare. */
const noisyFrom = 0.1;

/**
 * Whether only large changes would show, so that none that matters is ruled out. Of measurements that are too few for any number,
 * whether they are far apart.
 */
export function isTooNoisy(change: Compared & Pick<MetricChange, 'verdict'>): boolean {
  if (change.verdict !== 'noise' || change.layouts !== undefined) return false;
  const spread = pooledSpread(change.baseValues, change.values) ?? [0];
  return (findableChange(change) ?? spread.at(-1)! - spread[0]!) > noisyFrom;
}

/** How many layouts of each version, or measurements if there are no layouts, would probably find a change by this share. */
export function neededToFind({ baseValues, values, layouts, pairs }: Compared, share: number): number | null {
  if (pairs !== undefined) {
    const count = squaredInPairs(pairs) * (pairs.deviation / Math.log1p(share)) ** 2 + lostToSpread;
    return Math.max(fewestPairs, Math.ceil(count));
  }
  if (layouts === undefined) {
    const spread = pooledSpread(baseValues, values);
    return spread === null ? null : measurementsFor(spread, share);
  }
  const deviation = logDeviation(baseValues, values);
  if (deviation === null) return null;
  const count = 2 * squaredQuantiles * (deviation / Math.log1p(share)) ** 2 + lostToSpread;
  return Math.max(fewestMeasurements, Math.ceil(count));
}

/** The standard deviation of the logarithms around the mean of their own sample; `null` if a value is not positive. */
function logDeviation(...samples: readonly (readonly number[])[]): number | null {
  const logs = samples.map((values) => values.map(Math.log));
  const freedom = logs.flat().length - samples.length;
  if (freedom <= 0 || !logs.flat().every(Number.isFinite)) return null;
  const squares = logs.flatMap((values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => (value - mean) ** 2);
  });
  return Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / freedom);
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
