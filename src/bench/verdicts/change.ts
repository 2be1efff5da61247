/** Compares a benchmark's new measurements with older ones, unit by unit, by benchstat's medians and U test. */

import type { Measurement } from '../benchfmt/resultLine.ts';
import {
  compareSamples,
  type SampleComparison,
  type SampleSummary,
  sortedSample,
  summarizeSample,
} from '../statistics/sampleSummary.ts';
import { choose } from '../statistics/uDistribution.ts';
import { unitsInOrder } from './summary.ts';

/**
 * `same`: all measurements of both runs have the same value. `changed`: significant at the 5 % level, or counted
 * exactly. `noise`: the difference may be chance. `few`: there are too few measurements to find any difference.
 *
 * A significant difference is not chance, but the code need not be its cause: the test knows how measurements vary within
 * a run, not how the machine changes from one run to the next. `same-code`: both runs had the same machine code, so the
 * machine is the cause. `drift`: runs of the same code have differed by as much.
 */
export type Verdict = 'same' | 'changed' | 'noise' | 'few' | 'same-code' | 'drift';

/** What is known about two runs besides their measurements. */
export interface Circumstances {
  readonly isSameCode: boolean;
  /** The largest difference between the medians of two runs of the same code, as a share: 0.03 is 3 %. */
  readonly drift: number;
}

export interface MetricChange {
  /** As `go test` prints it: `ns/op`. */
  readonly unit: string;
  /** Medians with their 95 % intervals, in `unit`. An interval is infinite if there are too few measurements. */
  readonly base: SampleSummary;
  readonly now: SampleSummary;
  /** Ascending. */
  readonly baseValues: readonly number[];
  readonly values: readonly number[];
  readonly comparison: SampleComparison;
  readonly verdict: Verdict;
}

const confidence = 0.95;
const alpha = 0.05;

/** The runtime counts these. If such a value never varies, no statistics are needed to compare it. */
const countedUnits: ReadonlySet<string> = new Set(['B/op', 'allocs/op']);

const nothingKnown: Circumstances = { isSameCode: false, drift: 0 };

/** Compares the units that both have, in the order of a result line. */
export function compareMeasurements(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  circumstances = nothingKnown,
): MetricChange[] {
  const inBase = new Set(unitsInOrder(base));
  return unitsInOrder(measurements)
    .filter((unit) => inBase.has(unit))
    .map((unit) => compareUnit(unit, valuesOf(base, unit), valuesOf(measurements, unit), circumstances));
}

/** The difference between the medians of the first unit that both have, as a share; 0 if they cannot be compared. */
export function differenceOf(base: readonly Measurement[], measurements: readonly Measurement[]): number {
  const inBase = new Set(unitsInOrder(base));
  const unit = unitsInOrder(measurements).find((each) => inBase.has(each));
  if (unit === undefined) return 0;
  const before = summarizeSample(valuesOf(base, unit), 'nothing', confidence);
  const now = summarizeSample(valuesOf(measurements, unit), 'nothing', confidence);
  return before.center > 0 ? relativeDifference(before, now) : 0;
}

/** As a share of the smaller one, so that twice as fast and twice as slow are the same difference. */
function relativeDifference(base: SampleSummary, now: SampleSummary): number {
  const [smaller, larger] = [base.center, now.center].sort((a, b) => a - b);
  return larger! / smaller! - 1;
}

/** The values of a unit, ascending. */
function valuesOf(measurements: readonly Measurement[], unit: string): number[] {
  return sortedSample(measurements.flatMap(({ metrics }) => metrics[unit] ?? []));
}

function compareUnit(
  unit: string,
  baseValues: readonly number[],
  values: readonly number[],
  circumstances: Circumstances,
): MetricChange {
  const change = {
    unit,
    base: summarizeSample(baseValues, 'nothing', confidence),
    now: summarizeSample(values, 'nothing', confidence),
    baseValues,
    values,
    comparison: compareSamples(baseValues, values, 'nothing', alpha),
  };
  return { ...change, verdict: verdictOf(change, circumstances) };
}

function verdictOf(
  { unit, base, now, baseValues, values, comparison }: Omit<MetricChange, 'verdict'>,
  { isSameCode, drift }: Circumstances,
): Verdict {
  const isCounted = countedUnits.has(unit);
  const isConstant = (sorted: readonly number[]) => sorted[0] === sorted.at(-1);
  const areConstant = isConstant(baseValues) && isConstant(values);
  if (areConstant && baseValues[0] === values[0]) return 'same';
  if (isSameCode) return 'same-code';
  if (areConstant && isCounted) return 'changed';
  if (comparison.significant) {
    return !isCounted && relativeDifference(base, now) <= drift ? 'drift' : 'changed';
  }
  return canDetect(baseValues.length, values.length) ? 'noise' : 'few';
}

/** Whether samples of these sizes can be significantly different at all. */
function canDetect(baseSize: number, size: number): boolean {
  // The smallest p-value is that of samples that do not overlap: two of all possible orders.
  return 2 / choose(baseSize + size, size) <= alpha;
}

/** With fewer measurements of each, the U test finds no difference at all. */
export const fewestMeasurements = 4;
