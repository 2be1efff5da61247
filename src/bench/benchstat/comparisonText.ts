/** How benchstat writes an interval, a difference and a p-value. */
import { formatFixed, formatSigned } from '../../goText/numbers.ts';
import type { SampleComparison, SampleSummary } from '../statistics/sampleSummary.ts';

/** How far the interval reaches from the center: `2%`; `∞` for too few values, `?` across zero. */
export function rangeText({ center, low, high }: SampleSummary): string {
  if (Math.abs(low) === Number.POSITIVE_INFINITY || Math.abs(high) === Number.POSITIVE_INFINITY) return '∞';
  const sign = Math.sign(center);
  // NaN has no sign and differs from itself, as it does in benchstat.
  if (!(sign === Math.sign(low) && sign === Math.sign(high))) return '?';
  if (center === 0) return '0%';
  return `${formatFixed(100 * Math.max(high / center - 1, 1 - low / center), 0)}%`;
}

/** The change from one center to another: `-17.20%`, `~` where it is not significant, `?` from zero. */
export function deltaText({ significant }: SampleComparison, base: number, center: number): string {
  if (!significant) return '~';
  if (base === center) return '0.00%';
  if (base === 0) return '?';
  return `${formatSigned((center / base - 1) * 100, 2)}%`;
}

/** A mean ratio as a change: `-8.94%`. */
export function ratioText(ratio: number): string {
  return `${formatSigned((ratio - 1) * 100, 2)}%`;
}

/** `p=0.000 n=10`, or `n=10+8` for samples of different sizes; a p of exactly 0 is left out. */
export function testText({ p, baseSize, size }: SampleComparison): string {
  const n = baseSize === size ? `n=${size}` : `n=${baseSize}+${size}`;
  return p === 0 ? n : `p=${formatFixed(p, 3)} ${n}`;
}
