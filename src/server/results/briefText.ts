/**
 * Results in a few words, as lenses show them: a lens has room for about 60 characters, so what must be known comes first,
 * and each doubt is one word. The sentences are in changeSentences.ts.
 */
import * as l10n from '@vscode/l10n';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { isUnsure, newsFirst } from '../../bench/verdicts/changeWords.ts';
import { outcomeOf } from '../../bench/verdicts/direction.ts';
import { formatMetric, metricText } from '../../bench/verdicts/summary.ts';
import type { BenchmarkNews } from '../../protocol.ts';
import { briefChange, changeMark, testDetail, untestedText } from './changeText.ts';
import type { ComparedResult } from './comparedResult.ts';
import {
  changesOf,
  comparedPair,
  disturbancesOf,
  type MeasuredBenchmark,
  shownMeasurements,
} from './measuredBenchmark.ts';
import { waitedText } from './waitedText.ts';

/** `1.05ms/op −12% · noisy`. */
function briefResult(measured: MeasuredBenchmark): string {
  const warning = briefWarning(measured);
  const [time] = changesOf(measured);
  // Busy and noisy are the same.
  const isSaid = time?.doubt === 'busy' && warning === noisy();
  return joined([briefTime(measured), isSaid ? '' : warning]);
}

function noisy(): string {
  return l10n.t('noisy');
}

/**
 * The time, or the first unit of a benchmark without times: `1.05ms/op ±2%` for a first result, `1.05ms/op −12%` after a
 * change, `1.05ms/op ~` where none can be shown, `1.05ms/op, same code` where there can be none, `1.05 → 2.37ms/op, unsure:
 * busy machine` where other things than the code can explain the difference.
 */
function briefTime(measured: MeasuredBenchmark): string {
  const measurements = shownMeasurements(measured);
  const [unit] = measured.compared.units;
  if (unit === undefined) return '';
  const change = changesOf(measured).find((each) => each.unit === unit);
  if (change === undefined) return metricText(measurements, unit);
  // Who compares over layouts wants to know what came of it.
  const saysHow =
    change.layouts !== undefined && (change.verdict === 'changed' || change.verdict === 'layout');
  return saysHow ? `${briefChange(change)} (${testDetail(change)})` : briefChange(change);
}

/** What of the time, bytes and allocations has changed for certain: the surest news. `undefined` if nothing has. */
function newsOf(measured: MeasuredBenchmark): MetricChange | undefined {
  const [time] = measured.compared.units;
  const shown = changesOf(measured).filter(({ unit }) => unit === time || memoryUnits.includes(unit));
  return shown.find(({ verdict }) => verdict === 'changed');
}

/** What the news is for the user, and whether it is more than before; `null` if there is none, or it is neither good nor bad. */
export function newsDirection(measured: MeasuredBenchmark): Omit<BenchmarkNews, 'line'> | null {
  const news = newsOf(measured);
  const outcome = news === undefined ? 'same' : outcomeOf(news, comparedPair(measured)?.facts ?? {});
  if (news === undefined || (outcome !== 'better' && outcome !== 'worse')) return null;
  return { isBetter: outcome === 'better', isMore: news.now.center > news.base.center };
}

/** For the status bar: what has changed for certain, or in a word why nothing can be said to have. Empty if nothing has. */
export function statusNews({ changes }: Pick<ComparedResult, 'changes'>): string {
  const [news] = newsFirst(changes, (change) => change);
  if (news === undefined) return '';
  if (news.verdict === 'changed') return news === changes[0] ? briefChange(news) : untestedText(news);
  const isSaid = isUnsure(news) || news.verdict === 'same-code' || news.verdict === 'few';
  return isSaid ? changeMark(news) : '';
}

/** The result and the memory, the surest news first. */
export function briefTexts(measured: MeasuredBenchmark): { is: 'result' | 'memory'; text: string }[] {
  const isOfMemory = memoryUnits.includes(newsOf(measured)?.unit ?? '');
  const result = { is: 'result', text: briefResult(measured) } as const;
  const memory = { is: 'memory', text: briefMemory(measured) } as const;
  return (isOfMemory ? [memory, result] : [result, memory]).filter(({ text }) => text !== '');
}

/** Both in one text. */
export function briefLine(measured: MeasuredBenchmark): string {
  return joined(briefTexts(measured).map(({ text }) => text));
}

/** The one thing to be known before the number is believed; empty if there is nothing. */
export function briefWarning(measured: MeasuredBenchmark): string {
  if (measured.codeChanged) return l10n.t('code changed');
  const { partial, measurements } = measured.latest.result;
  if (partial !== undefined && measurements.length < partial.count) {
    return l10n.t('partial: {0} of {1}', measurements.length, partial.count);
  }
  if (partial !== undefined) return l10n.t('partial');
  // Its time is that of waiting, whatever the machine does.
  if (waitedText(measured.latest.result) !== null) return l10n.t('waits');
  return disturbancesOf(measured).length > 0 ? noisy() : '';
}

export const memoryUnits: readonly string[] = ['B/op', 'allocs/op'];

/** `480 B/op · 5 → 3 allocs/op`; `0 allocs/op` if there were and are none; empty if memory was not measured. */
function briefMemory(measured: MeasuredBenchmark): string {
  const measurements = shownMeasurements(measured);
  const changes = changesOf(measured);
  const texts = memoryUnits.map((unit) => {
    const change = changes.find((each) => each.unit === unit);
    return change === undefined ? metricText(measurements, unit) : untestedText(change);
  });
  const none = memoryUnits.map((unit) => formatMetric(0, unit));
  return texts.every((text, i) => text === none[i]) ? (none[1] ?? '') : joined(texts);
}

/** The texts that are not empty, with dots between them. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}
