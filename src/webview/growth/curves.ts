import { baseName } from '../../analysis/names/filePaths.ts';
import type { GrowthLine } from '../../model.ts';

/** A curve of the chart. */
export interface Curve {
  /** The key of the table's line; empty for the benchmark's own time. */
  readonly key: string;
  readonly label: string;
  /** A value for each point of the series. A value that is 0 or unknown (`null`) has no logarithm and is not drawn. */
  readonly values: readonly (number | null)[];
}

export function lineKey({ file, line }: GrowthLine): string {
  return `${line} ${file}`;
}

/** `tree.go:42` */
export function placeOf({ file, line }: GrowthLine): string {
  return `${baseName(file)}:${line}`;
}

/** The place of a value between two others on a logarithmic scale, from 0 to 1; 0.5 if the two are the same. */
export function logPlace(value: number, low: number, high: number): number {
  return high <= low ? 0.5 : Math.log(value / low) / Math.log(high / low);
}

/**
 * The powers of ten from `low` to `high`; only every second or third of them, and so on, if they are more than
 * `most`.
 */
export function decades(low: number, high: number, most: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += step) ticks.push(10 ** power);
  return ticks;
}
