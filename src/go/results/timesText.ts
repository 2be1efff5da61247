/** How long single operations took, in words and as small histograms. */
import * as l10n from '@vscode/l10n';
import { largest } from '../../base/lists.ts';
import type { TextedTime, TimesReport } from '../../base/times.ts';
import {
  histogramsOf,
  type OperationTimes,
  operationCountOf,
  percentiles,
} from '../../bench/statistics/operationTimes.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';

const columns = 24;
const pictureColumns = 120;
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
export function timesTable(
  versions: readonly TimedVersion[],
  of: TimesReport['of'] = 'operation',
): { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const { from, to, versions: told } = timesReport(of, versions, columns);
  return {
    heads: [
      of === 'operation' ? l10n.t('one operation') : l10n.t('one request'),
      ...(told[0]?.quantiles ?? []).map(({ label }) => label),
      l10n.t('{0} to {1}', timeText(from), timeText(to)),
    ],
    rows: told.map(({ name, quantiles, counts }) => [
      name,
      ...quantiles.map(({ time }) => time?.text ?? ''),
      bars(counts),
    ]),
  };
}

/** A version with the times of its operations or requests. */
export interface TimedVersion {
  readonly name: string;
  readonly times: OperationTimes;
}

/** What a page shows. @param width columns of the histograms */
export function timesReport(
  of: TimesReport['of'],
  versions: readonly TimedVersion[],
  width = pictureColumns,
): TimesReport {
  const all = versions.map(({ times }) => times);
  const { from, to, counts } = histogramsOf(all, width);
  const quantiles = quantilesOf(versions);
  return {
    of,
    from,
    to,
    versions: versions.map(({ name, times }, i) => ({
      name,
      counts: counts[i] ?? [],
      quantiles: quantiles[i] ?? [],
      note: of === 'operation' ? timedText(times) : l10n.t('{0} requests', countText(times)),
    })),
  };
}

/** Of each version: those that any of them can tell. */
function quantilesOf(versions: readonly TimedVersion[]): TimesReport['versions'][number]['quantiles'][] {
  const known = versions.map(({ times }) => percentiles(times));
  const told = [50, 90, 99].filter((each) => known.flat().some(({ percent }) => percent === each));
  const texted = (value: number | undefined): TextedTime | null =>
    value === undefined ? null : { value, text: timeText(value) };
  return versions.map(({ times }, i) => [
    ...told.map((each) => ({
      label: `p${each}`,
      time: texted(known[i]?.find(({ percent }) => percent === each)?.time),
    })),
    { label: l10n.t('longest'), time: texted(times.longest) },
  ]);
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

/** `1.42µs` */
export function timeText(nanoseconds: number): string {
  return formatMetric(nanoseconds, 'ns/op').replace(/\/op$/, '');
}
