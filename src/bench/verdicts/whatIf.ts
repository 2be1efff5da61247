/**
 * How much a line matters for the whole: by how much an operation takes longer when the line does. 1 on the path that everything
 * waits for, 0 where something else is waited for.
 */
import { largest, smallest } from '../../base/lists.ts';
import { medianInterval, valuesForInterval } from '../statistics/median.ts';

/** Nanoseconds of an operation: what was added at the line, and what all of it took. */
export interface DelayedTime {
  readonly added: number;
  readonly took: number;
}

/** Nanoseconds that an operation takes longer for each that the line does, with an interval of 95%. */
export interface Slope {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

/**
 * `critical`: all of it; `partly`: some of it; `waits`: next to nothing of it; `unsure`: more measurements would say. `disturbed`: the
 * machine was, and what computes at the same time then waits for the processor, as if for the line.
 */
export type Importance = 'critical' | 'partly' | 'waits' | 'unsure' | 'disturbed';

/** With fewer rounds there is no interval. */
export const fewestRounds = valuesForInterval(0.95) ?? 6;

/** From here on it is said to be on the critical path, and up to there to be none. */
const leastCritical = 0.75;
const mostWaiting = 0.25;

/**
 * The slope of the line through the points of each round, the median of all rounds. So neither what changes slowly on the machine
 * nor a disturbed round counts. `null` with fewer than `fewestRounds` rounds of two different delays.
 */
export function slopeOf(rounds: readonly (readonly DelayedTime[])[]): Slope | null {
  const slopes = rounds.map(leastSquares).filter((slope) => slope !== null);
  if (slopes.length < fewestRounds) return null;
  const { median, low, high } = medianInterval(slopes);
  return { slope: median, low, high };
}

function leastSquares(points: readonly DelayedTime[]): number | null {
  const mean = (of: (point: DelayedTime) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [added, took] = [mean((point) => point.added), mean((point) => point.took)];
  let [together, alone] = [0, 0];
  for (const point of points) {
    together += (point.added - added) * (point.took - took);
    alone += (point.added - added) ** 2;
  }
  return alone > 0 ? together / alone : null;
}

export function importanceOf({ low, high }: Slope, isDisturbed: boolean): Importance {
  if (isDisturbed) return 'disturbed';
  if (low > leastCritical) return 'critical';
  if (largest([Math.abs(low), Math.abs(high)]) < mostWaiting) return 'waits';
  return smallest([low, high]) > 0 ? 'partly' : 'unsure';
}
