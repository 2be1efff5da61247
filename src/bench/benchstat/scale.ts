/** Values with a prefix of the unit and at least three significant digits, as golang.org/x/perf/benchunit prints them. */

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
  /** From these sizes on, there are one, two or three decimals. */
  readonly oneDecimal: number;
  readonly twoDecimals: number;
  readonly threeDecimals: number;
}

/**
 * A step starts where rounding reaches its first digit: 0.99995 is printed as 1.000. The numbers are parsed from decimal
 * text, so that they are rounded as the printed text is.
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

/** Binary units have no prefixes below 1: there is no usual prefix for 1/1024. */
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

/** The sizes below the smallest step. The first has three decimals, each next one has one more. */
const smallThresholds: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => Number(`9.9995e-${n}`));

/** One scale for several values. It fits the value closest to zero that is not zero. */
export function commonScale(values: readonly number[], unitClass: UnitClass): Scale {
  let least = 0;
  for (const value of values) {
    const size = Math.abs(value);
    // With these comparisons NaN stays once it is taken, and benchstat prints it.
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

/** `1.423µ`, `159.9Gi`, without the unit itself. */
export function formatScaled(value: number, { decimals, size, prefix }: Scale): string {
  return formatFixed(value / size, decimals) + prefix;
}
