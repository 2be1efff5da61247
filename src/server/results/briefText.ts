/**
 * Results in a few words, as lenses show them: a lens has room for about 60 characters, so what must be known comes first,
 * and each doubt is one word. The sentences are in changeSentences.ts.
 */
import * as l10n from '@vscode/l10n';
import { formatMetric, metricText } from '../../bench/verdicts/summary.ts';
import { changeMark, shortValues, testDetail, unsureText, untestedText } from './changeText.ts';
import { changesOf, disturbancesOf, type MeasuredBenchmark, shownMeasurements } from './measuredBenchmark.ts';
import { waitedText } from './waitedText.ts';

/** `1.05ms/op −12% · noisy`. */
export function briefResult(measured: MeasuredBenchmark): string {
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
 * change, `1.05ms/op ~` where none can be shown, `1.05 → 2.37ms/op, unsure: busy machine` where other things than the code
 * can explain the difference.
 */
function briefTime(measured: MeasuredBenchmark): string {
  const measurements = shownMeasurements(measured);
  const [unit] = measured.compared.units;
  if (unit === undefined) return '';
  const change = changesOf(measured).find((each) => each.unit === unit);
  if (change === undefined) return metricText(measurements, unit);
  if (change.verdict === 'unsure') return `${shortValues(change)}, ${unsureText(change)}`;
  const value = formatMetric(change.now.center, unit);
  if (change.verdict === 'same') return value;
  const mark = `${value} ${changeMark(change)}`;
  // Who compares over layouts wants to know what came of it.
  const saysHow =
    change.layouts !== undefined && (change.verdict === 'changed' || change.verdict === 'layout');
  return saysHow ? `${mark} (${testDetail(change, measured.drift)})` : mark;
}

/** The one thing to be known before the number is believed; empty if there is nothing. */
export function briefWarning(measured: MeasuredBenchmark): string {
  if (measured.codeChanged) return l10n.t('code changed');
  const { partial, measurements } = measured.latest.result;
  if (partial !== undefined && measurements.length < partial.count) {
    return l10n.t('partial: {0} of {1}', measurements.length, partial.count);
  }
  if (partial !== undefined) return l10n.t('partial');
  if (disturbancesOf(measured).length > 0) return noisy();
  return waitedText(measured.latest.result) === null ? '' : l10n.t('waited');
}

/** `480 B/op · 5 → 3 allocs/op`; `0 allocs/op` if there are none; empty if memory was not measured. */
export function briefMemory(measured: MeasuredBenchmark): string {
  const measurements = shownMeasurements(measured);
  const changes = changesOf(measured);
  const texts = ['B/op', 'allocs/op'].map((unit) => {
    const change = changes.find((each) => each.unit === unit);
    return change === undefined ? metricText(measurements, unit) : untestedText(change);
  });
  const isZero = (unit: string) => measured.compared.summary(unit)?.median === 0;
  const none = formatMetric(0, 'allocs/op');
  return isZero('B/op') && texts[1] === none ? none : joined(texts);
}

/** The texts that are not empty, with dots between them. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}
