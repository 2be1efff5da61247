/** Which of two known versions a third one is like, the good or the bad one. */
import type { Measurement } from '../benchfmt/resultLine.ts';
import { compareMeasurements, inTurns, type MetricChange } from './change.ts';

export type Nearer = 'good' | 'bad' | 'unsure';

/** The change of a unit from the good version to the bad one. */
export type KnownChange = Pick<MetricChange, 'unit' | 'base' | 'now'>;

/** By counts, which leave nothing to chance: on which side of the middle they are. `unsure` if on both, or if there are none. */
export function nearerByCount({ base, now }: KnownChange, counts: readonly number[]): Nearer {
  const limit = (base.center + now.center) / 2;
  const isBad = (count: number) => count > limit === now.center > base.center && count !== limit;
  if (counts.length === 0) return 'unsure';
  if (counts.every(isBad)) return 'bad';
  return counts.some(isBad) ? 'unsure' : 'good';
}

export interface MeasuredSide {
  /** `unsure` if no difference from the known version was found. */
  readonly nearer: Nearer;
  readonly p: number;
}

/**
 * On which side of a known version a third one is, by measurements in turns with that. Whoever differs from the good version towards
 * the bad one has the change, or a part of it; whoever differs from the bad version towards the good one does not have all of it. No
 * difference from one of them proves nothing: then the other is asked. So a version that is like one of both is called like the other
 * only if chance makes it differ from its own like.
 *
 * @param level the probability of that, at most
 */
export function sideOf(
  { unit, base, now }: KnownChange,
  known: readonly Measurement[],
  measurements: readonly Measurement[],
  level: number,
): MeasuredSide {
  const change = compareMeasurements(known, measurements, inTurns, level).find((each) => each.unit === unit);
  const p = change?.comparison.p ?? 1;
  if (change?.verdict !== 'changed') return { nearer: 'unsure', p };
  const isMore = change.now.center > change.base.center;
  return { nearer: isMore === now.center > base.center ? 'bad' : 'good', p };
}
