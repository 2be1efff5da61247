/** A benchmark's new results against older ones, unit by unit, with benchstat's numbers: medians and the U test. */
import {
  compareSamples,
  type SampleComparison,
  type SampleSummary,
  sortedSample,
  summarizeSample,
} from './sampleSummary.ts';
import { type Measurement, unitsInOrder } from './summary.ts';

/**
 * `same`: every measurement of both runs gave the same value. `changed`: significant at the 5 % level, or counted
 * exactly. `noise`: the difference may be chance. `few`: too few runs to tell any difference from chance.
 */
export type Verdict = 'same' | 'changed' | 'noise' | 'few';

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

/** The units that both have, in the order of a result line. */
export function compareRuns(base: readonly Measurement[], runs: readonly Measurement[]): MetricChange[] {
  const inBase = new Set(unitsInOrder(base));
  return unitsInOrder(runs)
    .filter((unit) => inBase.has(unit))
    .map((unit) => compareUnit(unit, valuesOf(base, unit), valuesOf(runs, unit)));
}

/** Ascending, as the statistics want them. */
function valuesOf(runs: readonly Measurement[], unit: string): number[] {
  return sortedSample(runs.flatMap(({ metrics }) => metrics[unit] ?? []));
}

function compareUnit(unit: string, baseValues: readonly number[], values: readonly number[]): MetricChange {
  const comparison = compareSamples(baseValues, values, 'nothing', alpha);
  return {
    unit,
    base: summarizeSample(baseValues, 'nothing', confidence),
    now: summarizeSample(values, 'nothing', confidence),
    baseValues,
    values,
    comparison,
    verdict: verdictOf(unit, baseValues, values, comparison),
  };
}

function verdictOf(
  unit: string,
  baseValues: readonly number[],
  values: readonly number[],
  { significant }: SampleComparison,
): Verdict {
  const isConstant = (sorted: readonly number[]) => sorted[0] === sorted.at(-1);
  if (isConstant(baseValues) && isConstant(values)) {
    if (baseValues[0] === values[0]) return 'same';
    if (countedUnits.has(unit)) return 'changed';
  }
  if (significant) return 'changed';
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
export const fewestRuns = 4;
