/** Medians of a benchmark's measurements, and their text, as a code lens shows it. */
import { largest, smallest } from '../../base/lists.ts';
import { type Measurement, valuesOf } from '../benchfmt/resultLine.ts';
import { medianInterval } from '../statistics/median.ts';

/** The median of one unit over several measurements. */
export interface Summary {
  readonly median: number;
  /**
   * How far the 95 % interval extends from the median, as a share of the median. From six measurements on it is benchstat's.
   * Of three to five it is made from their range. `null` for fewer, which say next to nothing, or if the median is 0.
   */
  readonly spread: number | null;
}

/**
 * By the number of measurements: half their range times this holds the true median in 95 % of cases, if they vary normally
 * (as Lord, 1947, for the mean). For two it would be 12.8.
 */
const perHalfRange = [0, 0, 0, 2.68, 1.47, 1.12];

/** `null` if no measurement has the unit. */
export function summarize(measurements: readonly Measurement[], unit: string): Summary | null {
  const values = valuesOf(measurements, unit);
  if (values.length === 0) return null;
  const { median, low, high } = medianInterval(values);
  if (values.length < 3 || median === 0) return { median, spread: null };
  const finite = Number.isFinite(low) && Number.isFinite(high);
  const spread = finite
    ? Math.max(high / median - 1, 1 - low / median)
    : halfRange(values, median) * perHalfRange[values.length]!;
  return { median, spread };
}

/** Half the distance between the smallest and the largest, as a share of the median. */
export function halfRange(values: readonly number[], median: number): number {
  return (largest(values) - smallest(values)) / 2 / Math.abs(median);
}

/** The medians by unit, without the units that no measurement has. */
export function medians(
  measurements: readonly Measurement[],
  units: readonly string[],
): Record<string, number> {
  const found: Record<string, number> = {};
  for (const unit of units) {
    const summary = summarize(measurements, unit);
    if (summary !== null) found[unit] = summary.median;
  }
  return found;
}

/** The standard errors of the medians, as shares of them, by unit; without the units that have no interval. */
export function relativeErrors(
  measurements: readonly Measurement[],
  units: readonly string[],
): Record<string, number> {
  const found: Record<string, number> = {};
  for (const unit of units) {
    const spread = summarize(measurements, unit)?.spread;
    // A 95 % interval reaches two standard errors to each side.
    if (spread != null) found[unit] = spread / 2;
  }
  return found;
}

/** Three significant digits, but whole numbers below 10,000 with all digits: `1.42`, `0.314`, `1234`. */
function threeDigits(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 10_000) return String(value);
  if (!Number.isFinite(value)) return String(value);
  const rounded = Number(value.toPrecision(3));
  if (rounded === 0) return '0';
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(rounded))));
  return rounded.toFixed(decimals);
}

/** Divides the value by the first step that is not larger than it. The steps are in descending order. */
function scaled(value: number, steps: readonly (readonly [size: number, unit: string])[]): string {
  const size = Math.abs(Number(value.toPrecision(3)));
  const step = steps.find(([least]) => size >= least) ?? steps.at(-1)!;
  return `${threeDigits(value / step[0])}${step[1]}`;
}

const times = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
] as const;
/** Steps of 1024, as in pprof. */
const bytes = [
  [1024 ** 3, ' GB'],
  [1024 ** 2, ' MB'],
  [1024, ' kB'],
  [1, ' B'],
] as const;
const thousands = [
  [1e9, 'G '],
  [1e6, 'M '],
  [1e3, 'k '],
] as const;

/** A value of `unit` per operation or second: `1.42µs/op`, `480 B/op`, `3 allocs/op`, `12.3 MB/s`. */
export function formatMetric(value: number, unit: string): string {
  if (unit === 'ns/op') return `${scaled(value, times)}/op`;
  if (unit === 'B/op') return `${scaled(value, bytes)}/op`;
  const isShort = Math.abs(value) < 10_000;
  return `${isShort ? `${threeDigits(value)} ` : scaled(value, thousands)}${unit}`;
}

/** The column's heading has the unit. What is left of `1.42µs/op ±2%` is `1.42µs ±2%`, of `480 B/op` it is `480 B`. */
export function withoutUnit(text: string, unit: string): string {
  // A metric's own name may hold anything, so it is cut off as it stands there.
  const own = ` ${unit}`;
  if (unit !== 'B/op' && text.includes(own)) return text.replace(own, '');
  return unit === 'ns/op' || unit === 'B/op' ? text.replace('/op', '') : text;
}

/** Instructions per operation, to the last one: `3,214 instructions/op`; of less than ten also tenths, as a loop may do several at once. */
export function formatCount(value: number): string {
  const rounded = Math.abs(value) < 10 ? Number(value.toFixed(1)) : Math.round(value);
  return `${rounded.toLocaleString('en')} instructions/op`;
}

const usualUnits = ['ns/op', 'B/op', 'allocs/op'];

/** The units of `measurements`: time, bytes and allocations, then throughput and the benchmark's own metrics by name. */
export function unitsInOrder(measurements: readonly Measurement[]): string[] {
  const reported = new Set<string>();
  for (const { metrics } of measurements) for (const unit of Object.keys(metrics)) reported.add(unit);
  const usual = usualUnits.filter((unit) => reported.has(unit));
  return [...usual, ...[...reported].filter((unit) => !usualUnits.includes(unit)).sort()];
}

/**
 * The result line: `1.42µs/op ±2% · 480 B/op · 3 allocs/op`, then throughput and the benchmark's own metrics. The values
 * are medians with three significant digits. The time has its interval, if there are three measurements or more. The line is
 * empty without measurements.
 */
export function resultLine(measurements: readonly Measurement[]): string {
  return unitsInOrder(measurements)
    .map((unit) => metricText(measurements, unit))
    .join(' · ');
}

/** `1.23k instructions/op ±0.1%`. The spread of a counter is so small that it has a digit more. */
export function counterText(unit: string, median: number, spread: number | null): string {
  if (spread === null) return formatMetric(median, unit);
  const percent = 100 * spread;
  return `${formatMetric(median, unit)} ±${percent.toFixed(percent < 10 ? 1 : 0)}%`;
}

/** One unit of a result line; empty if no measurement has it. */
export function metricText(measurements: readonly Measurement[], unit: string): string {
  const summary = summarize(measurements, unit);
  if (summary === null) return '';
  const spread = unit === 'ns/op' && summary.spread !== null ? ` ±${(100 * summary.spread).toFixed(0)}%` : '';
  return formatMetric(summary.median, unit) + spread;
}
