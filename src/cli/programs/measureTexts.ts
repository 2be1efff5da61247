/** What is measured of a server or a program, in words. */
import * as l10n from '@vscode/l10n';
import type { SampleSummary } from '../../bench/statistics/sampleSummary.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';

const labels: Readonly<Record<string, () => string>> = {
  'requests/s': () => l10n.t('requests/s'),
  'latency-p50-ns': () => l10n.t('latency, half within'),
  'latency-p90-ns': () => l10n.t('latency, 90 of 100'),
  'latency-p99-ns': () => l10n.t('latency, 99 of 100'),
  'latency-max-ns': () => l10n.t('latency, largest'),
  'cpu-ns/req': () => l10n.t('CPU per request'),
  'allocs/req': () => l10n.t('allocations per request'),
  'B/req': () => l10n.t('bytes allocated per request'),
  'peak-B': () => l10n.t('peak memory'),
  'failed/req': () => l10n.t('failed requests'),
  'ns/run': () => l10n.t('time'),
  'cpu-ns/run': () => l10n.t('CPU'),
  'allocs/run': () => l10n.t('allocations'),
  'B/run': () => l10n.t('bytes allocated'),
};

export function measureLabel(unit: string): string {
  return labels[unit]?.() ?? unit;
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
