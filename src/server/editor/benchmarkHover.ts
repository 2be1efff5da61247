import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { deltaText, rangeText, testText } from '../../bench/benchstat/comparisonText.ts';
import type { SampleSummary } from '../../bench/statistics/sampleSummary.ts';
import { compareMeasurements, type MetricChange } from '../../bench/verdicts/change.ts';
import { detectableDifference } from '../../bench/verdicts/power.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResults, KnownResult, ResultComparison } from '../results/benchmarkResults.ts';
import { neededText, shortPercent } from '../results/changeText.ts';
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
  const compared = escapeMarkdown(l10n.t('Compared with the run of {0}', nameOf(before)));
  return paragraphs([
    `${bold(latest.result.name)} · ${compared}`,
    table,
    timeNote(changes, circumstances.drift),
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

/** What the table does not say about the time; `null` where there is nothing. */
function timeNote([time]: readonly MetricChange[], drift: number): string | null {
  switch (time?.verdict) {
    case 'same-code':
      return l10n.t('Both runs ran the same machine code, so the difference comes from the machine.');
    case 'drift':
      return l10n.t(
        'The difference is no larger than one that the same code has shown from run to run: {0}.',
        shortPercent(drift * 100),
      );
    case 'few':
      return l10n.t('So few measurements cannot tell a difference from chance. Four of each can.');
    case 'noise': {
      const difference = detectableDifference(time.baseValues, time.values);
      const more = neededText(time);
      const sentences = [
        ...(difference === null
          ? []
          : [
              l10n.t(
                'This many measurements can tell a difference of {0} from chance.',
                shortPercent(difference * 100),
              ),
            ]),
        ...(more === '' ? [] : [l10n.t('For the difference seen, {0}.', more)]),
      ];
      return sentences.length === 0 ? null : sentences.join(' ');
    }
    default:
      return null;
  }
}

/** When a run was taken, and from what: `2026-03-01 14:05 (3f2a91c)`. */
function nameOf({ result }: KnownResult): string {
  const at = new Date(result.takenAt);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
  return result.commit === undefined ? time : `${time} (${result.commit})`;
}
