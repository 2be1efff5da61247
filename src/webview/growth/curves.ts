import { baseName } from '../../analysis/names/filePaths.ts';
import type { GrowthLine } from '../../model.ts';

/** One line of the chart. */
export interface Curve {
  /** That of the table's line; empty for the benchmark's own. */
  readonly key: string;
  readonly label: string;
  /** By the series' points; nothing is drawn where a value is 0 or unknown, which have no logarithm. */
  readonly values: readonly (number | null)[];
}

export function lineKey({ file, line }: GrowthLine): string {
  return `${line} ${file}`;
}

/** `tree.go:42` */
export function placeOf({ file, line }: GrowthLine): string {
  return `${baseName(file)}:${line}`;
}

/** Places a value between two others by its logarithm, 0 to 1; all the same is the middle. */
export function logPlace(value: number, low: number, high: number): number {
  return high <= low ? 0.5 : Math.log(value / low) / Math.log(high / low);
}

/** Powers of ten from at or above `low` to at or below `high`, thinned out to at most `most`. */
export function decades(low: number, high: number, most: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += step) ticks.push(10 ** power);
  return ticks;
}
