/**
 * Results in a few words, as lenses show them: a lens has room for about 60 characters, so what must be known comes first,
 * and each doubt is one word. The sentences are in changeSentences.ts.
 */
import * as l10n from '@vscode/l10n';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { isUnsure, newsFirst, valueNow, workText } from '../../bench/verdicts/changeWords.ts';
import { outcomeOf } from '../../bench/verdicts/direction.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import type { BenchmarkNews } from '../../protocol.ts';
import { briefChange, changeMark, shortText, testDetail, untestedText } from './changeText.ts';
import type { ComparedResult, MeasuredBenchmark } from './comparedResult.ts';
import { waitedText } from './remarks.ts';

/** `1.05ms/op −12% · noisy`. */
function briefResult(measured: MeasuredBenchmark): string {
  const warning = briefWarning(measured);
  // Busy and noisy are the same.
  const isSaid = measured.compared.changes[0]?.doubt === 'busy' && warning === noisy();
  return joined([briefTime(measured), briefWork(measured.compared), isSaid ? '' : warning]);
}

/** `−3% work (counted), time within ±6%`; empty if the counted instructions have not changed. */
function briefWork({ changes }: Pick<ComparedResult, 'changes'>): string {
  const work = changes.find(({ count }) => count !== undefined);
  return workText(work, changes[0] === work ? undefined : changes[0], l10n.t);
}

function noisy(): string {
  return l10n.t('noisy');
}

/**
 * The time, or the first unit of a benchmark without times: `1.05ms/op ±2%` for a first result, `1.05ms/op −12%` after a
 * change, `1.05ms/op ~` where none can be shown, `1.05ms/op, same code` where there can be none, `1.05 → 2.37ms/op, unsure:
 * busy machine` where other things than the code can explain the difference.
 */
function briefTime({ compared, codeChanged }: MeasuredBenchmark): string {
  const [time] = compared.facts;
  const change = time?.change;
  if (change === undefined) return time?.text ?? '';
  // "Same code" and "code changed" would contradict each other.
  if (codeChanged && change.verdict === 'same-code') return valueNow(change);
  // Who compares over layouts wants to know what came of it.
  const saysHow =
    change.layouts !== undefined && (change.verdict === 'changed' || change.verdict === 'layout');
  return saysHow ? `${briefChange(change)} (${testDetail(change)})` : briefChange(change);
}

/** What of the time, bytes and allocations has changed for certain: the surest news. `undefined` if nothing has. */
function newsOf({ facts }: ComparedResult): MetricChange | undefined {
  const shown = facts.filter(({ unit }, i) => i === 0 || memoryUnits.includes(unit));
  return shown.find(({ change }) => change?.verdict === 'changed')?.change;
}

/** What the news is for the user, and whether it is more than before; `null` if there is none, or it is neither good nor bad. */
export function newsDirection(compared: ComparedResult): Omit<BenchmarkNews, 'line'> | null {
  const news = newsOf(compared);
  const outcome = news === undefined ? 'same' : outcomeOf(news, compared.pair?.facts ?? {});
  if (news === undefined || (outcome !== 'better' && outcome !== 'worse')) return null;
  return { isBetter: outcome === 'better', isMore: news.now.center > news.base.center };
}

/** For the status bar: what has changed for certain, or in a word why nothing can be said to have. Empty if nothing has. */
export function statusNews({ compared: { changes }, codeChanged }: MeasuredBenchmark): string {
  const [news] = newsFirst(changes, (change) => change);
  if (news === undefined) return '';
  if (news.count !== undefined && news.verdict === 'changed') return briefWork({ changes });
  if (news.verdict === 'changed') return news === changes[0] ? briefChange(news) : untestedText(news);
  const isSameCode = news.verdict === 'same-code' && !codeChanged;
  const isSaid = isUnsure(news) || isSameCode || news.verdict === 'few';
  return isSaid ? changeMark(news) : '';
}

/** The result and the memory, the surest news first. */
export function briefTexts(measured: MeasuredBenchmark): { is: 'result' | 'memory'; text: string }[] {
  const isOfMemory = memoryUnits.includes(newsOf(measured.compared)?.unit ?? '');
  const result = { is: 'result', text: briefResult(measured) } as const;
  const memory = { is: 'memory', text: briefMemory(measured.compared) } as const;
  return (isOfMemory ? [memory, result] : [result, memory]).filter(({ text }) => text !== '');
}

/** Both in one text. */
export function briefLine(measured: MeasuredBenchmark): string {
  return joined(briefTexts(measured).map(({ text }) => text));
}

/** The one thing to be known before the number is believed; empty if there is nothing. */
export function briefWarning({ compared, codeChanged }: MeasuredBenchmark): string {
  if (codeChanged) return l10n.t('code changed');
  const { partial, measurements } = compared.result;
  if (partial !== undefined && measurements.length < partial.count) {
    return l10n.t('partial: {0} of {1}', measurements.length, partial.count);
  }
  if (partial !== undefined) return l10n.t('partial');
  // Its time is that of waiting, whatever the machine does.
  if (waitedText(compared.result) !== null) return l10n.t('waits');
  return compared.disturbances.length > 0 ? noisy() : '';
}

export const memoryUnits: readonly string[] = ['B/op', 'allocs/op'];

/** `480 B/op · 5 → 3 allocs/op`; `0 allocs/op` if there were and are none; empty if memory was not measured. */
function briefMemory({ facts }: ComparedResult): string {
  const texts = memoryUnits.map((unit) => {
    const fact = facts.find((each) => each.unit === unit);
    return fact === undefined ? '' : shortText(fact);
  });
  const none = memoryUnits.map((unit) => formatMetric(0, unit));
  return texts.every((text, i) => text === none[i]) ? (none[1] ?? '') : joined(texts);
}

/** The texts that are not empty, with dots between them. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}
