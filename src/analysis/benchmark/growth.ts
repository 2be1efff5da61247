/**
 * How a cost grows: y = c · x^k, a straight line of slope k between the logarithms, fitted by least squares. Where the
 * points are further from the line than their errors allow, other shapes are tried: see growthShapes.ts.
 *
 *   log y |        .        k = 2: ten times the input, a hundred times the cost
 *         |    .
 *         |.________ log x
 */
import type { Growth } from '../../base/model.ts';
import { bendOf, brokenLineOf, fits, logOf, type Point, stepOf, weightedLine } from './growthShapes.ts';

export interface GrowthSample {
  /** More than 0, as is `y`. */
  readonly x: number;
  readonly y: number;
  /**
   * The number of profile samples that `y` was estimated from; the variance of its logarithm is about one over that number.
   * `null` if `y` was counted or measured exactly: then the error is estimated from the points' distances to the line.
   */
  readonly samples: number | null;
  /**
   * The standard error of `y` as a share of it, where it was measured several times. Of what was counted in a profile, how much
   * the machine's speed varies.
   */
  readonly error?: number;
}

/** A cost with fewer profile samples than this is too uncertain to use. */
const leastSamples = 4;

/**
 * Costs of different sizes are not closer to a formula than this share, however exactly they were measured: code is
 * aligned otherwise, slices grow in steps, caches are full.
 */
const leastError = 0.05;

/**
 * Another shape must be closer to the points than a power by this much (of chi squared, one degree of freedom). By chance
 * this happens once in 370 times.
 */
const clearlyCloser = 9;

/** With larger errors, a power with a wide interval or nothing is said: any other shape could be chance. */
const mostError = 0.25;

/** The growth of a cost; `null` if fewer than `leastPoints` points can be used, or if all of them have one size. */
export function growthOf(all: readonly GrowthSample[], leastPoints = 3): Growth | null {
  const samples = all.filter(
    ({ x, y, samples }) => x > 0 && y > 0 && (samples === null || samples >= leastSamples),
  );
  if (samples.length < Math.max(2, leastPoints)) return null;
  const power = powerOf(samples);
  if (power === null || samples.length < 3) return power;
  const points = samples.map((sample): Point => ({ x: sample.x, y: sample.y, variance: varianceOf(sample) }));
  const line = weightedLine(
    points.map(({ x }) => Math.log(x)),
    points.map(({ y }) => Math.log(y)),
    points.map(({ variance }) => 1 / variance),
  );
  if (line === null) return power;
  const isPower = fits(line.squares, points.length - 2);
  if (points.some(({ variance }) => variance > mostError ** 2)) return isPower ? power : { shape: 'none' };
  const others = [logOf(points), bendOf(points)].filter((fit) => fit !== null);
  others.sort((a, b) => a.squares - b.squares);
  const [closest] = others;
  if (closest !== undefined && (!isPower || line.squares - closest.squares > clearlyCloser)) {
    return closest.growth;
  }
  if (isPower) return power;
  return stepOf(points) ?? brokenLineOf(points) ?? { shape: 'none' };
}

/** The exponent of the growth towards larger sizes; `null` where it has none. */
export function endExponent(growth: Growth): number | null {
  switch (growth.shape) {
    case 'power':
    case 'log':
      return growth.exponent;
    case 'bend':
      return growth.after;
    case 'step':
      return 0;
    case 'none':
      return null;
  }
}

/** Of the logarithm of a cost. */
function varianceOf({ samples, error = 0 }: GrowthSample): number {
  return (samples === null ? 0 : 1 / samples) + Math.max(leastError, error) ** 2;
}

function powerOf(points: readonly GrowthSample[]): Growth | null {
  const fit = weightedLine(
    points.map(({ x }) => Math.log(x)),
    points.map(({ y }) => Math.log(y)),
    points.map((point) => (point.samples === null ? 1 : 1 / varianceOf(point))),
  );
  if (fit === null) return null;
  const freedom = points.length - 2;
  const isCounted = points.every(({ samples }) => samples !== null);
  if (freedom === 0 && !isCounted) return { shape: 'power', exponent: fit.slope, interval: null };
  // How much counts of samples and speeds vary is known. Points further from the line than that mean that it does not fit exactly.
  const scatter = freedom === 0 ? 0 : fit.squares / freedom;
  const error = Math.sqrt((isCounted ? Math.max(1, scatter) : scatter) / fit.spread);
  const reach = error * (isCounted && scatter <= 1 ? normalQuantile : tQuantile(freedom));
  const interval = { low: fit.slope - reach, high: fit.slope + reach };
  return { shape: 'power', exponent: fit.slope, interval };
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
