/** Intervals, differences and p-values as benchstat writes them. */
import { formatFixed, formatSigned } from '../../goText/numbers.ts';
import type { SampleComparison, SampleSummary } from '../statistics/sampleSummary.ts';

/** How far the interval extends from the center: `2%`; `∞` for too few values, `?` if the signs differ. */
export function rangeText({ center, low, high }: SampleSummary): string {
  if (Math.abs(low) === Number.POSITIVE_INFINITY || Math.abs(high) === Number.POSITIVE_INFINITY) return '∞';
  const sign = Math.sign(center);
  // The sign of NaN is NaN, which is not equal to itself. benchstat has the same result.
  if (!(sign === Math.sign(low) && sign === Math.sign(high))) return '?';
  if (center === 0) return '0%';
  return `${formatFixed(100 * Math.max(high / center - 1, 1 - low / center), 0)}%`;
}

/** The change from one center to another: `-17.20%`; `~` if it is not significant, `?` if the first one is 0. */
export function deltaText({ significant }: SampleComparison, base: number, center: number): string {
  if (!significant) return '~';
  if (base === center) return '0.00%';
  if (base === 0) return '?';
  return `${formatSigned((center / base - 1) * 100, 2)}%`;
}

/** A mean ratio written as a change: `-8.94%`. */
export function ratioText(ratio: number): string {
  return `${formatSigned((ratio - 1) * 100, 2)}%`;
}

/** `p=0.000 n=10`, or `n=10+8` for samples of different sizes; a p of exactly 0 is not written. */
export function testText({ p, baseSize, size }: SampleComparison): string {
  const n = baseSize === size ? `n=${size}` : `n=${baseSize}+${size}`;
  return p === 0 ? n : `p=${formatFixed(p, 3)} ${n}`;
}
