/** How long single operations took: a table of fixed width, from which percentiles are read. Times are in nanoseconds. */

import { largest, smallest } from '../../base/lists.ts';

/** The middle of each row, the shortest first, and how many operations took so long. Rows are at most 0.8% of their time wide. */
export type TimeRows = readonly (readonly [middle: number, count: number])[];

export interface OperationTimes {
  readonly rows: TimeRows;
  readonly longest: number;
  /** What it takes to look at the clock: a part of each time. */
  readonly clock: number;
}

/** What several took, as if it had been measured at once. */
export function mergedTimes(all: readonly OperationTimes[]): OperationTimes {
  const counts = new Map<number, number>();
  for (const { rows } of all)
    for (const [middle, count] of rows) counts.set(middle, (counts.get(middle) ?? 0) + count);
  return {
    rows: [...counts].sort(([a], [b]) => a - b),
    longest: largest(
      all.map(({ longest }) => longest),
      0,
    ),
    clock: largest(
      all.map(({ clock }) => clock),
      0,
    ),
  };
}

export function operationCountOf({ rows }: OperationTimes): number {
  return rows.reduce((sum, [, count]) => sum + count, 0);
}

/** So many operations of all took at most as long, as a share. */
export function percentile(times: OperationTimes, share: number): number {
  const wanted = share * operationCountOf(times);
  let below = 0;
  for (const [middle, count] of times.rows) {
    below += count;
    if (below >= wanted) return Math.min(middle, times.longest);
  }
  return times.longest;
}

/** Those that so many operations can tell: of fewer than a hundred the 99th percentile would be the longest. */
export function percentiles(times: OperationTimes): { readonly percent: number; readonly time: number }[] {
  const count = operationCountOf(times);
  return [50, 90, 99]
    .filter((percent) => count * (100 - percent) >= 100)
    .map((percent) => ({ percent, time: percentile(times, percent / 100) }));
}

/** Counts in columns that all have in common: each is as many times as long as the one before it. */
export interface TimeHistograms {
  readonly from: number;
  readonly to: number;
  /** Of each. */
  readonly counts: readonly (readonly number[])[];
}

export function histogramsOf(all: readonly OperationTimes[], columns: number): TimeHistograms {
  const from = Math.max(1, smallest(all.map(({ rows }) => rows[0]?.[0] ?? 1)));
  const to = Math.max(from, largest(all.map(({ longest }) => longest)));
  const columnOf = (time: number) =>
    to === from
      ? 0
      : Math.min(
          columns - 1,
          Math.floor((columns * Math.log(Math.max(1, time) / from)) / Math.log(to / from)),
        );
  const counts = all.map(({ rows }) => {
    const sums = Array<number>(columns).fill(0);
    for (const [middle, count] of rows) sums[Math.max(0, columnOf(middle))]! += count;
    return sums;
  });
  return { from, to, counts };
}
