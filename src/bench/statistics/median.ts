/** Median and its confidence interval without assumptions about the distribution, as benchstat has them. */
import { normalCdf, normalQuantile } from './normal.ts';

/** `low` and `high` are infinite where there are too few values for the confidence asked for. */
export interface MedianInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** 1-based order statistics; 0 and one more than there are values stand for infinity. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Above this size benchstat's interval comes from the normal distribution; below, from the binomial. */
const largestExactSize = 30;

/**
 * Where the next order statistic to the left (by its number) and the one to the right are equally probable,
 * benchstat takes the left one; but from 21 values on it computes the two through logarithms, and there
 * rounding makes the right one seem more probable in these cases.
 */
const takenOnTheRight: Readonly<Record<number, readonly number[]>> = {
  21: [2, 4, 7],
  22: [2, 4, 7, 10],
  23: [2, 4, 7],
  24: [2, 4, 7, 11],
  25: [2, 4, 7, 10],
  26: [2, 4, 7, 10],
  27: [2, 4, 7, 10, 11],
  28: [2, 4, 7, 10, 12, 13],
  29: [2, 4, 5, 6, 7, 10, 13],
  30: [2, 4, 5, 6, 7, 8, 10, 13, 14],
};

/** Probability that exactly `k` of `n` values lie below the population's median. */
function binomialHalf(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways / 2 ** n;
}

/** The middle of the binomial distribution, widened to the more probable side until it holds enough. */
function exactBounds(n: number, confidence: number): Bounds {
  let low = Math.ceil((n + 1) / 2) - 1;
  let high = low + 1;
  let held = binomialHalf(n, low);
  while (held < confidence) {
    // By symmetry, so that equal probabilities are equal numbers.
    const left = low - 1 < 0 ? 0 : binomialHalf(n, Math.min(low - 1, n - low + 1));
    const right = high > n ? 0 : binomialHalf(n, Math.min(high, n - high));
    if (left === 0 && right === 0) break;
    const isRight = left === right ? takenOnTheRight[n]?.includes(low - 1) === true : left < right;
    held += isRight ? right : left;
    if (isRight) high++;
    else low--;
  }
  return { low, high };
}

/** As above by the normal approximation with continuity correction; the right end gives way if it can. */
function approximateBounds(n: number, confidence: number): Bounds {
  const mean = n / 2;
  const deviation = Math.sqrt(n * 0.25);
  const left = mean + normalQuantile((1 - confidence) / 2) * deviation;
  const right = 2 * mean - left;
  const low = Math.floor(left - 0.5) + 1;
  const high = Math.ceil(right - 0.5) + 1;
  const held = (h: number) =>
    normalCdf((h - 0.5 - mean) / deviation) - normalCdf((low - 0.5 - mean) / deviation);
  const isTight = held(high - 1) >= confidence && held(high - 1) < held(high);
  return { low, high: isTight ? high - 1 : high };
}

function bounds(n: number, confidence: number): Bounds {
  if (confidence >= 1) return { low: 0, high: n + 1 };
  return n <= largestExactSize ? exactBounds(n, confidence) : approximateBounds(n, confidence);
}

/** benchstat's median lies between neighbours by interpolation, not by adding two numbers that may overflow. */
function medianOf(sorted: readonly number[]): number {
  const n = sorted.length;
  if (n === 1) return sorted[0]!;
  const below = sorted[((n + 1) >> 1) - 1]!;
  const above = sorted[(n + 1) >> 1]!;
  return below + (n % 2 === 0 ? 0.5 : 0) * (above - below);
}

/** Median and interval of at least one value; order does not matter. `confidence` is a share, 0 to 1. */
export function medianInterval(values: readonly number[], confidence = 0.95): MedianInterval {
  const sorted = [...values].sort((a, b) => a - b);
  const { low, high } = bounds(sorted.length, confidence);
  return {
    median: medianOf(sorted),
    low: low < 1 ? Number.NEGATIVE_INFINITY : sorted[low - 1]!,
    high: high > sorted.length ? Number.POSITIVE_INFINITY : sorted[high - 1]!,
  };
}

/** The fewest values, from 2 to 50, whose interval at this confidence is finite; null if more are needed. */
export function valuesForInterval(confidence: number): number | null {
  for (let n = 2; n <= 50; n++) {
    const { low, high } = bounds(n, confidence);
    if (low > 0 && high <= n) return n;
  }
  return null;
}
