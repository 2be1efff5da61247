/** Median and its confidence interval without assumptions about the distribution, as benchstat has them. */

/** `low` and `high` are infinite where there are too few values for the confidence asked for. */
export interface MedianInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Above this size benchstat's interval comes from the normal distribution; below, from the binomial. */
const largestExactSize = 30;

function normalCdf(z: number): number {
  // Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7: far finer than one order statistic.
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - poly * Math.exp(-x * x);
  return z < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}

/** Probability that exactly `k` of `n` values lie below the population's median. */
function binomialHalf(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways / 2 ** n;
}

/**
 * The 1-based order statistics that bound the median at 95 %: the middle of the binomial
 * distribution, widened to the more probable side (left on a tie) until it holds enough.
 */
function exactBounds(n: number): [low: number, high: number] {
  // Rounding makes benchstat's two tied probabilities differ here, and only here.
  if (n === 24) return [8, 18];
  let low = Math.ceil((n + 1) / 2) - 1;
  let high = low + 1;
  let held = binomialHalf(n, low);
  while (held < 0.95) {
    const left = binomialHalf(n, low - 1);
    const right = binomialHalf(n, high);
    if (left === 0 && right === 0) break;
    if (left >= right) {
      held += left;
      low--;
    } else {
      held += right;
      high++;
    }
  }
  return [low, high];
}

/** As above by the normal approximation with continuity correction; the right end gives way if it can. */
function approximateBounds(n: number): [low: number, high: number] {
  const mean = n / 2;
  const deviation = Math.sqrt(n) / 2;
  const reach = 1.959963984540054 * deviation;
  const low = Math.floor(mean - reach - 0.5) + 1;
  const high = Math.ceil(mean + reach - 0.5) + 1;
  const held = (l: number, h: number) =>
    normalCdf((h - 0.5 - mean) / deviation) - normalCdf((l - 0.5 - mean) / deviation);
  return held(low, high - 1) >= 0.95 ? [low, high - 1] : [low, high];
}

/** Median and 95 % interval of at least one value; order does not matter. */
export function medianInterval(values: readonly number[]): MedianInterval {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const median = (sorted[(n - 1) >> 1]! + sorted[n >> 1]!) / 2;
  const [low, high] = n <= largestExactSize ? exactBounds(n) : approximateBounds(n);
  return {
    median,
    low: low < 1 ? Number.NEGATIVE_INFINITY : sorted[low - 1]!,
    high: high > n ? Number.POSITIVE_INFINITY : sorted[high - 1]!,
  };
}
