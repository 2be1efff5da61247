/** Between which values a cost lies that was measured by samples. How often they hold: `npm run verdicts -- intervals`. */

/** The ends of a 95 % interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % quantile of the normal distribution: 95 % lie between its negative and itself. */
const z = 1.959963984540054;
const square = z * z;

/**
 * By samples seen: the least expectation of which 5 % of profiles see as many. For so few, the lower end of Wilson's
 * interval is too high (Brown, Cai and DasGupta, 2001).
 */
const leastForFew = [0, 0.05129, 0.35536, 0.81769];

/**
 * How many samples to expect of a cost that was seen in `seen` of `all`. Divided by `all` it is the interval of its share.
 *
 * A CPU profiler takes its samples at fixed steps of CPU time. So their number is not left to chance, only how they divide:
 * what has nearly all of them is known nearly exactly. This is Wilson's interval, wider where one to three samples are on
 * one of the sides. Averaged over shares it holds the truth in 95 to 96 of 100 profiles.
 *
 * @param all `Infinity` where the number of all samples is left to chance, too
 */
export function sampleInterval(seen: number, all = Number.POSITIVE_INFINITY): Interval {
  if (all <= 0) return { low: 0, high: 0 };
  const scale = 1 + square / all;
  const middle = (seen + square / 2) / scale;
  const reach = (z / scale) * Math.sqrt(Math.max(0, seen * (1 - seen / all)) + square / 4);
  const few = all > 50 ? 3 : 2;
  const least = (samples: number) => leastForFew[Math.round(samples)]!;
  const left = all - seen;
  return {
    low: Math.max(0, seen > few ? middle - reach : Math.min(middle - reach, least(seen))),
    high: Math.min(all, left > few ? middle + reach : Math.max(middle + reach, all - least(left))),
  };
}

/** The interval of a share, 0 to 1. Without any samples nothing is known: 0 to 1. */
export function shareInterval(seen: number, all: number): Interval {
  if (all <= 0) return { low: 0, high: 1 };
  const { low, high } = sampleInterval(Math.min(seen, all), all);
  return { low: low / all, high: high / all };
}

/**
 * The interval of an estimated sum, such as of bytes that were allocated, from its variance: that of as many equal samples as
 * would be as uncertain. Without variance it is exact.
 */
export function estimateInterval(sum: number, variance: number): Interval {
  if (!(sum > 0 && variance > 0)) return { low: sum, high: sum };
  const each = variance / sum;
  const { low, high } = sampleInterval(sum / each);
  return { low: low * each, high: high * each };
}

/** How far the CPU time of a thread is from that of its samples, in samples: the first one comes at any time of a period. */
const tick = 0.5;

/**
 * The same for a cost per operation: the machine may have been slower or faster in this pass than it usually is.
 *
 * @param variation the standard deviation of the logarithm of its speed
 */
export function costInterval(seen: number, all: number, variation: number): Interval {
  const { low, high } = sampleInterval(seen, all);
  const speed = z * Math.hypot(variation, tick / Math.max(1, all));
  if (seen === 0) return { low, high: high * Math.exp(speed) };
  // The distances of both causes are those of independent errors, to each side (Zou and Donner, 2008).
  const away = (ratio: number) => Math.exp(Math.hypot(Math.log(ratio), speed));
  return { low: low === 0 ? 0 : seen / away(seen / low), high: seen * away(high / seen) };
}
