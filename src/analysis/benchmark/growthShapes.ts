/**
 * Shapes of growth that are no power. Each is fitted by least squares of the relative distances, weighted by the points'
 * errors, and is taken only if its points are as close to it as their errors let expect.
 */
import type { Growth } from '../../base/model.ts';

/** A cost `y` at a size `x`, both more than 0. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** Of the logarithm of `y`. */
  readonly variance: number;
}

export interface ShapeFit {
  readonly growth: Growth;
  /** Sum of the squared distances of the logarithms, each divided by its variance. */
  readonly squares: number;
}

/** The 99.9 % quantiles of chi squared with 1, 2, ... degrees of freedom. */
const chiQuantiles = [10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12, 27.88, 29.59, 31.26, 32.91];

/** Whether points may be this far from a formula: points of the formula itself are, 999 times of 1000. */
export function fits(squares: number, freedom: number): boolean {
  const known = chiQuantiles[freedom - 1];
  if (known !== undefined) return squares <= known;
  // Wilson and Hilferty's approximation, for many points.
  const part = 2 / (9 * freedom);
  return freedom > 0 && squares <= freedom * (1 - part + 3.0902 * Math.sqrt(part)) ** 3;
}

export interface Line {
  readonly slope: number;
  /** Weighted sum of squared distances from the line. */
  readonly squares: number;
  /** Weighted sum of squared distances of x from its mean. */
  readonly spread: number;
}

/** The line with the least squared distances; `null` if all x are the same. */
export function weightedLine(
  xs: readonly number[],
  ys: readonly number[],
  weights: readonly number[],
): Line | null {
  const meanX = mean(xs, weights);
  const meanY = mean(ys, weights);
  const spread = sum(xs.map((x, i) => weights[i]! * (x - meanX) ** 2));
  if (spread <= 0) return null;
  const slope = sum(xs.map((x, i) => weights[i]! * (x - meanX) * (ys[i]! - meanY))) / spread;
  const squares = sum(xs.map((x, i) => weights[i]! * (ys[i]! - meanY - slope * (x - meanX)) ** 2));
  return { slope, squares, spread };
}

/** y = c · log x, or c · x · log x: whichever is closer. `null` if none fits. */
export function logOf(points: readonly Point[]): ShapeFit | null {
  // At 1 the logarithm is 0.
  if (points.some(({ x }) => x < 2)) return null;
  const weights = weightsOf(points);
  const tried = ([0, 1] as const).map((exponent): ShapeFit => {
    const distances = points.map(({ x, y }) => Math.log(y) - exponent * Math.log(x) - Math.log(Math.log(x)));
    return { growth: { shape: 'log', exponent }, squares: aroundMean(distances, weights) };
  });
  return closest(tried.filter(({ squares }) => fits(squares, points.length - 1)));
}

/** With three points only overhead and a linear cost are tried: of more pairs, one would fit most curves. */
const pairOfFew = [[0, 1]] as const;
const pairs = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const;

/**
 * y = a · x^before + b · x^after, for the pair of whole exponents that is closest: an overhead and then a linear cost, for
 * example. The curve bends where both parts are equal. That must be between the points, with enough of them beyond. `null`
 * if no pair fits.
 */
export function bendOf(points: readonly Point[]): ShapeFit | null {
  const isFew = points.length < 4;
  const tried = (isFew ? pairOfFew : pairs).flatMap(([before, after]): ShapeFit[] => {
    const sums = sumOfPowers(points, before, after);
    if (sums === null || !fits(sums.squares, points.length - 2)) return [];
    const { until } = sums;
    // What is linear at the end is seen in one point that lies far above the overhead. A steeper end needs two.
    const leastBeyond = !isFew && after > 1 ? 2 : 1;
    const beyond = points.filter(({ x }) => x >= until).length;
    if (beyond < leastBeyond || points.every(({ x }) => x > until)) return [];
    return [{ growth: { shape: 'bend', until, before, after }, squares: sums.squares }];
  });
  return closest(tried);
}

/** The sum of two powers with the least relative distances; `null` unless both parts are positive. */
function sumOfPowers(points: readonly Point[], before: number, after: number) {
  const weights = weightsOf(points);
  const first = points.map(({ x, y }) => x ** before / y);
  const second = points.map(({ x, y }) => x ** after / y);
  const product = (a: readonly number[], b: readonly number[]) =>
    sum(a.map((each, i) => each * b[i]! * weights[i]!));
  const ones = points.map(() => 1);
  const [aa, ab, bb] = [product(first, first), product(first, second), product(second, second)];
  const [a1, b1] = [product(first, ones), product(second, ones)];
  const determinant = aa * bb - ab * ab;
  const a = (a1 * bb - b1 * ab) / determinant;
  const b = (b1 * aa - a1 * ab) / determinant;
  if (!(a > 0 && b > 0 && Number.isFinite(a + b))) return null;
  const distances = points.map((_, i) => Math.log(a * first[i]! + b * second[i]!));
  const squares = sum(distances.map((distance, i) => weights[i]! * distance ** 2));
  return { until: (a / b) ** (1 / (after - before)), squares };
}

/** A level has at least this many points. */
const leastOfLevel = 2;
/** Levels closer together are one. */
const leastStep = 1.3;

/** Two levels: a cost that is the same up to a size, and then another, as when data no longer fits a cache. */
export function stepOf(points: readonly Point[]): Growth | null {
  const logs = points.map(({ y }) => Math.log(y));
  const weights = weightsOf(points);
  let best: { squares: number; growth: Growth } | null = null;
  for (let at = leastOfLevel; at <= points.length - leastOfLevel; at++) {
    const [low, lowWeights, high, highWeights] = [
      logs.slice(0, at),
      weights.slice(0, at),
      logs.slice(at),
      weights.slice(at),
    ];
    const squares = aroundMean(low, lowWeights) + aroundMean(high, highWeights);
    const factor = Math.exp(mean(high, highWeights) - mean(low, lowWeights));
    // Where the step is, is chosen too: that costs a degree of freedom.
    if (Math.abs(Math.log(factor)) < Math.log(leastStep) || !fits(squares, points.length - 3)) continue;
    if (best !== null && best.squares <= squares) continue;
    best = {
      squares,
      growth: { shape: 'step', until: points[at - 1]!.x, from: points[at]!.x, factor },
    };
  }
  return best?.growth ?? null;
}

/** With fewer points, two lines that meet somewhere fit nearly everything. */
const leastOfBroken = 6;
/** Exponents closer together are one. */
const leastTurn = 0.3;
const places = 60;

/** Two lines between the logarithms, which meet between the points: one power up to a size, another from there on. */
export function brokenLineOf(points: readonly Point[]): Growth | null {
  if (points.length < leastOfBroken) return null;
  const xs = points.map(({ x }) => Math.log(x));
  const [low, high] = [xs[1]!, xs[xs.length - 2]!];
  let best: { squares: number; at: number; before: number; after: number } | null = null;
  for (let place = 0; place <= places; place++) {
    const at = low + ((high - low) * place) / places;
    const fit = hinge(points, xs, at);
    if (fit !== null && (best === null || fit.squares < best.squares)) best = { ...fit, at };
  }
  if (best === null || !fits(best.squares, points.length - 4)) return null;
  const { at, before, after } = best;
  return Math.abs(after - before) < leastTurn ? null : { shape: 'bend', until: Math.exp(at), before, after };
}

/** The two lines that meet at `at`, by the normal equations of 1, x and how far x is beyond `at`. */
function hinge(points: readonly Point[], xs: readonly number[], at: number) {
  const weights = weightsOf(points);
  const columns = [xs.map(() => 1), xs.map((x) => x - at), xs.map((x) => Math.max(0, x - at))];
  const ys = points.map(({ y }) => Math.log(y));
  const product = (a: readonly number[], b: readonly number[]) =>
    sum(a.map((each, i) => each * b[i]! * weights[i]!));
  const rows = columns.map((a) => [...columns.map((b) => product(a, b)), product(a, ys)]);
  const solved = solve(rows);
  if (solved === null) return null;
  const [level, before, turn] = solved;
  const squares = sum(
    ys.map((y, i) => weights[i]! * (y - level - before * columns[1]![i]! - turn * columns[2]![i]!) ** 2),
  );
  return { squares, before, after: before + turn };
}

/** Solves three equations by Cramer's rule; `null` if they do not have one solution. */
function solve(rows: readonly (readonly number[])[]): [number, number, number] | null {
  const determinant = (a: number, b: number, c: number) => {
    const at = (row: number, column: number) => rows[row]![column]!;
    return (
      at(0, a) * (at(1, b) * at(2, c) - at(1, c) * at(2, b)) -
      at(0, b) * (at(1, a) * at(2, c) - at(1, c) * at(2, a)) +
      at(0, c) * (at(1, a) * at(2, b) - at(1, b) * at(2, a))
    );
  };
  const whole = determinant(0, 1, 2);
  const solved = [determinant(3, 1, 2), determinant(0, 3, 2), determinant(0, 1, 3)].map(
    (each) => each / whole,
  );
  const [a = NaN, b = NaN, c = NaN] = solved;
  return solved.every(Number.isFinite) ? [a, b, c] : null;
}

function closest(all: readonly ShapeFit[]): ShapeFit | null {
  return all.reduce<ShapeFit | null>(
    (best, each) => (best && best.squares <= each.squares ? best : each),
    null,
  );
}

function weightsOf(points: readonly Point[]): number[] {
  return points.map(({ variance }) => 1 / variance);
}

function aroundMean(values: readonly number[], weights: readonly number[]): number {
  const middle = mean(values, weights);
  return sum(values.map((value, i) => weights[i]! * (value - middle) ** 2));
}

function mean(values: readonly number[], weights: readonly number[]): number {
  return sum(values.map((value, i) => value * weights[i]!)) / sum(weights);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
