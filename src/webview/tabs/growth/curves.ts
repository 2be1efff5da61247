import { baseName } from '../../../analysis/names/filePaths.ts';
import type { GrowthLine } from '../../../model.ts';

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
