/**
 * Measurements of two versions that were taken in pairs: in two processes beside each other, in turns of milliseconds, or one after
 * the other. What disturbs the machine affects both, so that the ratio of a pair says more than both by themselves. Where each pair has layouts of
 * its own, a layout is one observation, the mean of its pairs: without a change, its difference is as likely to be positive as
 * negative, as both have a random one.
 */
import { mean } from '../../base/lists.ts';
import { listAt } from '../../base/maps.ts';
import type { Measurement } from '../benchfmt/resultLine.ts';
import {
  type PairedEstimate,
  pairedEstimate,
  signedRankP,
  smallestSignedRankP,
} from '../statistics/signedRank.ts';
import { coreTimes, isSeenComputing, wereSeenComputing } from './coreTime.ts';

/** What pairs say of a unit. */
export interface PairedChange extends PairedEstimate {
  /** Of pairs, or of layouts if there are any. */
  readonly count: number;
  readonly p: number;
  /** The standard deviation of the differences. All differences are logarithms of ratios, new over old. */
  readonly deviation: number;
  /** How often it may have been looked at the pairs until now, and been wrong. */
  readonly looks: number;
}

/** With fewer the test of pairs cannot say that something has changed. */
export const fewestPairs = 10;

/** After so many measurements of each, it is looked whether the answer is there. */
export const looks: readonly number[] = [10, 14, 20, 28, 40];

/** `null` if they are no pairs, or too few, or if a value has no logarithm. @param looked see `Circumstances` */
export function pairedChange(
  unit: string,
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  level: number,
  looked = looks.length,
): PairedChange | null {
  const differences = differencesOf(unit, base, measurements);
  if (differences === null || differences.length < fewestPairs) return null;
  const center = mean(differences);
  const squares = differences.reduce((sum, each) => sum + (each - center) ** 2, 0);
  return {
    ...pairedEstimate(differences, level / looked),
    count: differences.length,
    // It has been looked at before, and at each look it could have been wrong (Bonferroni).
    p: Math.min(1, looked * signedRankP(differences)),
    looks: looked,
    deviation: Math.sqrt(squares / (differences.length - 1)),
  };
}

/** The smallest p-value that so many pairs can have. */
export function smallestPairedP({ count, looks }: Pick<PairedChange, 'count' | 'looks'>): number {
  return Math.min(1, looks * smallestSignedRankP(count));
}

export function arePairs(...sides: readonly (readonly Measurement[])[]): boolean {
  return sides.every((side) => side.length > 0 && side.every(({ pair }) => pair !== undefined));
}

/** Whether less than this is said by chance: of what is only a check. */
const unlikely = 0.01;

/**
 * The measurements with the time of their quickest turns in place of the mean of all. `null` if it is not known of all, or if what
 * the other turns take besides differs between the versions: then it is the code that takes it, and not the machine.
 */
export function quickestTimes(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
): { readonly base: readonly Measurement[]; readonly measurements: readonly Measurement[] } | null {
  const sides = withoutSlices(base, measurements);
  const [older, newer] = [sides[0].flatMap(quickest), sides[1].flatMap(quickest)];
  if (older.length < base.length || newer.length < measurements.length) return null;
  const of = differencesOf(unitOfTime, older, newer);
  const ofAll = differencesOf(unitOfTime, ...sides);
  if (of === null || ofAll === null) return null;
  const besides = ofAll.map((each, i) => each - of[i]!);
  return signedRankP(besides) > unlikely ? { base: older, measurements: newer } : null;
}

const unitOfTime = 'ns/op';

/**
 * Beside much other work even the quickest turns have waited for a core, whole time slices of the others long: one more or less is up
 * to half of a turn, where the code differs by little. If the benchmark only computes, such measurements have their CPU time instead.
 */
function withoutSlices(...sides: readonly [readonly Measurement[], readonly Measurement[]]): typeof sides {
  if (!wereSeenComputing(...sides)) return sides;
  const [base, now] = sides.map((side) =>
    side.map((each) => {
      const [core] = isSeenComputing(each) ? [] : coreTimes([each]);
      return core === undefined ? each : { ...core, quickest: core.metrics[unitOfTime]! };
    }),
  );
  return [base!, now!];
}

function quickest(each: Measurement): Measurement[] {
  if (each.quickest === undefined || each.metrics[unitOfTime] === undefined) return [];
  return [{ ...each, metrics: { ...each.metrics, [unitOfTime]: each.quickest } }];
}

/** Whether there are enough of them for their own test. */
export function areManyPairs(...sides: readonly (readonly Measurement[])[]): boolean {
  const units = (side: readonly Measurement[]) =>
    new Set(side.map(({ pair, layout }) => (layout === undefined ? `pair ${pair}` : layout))).size;
  return arePairs(...sides) && sides.every((side) => units(side) >= fewestPairs);
}

function differencesOf(
  unit: string,
  base: readonly Measurement[],
  measurements: readonly Measurement[],
): readonly number[] | null {
  if (!arePairs(base, measurements)) return null;
  const older = new Map(base.map((each) => [each.pair, each]));
  const byLayout = new Map<number, number[]>();
  for (const { pair = 0, layout = -1 - pair, metrics } of measurements) {
    const difference = Math.log((metrics[unit] ?? 0) / (older.get(pair)?.metrics[unit] ?? 0));
    if (!Number.isFinite(difference)) return null;
    listAt(byLayout, layout).push(difference);
  }
  return [...byLayout.values()].map(mean);
}
