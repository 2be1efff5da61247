/** How long single operations took, in words. */
import * as l10n from '@vscode/l10n';
import { sentence } from '../../base/result.ts';
import { operationCountOf, percentiles } from '../../bench/statistics/operationTimes.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';

/** `one operation: p50 1.2µs · p90 1.4µs · p99 3.1µs · longest 80µs, of 83,200, with 41ns for the clock`. */
export function timesText(times: NonNullable<BenchmarkResult['times']>): string {
  if ('missing' in times) return sentence(times.missing);
  const each = percentiles(times).map(({ percent, time }) => `p${percent} ${timeText(time)}`);
  return l10n.t(
    'one operation: {0}, of {1}, with {2} for the clock',
    [...each, l10n.t('longest {0}', timeText(times.longest))].join(' · '),
    operationCountOf(times).toLocaleString('en'),
    timeText(times.clock),
  );
}

function timeText(nanoseconds: number): string {
  return formatMetric(nanoseconds, 'ns/op').replace(/\/op$/, '');
}
