/**
 * When measuring in turns may stop because the answer is there. Whoever looks after each measurement, and stops at the first
 * p < 0.05, finds a difference in every seventh pair that has none. So there are few looks, planned before anything is measured,
 * and each has the same part of the level: a sequential test of Pocock's shape (1977), with Bonferroni's bound in place of his
 * constants. All looks together are wrong no more often than a single comparison is, however they depend on one another. It also
 * stops where the interval has become so narrow that no change that matters is left: that makes no wrong verdict more likely.
 */

import { largest } from '../../base/lists.ts';
import type { Measurement } from '../benchfmt/resultLine.ts';
import { byLayout, compareMeasurements, inTurns, turnsAlpha, usualAlpha } from './change.ts';
import { arePairs, looks } from './pairs.ts';
import { fewestMeasurements } from './unitPair.ts';

/** For what it is looked. */
export interface Looks {
  /** How many benchmarks are judged together: each has its part of the level. */
  readonly comparisons: number;
  /** The probability of a wrong answer, at most; missing for 1%. */
  readonly level?: number | undefined;
}

/** So often two versions are measured at most, and so long each time in nanoseconds: more pairs find more than longer ones. */
export const mostLooked = largest(looks);
export const timeOfOne = 150e6;
/** Where pairs of milliseconds are not possible, each measurement takes much longer. */
export const mostApart = 20;

/** A change by a smaller share does not matter. */
const enough = 0.01;

/** Whether nothing more needs to be measured: the time of an operation has changed for certain, or no change that matters is left. */
export function isSettled(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  { comparisons, level = turnsAlpha }: Looks,
): boolean {
  if (base.length !== measurements.length || !looks.includes(base.length)) return false;
  const ofAll = arePairs(base, measurements) ? level : level / looks.length;
  const [time] = compareMeasurements(base, measurements, inTurns, ofAll / Math.max(1, comparisons));
  if (time === undefined) return false;
  const { verdict, layouts, pairs } = time;
  if (verdict === 'changed') return true;
  // Of one layout, nobody can say what a smaller change comes from.
  const matters = layouts === undefined ? byLayout : enough;
  return pairs !== undefined && Math.max(Math.abs(pairs.low), Math.abs(pairs.high)) < matters;
}

/**
 * The level of the comparison that is left when measuring has ended, so that it says no more than the looks have left to it. `null`
 * with too few measurements for any verdict. The end must not depend on what was measured: all is there, somebody has stopped it
 * unseen, or a look has settled it.
 *
 * @param count how many measurements of each were planned
 */
export function levelAtEnd(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  count: number,
): number | null {
  const measured = Math.min(base.length, measurements.length);
  if (measured < fewestMeasurements) return null;
  if (arePairs(base, measurements)) return turnsAlpha;
  // The p of pairs knows of the looks. That of measurements that are no pairs does not.
  if (measured < count && isSettled(base, measurements, { comparisons: 1 })) return turnsAlpha / looks.length;
  return usualAlpha - turnsAlpha;
}
