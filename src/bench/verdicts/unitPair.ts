/** A unit of a benchmark in two runs: their values, and what a test says of them. */

import type { Measurement } from '../benchfmt/resultLine.ts';
import { permutationP } from '../statistics/permutation.ts';
import {
  compareSamples,
  type SampleComparison,
  type SampleSummary,
  sortedSample,
  summarizeSample,
} from '../statistics/sampleSummary.ts';
import { choose } from '../statistics/uDistribution.ts';
import { type Counted, type LayoutSpread, layoutSpread, perLayout } from './layouts.ts';
import { arePairs, type PairedChange, pairedChange, smallestPairedP } from './pairs.ts';
import { unitsInOrder } from './summary.ts';

export interface UnitPair {
  /** As `go test` prints it: `ns/op`. */
  readonly unit: string;
  /** Medians with their 95 % intervals, in `unit`. An interval is infinite if there are too few measurements. */
  readonly base: SampleSummary;
  readonly now: SampleSummary;
  /** Ascending. */
  readonly baseValues: readonly number[];
  readonly values: readonly number[];
  readonly comparison: SampleComparison;
  /** Missing unless both were measured over several layouts. Then each value is the median of a layout. */
  readonly layouts?: LayoutSpread;
  /** Missing unless both were measured in pairs, and often enough. Then `now` is `base` times their ratio. */
  readonly pairs?: PairedChange;
  /** The values are CPU time, not wall time, because other work on the machine kept the benchmark waiting: see coreTime.ts. */
  readonly isCoreTime?: true;
  /** The CPU time is as if the threads of both had switched equally often: see evenSwitches.ts. */
  readonly hasEvenSwitches?: true;
  readonly count?: Counted;
}

const confidence = 0.95;

/** The runtime counts these. If such a value never varies, no statistics are needed to compare it. */
export const countedUnits: ReadonlySet<string> = new Set(['B/op', 'allocs/op']);

/** With fewer measurements of each, the U test finds no difference at all. */
export const fewestMeasurements = 4;

export function pairOf(
  unit: string,
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  alpha: number,
  looks?: number,
): UnitPair {
  const layouts = layoutSpread([base, measurements], unit);
  const compared = layouts === null ? [base, measurements] : [perLayout(base), perLayout(measurements)];
  const [baseValues = [], values = []] = compared.map((each) => valuesOf(each, unit));
  const before = summarizeSample(baseValues, 'nothing', confidence);
  const pair = {
    unit,
    base: before,
    now: summarizeSample(values, 'nothing', confidence),
    baseValues,
    values,
    ...(layouts === null ? {} : { layouts }),
  };
  const pairs = pairedChange(unit, base, measurements, alpha, looks);
  if (pairs !== null) {
    const { count, p } = pairs;
    const comparison = { p, baseSize: count, size: count, significant: p <= alpha, warnings: [] };
    // What the runtime counts is not moved by rounding.
    const now = countedUnits.has(unit) ? pair.now : moved(before, pairs);
    return { ...pair, now, comparison, pairs };
  }
  const comparison = compareSamples(baseValues, values, 'nothing', alpha);
  const isOfFew = layouts !== null || arePairs(base, measurements);
  return { ...pair, comparison: isOfFew ? ofFew(comparison, baseValues, values, alpha) : comparison };
}

/** The older summary, moved by what the pairs differ by. */
function moved({ center, warnings }: SampleSummary, { center: by, low, high }: PairedChange): SampleSummary {
  return {
    center: center * Math.exp(by),
    low: center * Math.exp(low),
    high: center * Math.exp(high),
    warnings,
  };
}

/** Layouts and pairs that are too few for their test: the permutation test is the better one. Of ratios, as differences are shares. */
function ofFew(
  comparison: SampleComparison,
  baseValues: readonly number[],
  values: readonly number[],
  alpha: number,
): SampleComparison {
  const p = permutationP(baseValues.map(Math.log), values.map(Math.log));
  return p === null ? comparison : { ...comparison, p, significant: p <= alpha };
}

/** The values of a unit, ascending. */
export function valuesOf(measurements: readonly Measurement[], unit: string): number[] {
  return sortedSample(measurements.flatMap(({ metrics }) => metrics[unit] ?? []));
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
export function relativeDifference(base: SampleSummary, now: SampleSummary): number {
  const [smaller, larger] = [base.center, now.center].sort((a, b) => a - b);
  return larger! / smaller! - 1;
}

/** Whether two pairs are significantly different, in opposite directions. */
export function isOpposite(...pairs: readonly [UnitPair, UnitPair]): boolean {
  const [one, other] = pairs.map(({ base, now }) => Math.sign(now.center - base.center));
  return pairs.every(({ comparison }) => comparison.significant) && one !== other;
}

/** Whether the values were counted and never vary within a run. Then a difference is certain, and needs no test. */
export function isCounted({
  unit,
  baseValues,
  values,
  count,
}: Pick<UnitPair, 'unit' | 'baseValues' | 'values' | 'count'>): boolean {
  if (count !== undefined) return true;
  return countedUnits.has(unit) && isConstant(baseValues) && isConstant(values);
}

export function isConstant(sorted: readonly number[]): boolean {
  return sorted[0] === sorted.at(-1);
}

/** The smallest p-value that a comparison like this one can have. */
export function smallestPOf({
  pairs,
  comparison: { baseSize, size },
}: Pick<UnitPair, 'pairs' | 'comparison'>): number {
  return pairs === undefined ? smallestP(baseSize, size) : smallestPairedP(pairs);
}

/** The smallest p-value for samples of these sizes: that of samples that do not overlap, two of all possible orders. */
export function smallestP(baseSize: number, size: number): number {
  return 2 / choose(baseSize + size, size);
}
