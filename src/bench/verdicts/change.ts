/** A benchmark's new results against older ones, unit by unit, with benchstat's numbers: medians and the U test. */

import type { Measurement } from '../benchfmt/resultLine.ts';
import {
  compareSamples,
  type SampleComparison,
  type SampleSummary,
  sortedSample,
  summarizeSample,
} from '../statistics/sampleSummary.ts';
import { unitsInOrder } from './summary.ts';

/**
 * `same`: every measurement of both runs gave the same value. `changed`: significant at the 5 % level, or counted
 * exactly. `noise`: the difference may be chance. `few`: too few runs to tell any difference from chance.
 *
 * A significant difference is no chance, but need not come from the code: the test knows only how results vary within
 * a run, not how a machine drifts from one run to the next. `same-code`: both ran the same machine code, so whatever
 * differs is the machine. `drift`: not more than runs of the same code have differed by.
 */
export type Verdict = 'same' | 'changed' | 'noise' | 'few' | 'same-code' | 'drift';

/** What is known of two runs beside their results. */
export interface Circumstances {
  readonly isSameCode: boolean;
  /** The most by which the medians of runs of the same code have differed, as a share: 0.03 for three percent. */
  readonly drift: number;
}

export interface MetricChange {
  /** As `go test` prints it: `ns/op`. */
  readonly unit: string;
  /** Medians with their 95 % intervals, in `unit`; the interval is infinite where there are too few runs. */
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

/** The runtime counts these, so a value that never varies needs no repetition to be believed. */
const countedUnits: ReadonlySet<string> = new Set(['B/op', 'allocs/op']);

const nothingKnown: Circumstances = { isSameCode: false, drift: 0 };

/** The units that both have, in the order of a result line. */
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

/** By how much the medians of the first unit that both have differ, as a share; 0 where they cannot be compared. */
export function differenceOf(base: readonly Measurement[], measurements: readonly Measurement[]): number {
  const inBase = new Set(unitsInOrder(base));
  const unit = unitsInOrder(measurements).find((each) => inBase.has(each));
  if (unit === undefined) return 0;
  const before = summarizeSample(valuesOf(base, unit), 'nothing', confidence);
  const now = summarizeSample(valuesOf(measurements, unit), 'nothing', confidence);
  return before.center > 0 ? relativeDifference(before, now) : 0;
}

/** As a share of the smaller one: twice as fast is as much as twice as slow. */
function relativeDifference(base: SampleSummary, now: SampleSummary): number {
  const [smaller, larger] = [base.center, now.center].sort((a, b) => a - b);
  return larger! / smaller! - 1;
}

/** Ascending, as the statistics want them. */
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
  return canTell(baseValues.length, values.length) ? 'noise' : 'few';
}

/** Whether the U test can find any difference at all between samples of these sizes. */
function canTell(baseSize: number, size: number): boolean {
  let orders = 1;
  for (let i = 1; i <= size; i++) orders = (orders * (baseSize + i)) / i;
  // Samples that do not overlap are two of all orders, and no order is less likely.
  return 2 / orders <= alpha;
}

/** Runs of each with which the U test can find a difference at all. */
export const fewestMeasurements = 4;
