/** Values with a unit prefix and at least three significant digits, as golang.org/x/perf/benchunit prints them. */

import { formatFixed } from '../../goText/numbers.ts';
import type { UnitClass } from '../benchfmt/unit.ts';

/** How all values of one row are printed: divided by `size`, with `decimals`, followed by `prefix`. */
export interface Scale {
  readonly decimals: number;
  readonly size: number;
  readonly prefix: string;
}

interface Step {
  readonly size: number;
  readonly prefix: string;
  /** From here on one, two or three decimals are printed. */
  readonly oneDecimal: number;
  readonly twoDecimals: number;
  readonly threeDecimals: number;
}

/**
 * A step starts where rounding reaches its first digit: 0.99995 prints as 1.000. The numbers are written in
 * decimal and parsed, so that they round as the printed text does.
 */
const decimalSteps: readonly Step[] = ['T', 'G', 'M', 'k', '', 'm', 'µ', 'n'].map((prefix, i) => {
  const power = 12 - 3 * i;
  return {
    size: Number(`1e${power}`),
    prefix,
    oneDecimal: Number(`99.995e${power}`),
    twoDecimals: Number(`9.9995e${power}`),
    threeDecimals: Number(`.99995e${power}`),
  };
});

/** Binary units have no prefixes below 1: `0.001 B/s` says more than `1 /KiB/s`. */
const binarySteps: readonly Step[] = ['Ti', 'Gi', 'Mi', 'Ki', ''].map((prefix, i) => {
  const size = 2 ** (40 - 10 * i);
  return {
    size,
    prefix,
    oneDecimal: 99.995 * size,
    twoDecimals: 9.9995 * size,
    threeDecimals: 0.99995 * size,
  };
});

/** Below the smallest step: from here on so many decimals, beginning with three. */
const smallThresholds: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => Number(`9.9995e-${n}`));

/** One scale for several values; the one closest to zero, other than zero, decides. */
export function commonScale(values: readonly number[], unitClass: UnitClass): Scale {
  let least = 0;
  for (const value of values) {
    const size = Math.abs(value);
    // Written so that NaN, once taken, stays: that is what benchstat prints.
    if (size !== 0 && (least === 0 || size < least)) least = size;
  }
  if (least === 0) return { decimals: 3, size: 1, prefix: '' };
  const steps = unitClass === 'decimal' ? decimalSteps : binarySteps;
  for (const { size, prefix, oneDecimal, twoDecimals, threeDecimals } of steps) {
    if (least >= oneDecimal) return { decimals: 1, size, prefix };
    if (least >= twoDecimals) return { decimals: 2, size, prefix };
    if (least >= threeDecimals) return { decimals: 3, size, prefix };
  }
  const { size, prefix } = steps.at(-1)!;
  const reached = smallThresholds.findIndex((threshold) => least / size >= threshold);
  const more = reached === -1 ? smallThresholds.length - 1 : reached;
  return { decimals: 3 + more, size, prefix };
}

/** `1.423µ`, `159.9Gi`; the unit itself is left to the caller. */
export function formatScaled(value: number, { decimals, size, prefix }: Scale): string {
  return formatFixed(value / size, decimals) + prefix;
}
