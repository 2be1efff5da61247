/** How long single operations took, in words and as small histograms. */
import * as l10n from '@vscode/l10n';
import { largest } from '../../base/lists.ts';
import {
  histogramsOf,
  type OperationTimes,
  operationCountOf,
  percentiles,
} from '../../bench/statistics/operationTimes.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';

const columns = 24;
/** The lowest is none at all. */
const heights = '▁▂▃▄▅▆▇█';

/**
 * `one operation: p50 1.2µs · p90 1.4µs · p99 3.1µs · longest 80µs, of 83,200, with 41ns for the clock`, and their histogram:
 * `1.1µs ▁█▂▁ 80µs`, by the logarithm of the time.
 */
export function timesText(times: OperationTimes): readonly [sentence: string, histogram: string] {
  const each = percentiles(times).map(({ percent, time }) => `p${percent} ${timeText(time)}`);
  const { from, to, counts } = histogramsOf([times], columns);
  return [
    l10n.t(
      'one operation: {0}, of {1}, with {2} for the clock',
      [...each, l10n.t('longest {0}', timeText(times.longest))].join(' · '),
      countText(times),
      timeText(times.clock),
    ),
    `${timeText(from)} ${counts.map(bars).join()} ${timeText(to)}`,
  ];
}

/** A row for each version: its percentiles, and histograms that stand one above the other. */
export function timesTable(versions: readonly (readonly [name: string, times: OperationTimes])[]): {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const all = versions.map(([, times]) => times);
  const { from, to, counts } = histogramsOf(all, columns);
  const named = [50, 90, 99].filter((each) =>
    all.some((times) => percentiles(times).some(({ percent }) => percent === each)),
  );
  const rows = versions.map(([name, times], i) => {
    const known = new Map(percentiles(times).map(({ percent, time }) => [percent, timeText(time)]));
    return [
      name,
      ...named.map((each) => known.get(each) ?? ''),
      timeText(times.longest),
      bars(counts[i] ?? []),
    ];
  });
  const range = l10n.t('{0} to {1}', timeText(from), timeText(to));
  return {
    heads: [l10n.t('one operation'), ...named.map((each) => `p${each}`), l10n.t('longest'), range],
    rows,
  };
}

/** `16,644 operations, with 40ns for the clock in each`. */
export function timedText(times: OperationTimes): string {
  return l10n.t('{0} operations, with {1} for the clock in each', countText(times), timeText(times.clock));
}

function countText(times: OperationTimes): string {
  return operationCountOf(times).toLocaleString('en');
}

/** By the logarithm of the counts, so that one of ten thousand operations is seen. */
function bars(counts: readonly number[]): string {
  const most = Math.log1p(Math.max(1, largest(counts)));
  const top = heights.length - 1;
  return counts.map((count) => heights[Math.ceil((top * Math.log1p(count)) / most)]).join('');
}

function timeText(nanoseconds: number): string {
  return formatMetric(nanoseconds, 'ns/op').replace(/\/op$/, '');
}
