import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { deltaText, rangeText, testText } from '../../bench/benchstat/comparisonText.ts';
import type { SampleSummary } from '../../bench/statistics/sampleSummary.ts';
import { compareMeasurements, type MetricChange } from '../../bench/verdicts/change.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResults, ResultComparison } from '../results/benchmarkResults.ts';
import { runTitle, timeNote } from '../results/changeSentences.ts';
import { bold, escapeMarkdown, markdownTable, paragraphs } from './hoverMarkdown.ts';

/**
 * The hover of a benchmark's name, as Markdown: every metric before and now, with its interval, change and test, as
 * benchstat prints them. `null` where there is nothing to compare with.
 */
export function benchmarkChangeHover(results: BenchmarkResults, file: string, name: string): string | null {
  const latest = results.get(path.dirname(file), name);
  const compared = latest === undefined ? undefined : results.comparisonOf(latest.result.runId);
  return compared === undefined ? null : changeTable(compared);
}

function changeTable({ latest, before, circumstances }: ResultComparison): string | null {
  const changes = compareMeasurements(before.result.measurements, latest.result.measurements, circumstances);
  if (changes.length === 0) return null;
  const heads = ['', l10n.t('before'), l10n.t('now'), l10n.t('change'), ''];
  const table = markdownTable(heads, changes.map(row));
  const compared = escapeMarkdown(l10n.t('Compared with the run of {0}', runTitle(before)));
  return paragraphs([
    `${bold(latest.result.name)} · ${compared}`,
    table,
    timeNote(changes[0], circumstances.drift),
  ]);
}

/** `ns/op | 22.6µs ± 2% | 5.4µs ± 1% | −76.11% | p=0.000 n=10`. */
function row(change: MetricChange): string[] {
  const { unit, base, now, baseValues, values, comparison, verdict } = change;
  const isEqual = verdict === 'same';
  return [
    unit,
    valueText(unit, base, baseValues),
    valueText(unit, now, values),
    isEqual ? '=' : percent(change),
    isEqual ? '' : testText(comparison),
  ];
}

/** A median with its interval. A value that was the same in all measurements needs none. */
function valueText(unit: string, summary: SampleSummary, values: readonly number[]): string {
  const label = formatMetric(summary.center, unit);
  const own = ` ${unit}`;
  const shown = label.endsWith(own) ? label.slice(0, -own.length) : label.replace(/\/op$/, '');
  return values[0] === values.at(-1) ? shown : `${shown} ± ${rangeText(summary)}`;
}

function percent({ base, now, comparison, verdict }: MetricChange): string {
  if (verdict !== 'changed') return '~';
  // A change of counted values is certain with fewer measurements than the test needs to find it significant.
  return deltaText({ ...comparison, significant: true }, base.center, now.center).replace('-', '−');
}
