/**
 * When measuring in turns may stop because the answer is there. Whoever looks after each measurement, and stops at the first
 * p < 0.05, finds a difference in every seventh pair that has none. So there are few looks, planned before anything is measured,
 * and each takes its own part of the level: all of them together are wrong no more often than a single comparison is. That holds
 * however the looks depend on one another (Bonferroni), and for each unit.
 */

import type { Measurement } from '../benchfmt/resultLine.ts';
import { compareMeasurements, fewestMeasurements, inTurns, usualAlpha } from './change.ts';

/** After so many measurements of each. */
const looks: readonly number[] = [5, 10, 20];
/** Five of each that do not overlap have p = 0.0079. */
const levelOfLook = 0.008;

/** Whether the time of an operation has changed for certain, so that nothing more needs to be measured. */
export function isSettled(base: readonly Measurement[], measurements: readonly Measurement[]): boolean {
  if (base.length !== measurements.length || !looks.includes(base.length)) return false;
  const [time] = compareMeasurements(base, measurements, inTurns, levelOfLook);
  return time?.verdict === 'changed';
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
  if (measured < count && isSettled(base, measurements)) return levelOfLook;
  const looked = looks.filter((look) => look < count && look <= measured);
  return usualAlpha - looked.length * levelOfLook;
}
