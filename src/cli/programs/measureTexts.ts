/** What is measured of a server or a program, in words. */
import * as l10n from '@vscode/l10n';
import type { SampleSummary } from '../../bench/statistics/sampleSummary.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';

export function measureLabel(unit: string): string {
  switch (unit) {
    case 'requests/s':
      return l10n.t('requests/s');
    case 'latency-p50-ns':
      return l10n.t('latency, half within');
    case 'latency-p90-ns':
      return l10n.t('latency, 90 of 100');
    case 'latency-p99-ns':
      return l10n.t('latency, 99 of 100');
    case 'latency-max-ns':
      return l10n.t('latency, largest');
    case 'cpu-ns/req':
      return l10n.t('CPU per request');
    case 'allocs/req':
      return l10n.t('allocations per request');
    case 'B/req':
      return l10n.t('bytes allocated per request');
    case 'peak-B':
      return l10n.t('peak memory');
    case 'failed/req':
      return l10n.t('failed requests');
    case 'ns/run':
      return l10n.t('time');
    case 'cpu-ns/run':
      return l10n.t('CPU');
    case 'allocs/run':
      return l10n.t('allocations');
    case 'B/run':
      return l10n.t('bytes allocated');
    default:
      return unit;
  }
}

/** `1.2ms ±4%`. */
export function measureText(
  unit: string,
  { center, low, high }: Pick<SampleSummary, 'center' | 'low' | 'high'>,
): string {
  const value = valueText(unit, center);
  if (!Number.isFinite(low) || !Number.isFinite(high) || center === 0 || low === high) return value;
  return `${value} ±${sharePercent(Math.max(high / center - 1, 1 - low / center))}`;
}

function valueText(unit: string, value: number): string {
  if (unit === 'failed/req') return sharePercent(value);
  const as = /(?:^|-)ns(?:\/|$)/.test(unit) ? 'ns/op' : /(?:^|-)B(?:\/|$)/.test(unit) ? 'B/op' : '';
  return formatMetric(value, as).replace(/\/op$/, '').trim();
}
