/**
 * Measurements over several layouts of the same code. Where the linker puts a function, beside which others and at what
 * address, moves a benchmark by several percent without any change of its code, and repeating does not help: the layout
 * stays the same. So the linker makes several layouts at random, and each is one observation, the median of its
 * measurements. The layouts of one version are exchangeable with those of the other if the code is the same, so a permutation
 * test holds, whatever their distribution is. The two layouts of one seed are no pair: with another function in the binary, the
 * seed gives another order. Tests of pairs would need at least six, or a normal distribution.
 */

import { largest, smallest } from '../../base/lists.ts';
import { type Measurement, valuesOf } from '../benchfmt/resultLine.ts';
import { testText } from '../benchstat/comparisonText.ts';
import { medianInterval } from '../statistics/median.ts';
import type { SampleComparison } from '../statistics/sampleSummary.ts';

/** What a comparison over layouts knows of them. */
export interface LayoutSpread {
  /** How many layouts each version has, at least. */
  readonly count: number;
  /** Half the range of the medians of one version's layouts, as a share: 0.04 is ±4 %. */
  readonly spread: number;
  /** The layouts differ by more than their measurements do. */
  readonly isEvident: boolean;
}

/**
 * The values are counts of what the code does, not measured. `spread`: by which share two counts of one version differ at most;
 * `limit`: changes up to this share cannot be told from that.
 */
export interface Counted {
  readonly spread: number;
  readonly limit: number;
  /** By a simulated processor, and no other one. */
  readonly isSimulated?: true;
}

/** How a unit was compared. */
interface Compared {
  readonly comparison: SampleComparison;
  readonly layouts?: LayoutSpread;
  readonly isCoreTime?: boolean;
  readonly count?: Counted;
}

const english = {
  layouts: (count: number) => `${count} layouts`,
  coreTime: 'CPU time',
  counted: (spread: string) => (spread === '' ? 'counted' : `counted, ${spread}`),
  simulated: 'simulated',
};

/**
 * Two counts of the same work differ by less than this share. If they differ by more, the work is not the same each time (random
 * numbers, maps, goroutines), and what they differ by is shown with them.
 */
export const exactSpread = 0.0001;

/** `±0.4%`, by which share two counts of one version differ; empty if that is next to nothing. */
export function spreadText(spread: number): string {
  return spread > exactSpread ? `±${Number((100 * spread).toPrecision(2))}%` : '';
}

/**
 * `p<0.001 n=10`; over layouts `p=0.008, 5 layouts`; `p=0.008, 5 layouts, CPU time` where that was compared; `counted`,
 * `counted, ±0.4%` for instructions; `simulated`.
 */
export function howCompared(
  { comparison, layouts, isCoreTime = false, count }: Compared,
  words: typeof english = english,
): string {
  if (count?.isSimulated === true) return words.simulated;
  if (count !== undefined) return words.counted(spreadText(count.spread));
  const all =
    layouts === undefined
      ? testText(comparison)
      : `p=${comparison.p.toFixed(3)}, ${words.layouts(layouts.count)}`;
  // No p is 0. benchstat's tables say so nevertheless.
  const test = all.replace('p=0.000', 'p<0.001');
  return isCoreTime ? `${test}, ${words.coreTime}` : test;
}

/** Whether each measurement was taken over one of several layouts. */
export function hasLayouts(measurements: readonly Measurement[]): boolean {
  return measurements.length > 0 && measurements.every(({ layout }) => layout !== undefined);
}

/** One measurement for each layout: the medians. Without layouts, the measurements as they are. */
export function perLayout(measurements: readonly Measurement[]): readonly Measurement[] {
  if (!hasLayouts(measurements)) return measurements;
  return byLayout(measurements).map((group) => {
    const units = new Set(group.flatMap(({ metrics }) => Object.keys(metrics)));
    const values = (unit: string) => valuesOf(group, unit);
    return {
      iterations: Math.round(medianOf(group.map(({ iterations }) => iterations))),
      metrics: Object.fromEntries([...units].map((unit) => [unit, medianOf(values(unit))])),
      ...(group[0]?.layout === undefined ? {} : { layout: group[0].layout }),
    };
  });
}

/** The measurements as if all layouts were equally fast. Then they differ only by what differs within a layout. */
export function withoutLayouts(measurements: readonly Measurement[], unit: string): readonly Measurement[] {
  if (!hasLayouts(measurements)) return measurements;
  const all = medianOf(valuesOf(measurements, unit));
  return byLayout(measurements).flatMap((group) => {
    const own = medianOf(valuesOf(group, unit));
    return group.map((each) => {
      const value = each.metrics[unit];
      if (value === undefined || !(own > 0)) return each;
      return { ...each, metrics: { ...each.metrics, [unit]: (value / own) * all } };
    });
  });
}

/** The spread of a unit over the layouts of one version or of several; `null` without layouts. */
export function layoutSpread(
  versions: readonly (readonly Measurement[])[],
  unit: string,
): LayoutSpread | null {
  if (!versions.every(hasLayouts)) return null;
  const groups = versions.map((measurements) =>
    byLayout(measurements)
      .map((group) => valuesOf(group, unit))
      .filter((values) => values.length > 0),
  );
  return {
    count: smallest(groups.map(({ length }) => length)),
    spread: largest(groups.map(halfRange)),
    isEvident: varianceRatio(groups) > evidentRatio,
  };
}

/**
 * The variance between layouts over the variance within them is about 1 if the layouts do not matter. With five layouts
 * of three measurements, chance makes it larger than this in one of twenty cases.
 */
const evidentRatio = 3.5;

/** @param groups for each version, the values of each of its layouts */
function varianceRatio(groups: readonly (readonly number[][])[]): number {
  let [between, within, betweenFreedom, withinFreedom] = [0, 0, 0, 0];
  for (const layouts of groups) {
    const center = mean(layouts.flat());
    if (!(center > 0)) return 0;
    for (const values of layouts) {
      const own = mean(values);
      between += values.length * (own / center - 1) ** 2;
      for (const value of values) within += ((value - own) / center) ** 2;
    }
    betweenFreedom += layouts.length - 1;
    withinFreedom += layouts.flat().length - layouts.length;
  }
  if (betweenFreedom === 0 || withinFreedom === 0 || between === 0) return 0;
  return between / betweenFreedom / (within / withinFreedom);
}

function halfRange(layouts: readonly number[][]): number {
  const medians = layouts.map(medianOf);
  const center = medianOf(medians);
  return center > 0 ? (largest(medians) - smallest(medians)) / 2 / center : 0;
}

/** In the order in which the layouts were first measured. */
function byLayout(measurements: readonly Measurement[]): Measurement[][] {
  const groups = new Map<number | undefined, Measurement[]>();
  for (const each of measurements) groups.set(each.layout, [...(groups.get(each.layout) ?? []), each]);
  return [...groups.values()];
}

function medianOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : medianInterval(values).median;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
