/**
 * How a cost grows: y = c · x^k, a straight line of slope k between the logarithms, fitted by least squares.
 *
 *   log y |        .        k = 2: ten times the input, a hundred times the cost
 *         |    .
 *         |.________ log x
 */
import type { Growth } from '../../model.ts';

export interface GrowthSample {
  /** More than 0, as is `y`. */
  readonly x: number;
  readonly y: number;
  /**
   * The number of profile samples that `y` was estimated from; the variance of its logarithm is about one over that number.
   * `null` if `y` was counted or measured exactly: then the error is estimated from the points' distances to the line.
   */
  readonly samples: number | null;
}

/** A cost with fewer profile samples than this is too uncertain to use. */
const leastSamples = 4;

/** The growth of a cost; `null` if fewer than `leastPoints` points can be used, or if all of them have one size. */
export function growthOf(all: readonly GrowthSample[], leastPoints = 3): Growth | null {
  const points = all.filter(
    ({ x, y, samples }) => x > 0 && y > 0 && (samples === null || samples >= leastSamples),
  );
  if (points.length < Math.max(2, leastPoints)) return null;
  const fit = weightedLine(
    points.map(({ x }) => Math.log(x)),
    points.map(({ y }) => Math.log(y)),
    points.map(({ samples }) => samples ?? 1),
  );
  if (fit === null) return null;
  const freedom = points.length - 2;
  const isCounted = points.every(({ samples }) => samples !== null);
  if (freedom === 0 && !isCounted) return { exponent: fit.slope, interval: null };
  // The spread of sample counts is known. Points further from the line than that mean that it does not fit exactly.
  const scatter = freedom === 0 ? 0 : fit.squares / freedom;
  const error = Math.sqrt((isCounted ? Math.max(1, scatter) : scatter) / fit.spread);
  const reach = error * (isCounted && scatter <= 1 ? normalQuantile : tQuantile(freedom));
  return { exponent: fit.slope, interval: { low: fit.slope - reach, high: fit.slope + reach } };
}

interface Line {
  readonly slope: number;
  /** Weighted sum of squared distances from the line. */
  readonly squares: number;
  /** Weighted sum of squared distances of x from its mean. */
  readonly spread: number;
}

function weightedLine(xs: readonly number[], ys: readonly number[], weights: readonly number[]): Line | null {
  const weight = sum(weights);
  const meanX = sum(xs.map((x, i) => x * weights[i]!)) / weight;
  const meanY = sum(ys.map((y, i) => y * weights[i]!)) / weight;
  const spread = sum(xs.map((x, i) => weights[i]! * (x - meanX) ** 2));
  if (spread <= 0) return null;
  const slope = sum(xs.map((x, i) => weights[i]! * (x - meanX) * (ys[i]! - meanY))) / spread;
  const squares = sum(xs.map((x, i) => weights[i]! * (ys[i]! - meanY - slope * (x - meanX)) ** 2));
  return { slope, squares, spread };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const normalQuantile = 1.959963984540054;
/** The 97.5 % quantiles of Student's t with 1, 2, ... degrees of freedom. */
const tQuantiles = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086,
];

function tQuantile(freedom: number): number {
  return tQuantiles[freedom - 1] ?? normalQuantile;
}

/** `n^2.0 (1.9–2.1)`; the interval is left out where there is none. */
export function growthLabel({ exponent, interval }: Growth, parameter: string): string {
  const digits = (value: number) => value.toFixed(1).replace(/^-0\.0$/, '0.0');
  const power = `${parameter}^${digits(exponent)}`;
  return interval === null ? power : `${power} (${digits(interval.low)}–${digits(interval.high)})`;
}
