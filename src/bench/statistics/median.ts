/** The median and its confidence interval as benchstat computes them. Nothing is assumed about the distribution. */
import { normalCdf, normalQuantile } from './normal.ts';

/** `low` and `high` are infinite if there are too few values for the confidence. */
export interface MedianInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** 1-based order statistics. 0, and the number of values plus 1, mean infinity. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Up to this size benchstat uses the binomial distribution, above it the normal distribution. */
const largestExactSize = 30;

/**
 * By sample size: the numbers of the order statistics where benchstat takes the right one. If the next order statistic
 * to the left and to the right are equally probable, benchstat takes the left one. From 21 values on it computes both
 * probabilities by logarithms, and in these cases rounding makes the right one look more probable.
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

/** The probability that exactly `k` of `n` values are below the median of the distribution. */
function binomialHalf(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways / 2 ** n;
}

/** Starts in the middle of the binomial distribution and adds the more probable side until there is enough. */
function exactBounds(n: number, confidence: number): Bounds {
  let low = Math.ceil((n + 1) / 2) - 1;
  let high = low + 1;
  let held = binomialHalf(n, low);
  while (held < confidence) {
    // Uses the symmetry, so that equal probabilities are equal numbers.
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

/** The same by the normal approximation with continuity correction. The right end is moved in if the confidence allows. */
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

/** The median of sorted values. Like benchstat it interpolates, because a sum of two values may overflow. */
export function medianOf(sorted: readonly number[]): number {
  const n = sorted.length;
  if (n === 1) return sorted[0]!;
  const below = sorted[((n + 1) >> 1) - 1]!;
  const above = sorted[(n + 1) >> 1]!;
  return below + (n % 2 === 0 ? 0.5 : 0) * (above - below);
}

/** The median and interval of at least one value, in any order. `confidence` is from 0 to 1. */
export function medianInterval(values: readonly number[], confidence = 0.95): MedianInterval {
  const sorted = [...values].sort((a, b) => a - b);
  const { low, high } = bounds(sorted.length, confidence);
  return {
    median: medianOf(sorted),
    low: low < 1 ? Number.NEGATIVE_INFINITY : sorted[low - 1]!,
    high: high > sorted.length ? Number.POSITIVE_INFINITY : sorted[high - 1]!,
  };
}

/** The fewest values, from 2 to 50, whose interval at this confidence is finite; `null` if more are needed. */
export function valuesForInterval(confidence: number): number | null {
  for (let n = 2; n <= 50; n++) {
    const { low, high } = bounds(n, confidence);
    if (low > 0 && high <= n) return n;
  }
  return null;
}

/** The median of values in any order; 0 of none. */
export function medianOrZero(values: readonly number[]): number {
  return values.length === 0 ? 0 : medianInterval(values).median;
}
