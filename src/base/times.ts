import type { Cells } from './tableText.ts';

/** How long single operations or requests took, in one version or two; small enough for JSON. Times are in nanoseconds. */
export interface TimesReport {
  /** What each of them is. */
  readonly of: 'operation' | 'request';
  /** The range of the columns. Each is as many times as long as the one before it. */
  readonly from: number;
  readonly to: number;
  /** Older first. */
  readonly versions: readonly TimesOfVersion[];
}

export interface TimesOfVersion {
  readonly name: string;
  /** How many there are in each column. */
  readonly counts: readonly number[];
  /** `p50`, `p90`, `p99` and the longest, the same ones in all versions; `null` where too few cannot tell. */
  readonly quantiles: readonly { readonly label: string; readonly time: TextedTime | null }[];
  /** How many there are, and what measuring them costs. */
  readonly note: string;
}

export interface TextedTime {
  readonly value: number;
  readonly text: string;
}

/** The table as it is read, the headings in the first row. */
export function timesCells({ of, versions }: TimesReport): Cells {
  return [
    [of, ...(versions[0]?.quantiles ?? []).map(({ label }) => label), 'count'],
    ...versions.map(({ name, counts, quantiles }) => [
      name,
      ...quantiles.map(({ time }) => time?.text ?? ''),
      String(counts.reduce((sum, count) => sum + count, 0)),
    ]),
  ];
}
