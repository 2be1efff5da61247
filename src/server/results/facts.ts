/** What is known of a measured benchmark, as a list: tooltip, hover and menu each show it in their own way. */
import * as l10n from '@vscode/l10n';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { newsFirst, valueNow } from '../../bench/verdicts/changeWords.ts';
import { metricText, unitsInOrder } from '../../bench/verdicts/summary.ts';
import { countersOf, unitsOfCounters } from '../../go/results/counterChanges.ts';
import { localSentence } from '../client/messages.ts';
import {
  changesOf,
  counterChangesOf,
  type MeasuredBenchmark,
  notesOf,
  shownMeasurements,
} from './measuredBenchmark.ts';
import { partialText } from './partialText.ts';

/** One thing that was measured: a unit of the benchmark, or a counter of the processor. */
export interface Fact {
  readonly unit: string;
  /** `22.6µs/op ±2%`. */
  readonly text: string;
  /** `undefined` where there is nothing to compare it with. */
  readonly change: MetricChange | undefined;
}

/** What has changed for certain, then the other units, the time first, then the counters. */
export function factsOf(measured: MeasuredBenchmark): Fact[] {
  const measurements = shownMeasurements(measured);
  const counters = countersOf(measured.latest.result);
  const changes = new Map(
    [...counterChangesOf(measured), ...changesOf(measured)].map((change) => [change.unit, change]),
  );
  const fact = (unit: string, text: string): Fact => {
    const change = changes.get(unit);
    return { unit, text: change?.isCoreTime === true ? valueNow(change) : text, change };
  };
  const facts = [
    ...unitsInOrder(measurements).map((unit) => fact(unit, metricText(measurements, unit))),
    ...unitsOfCounters(counters).map((unit) => fact(unit, metricText(counters, unit))),
  ];
  return newsFirst(facts, ({ change }) => change);
}

/** What makes the numbers doubtful. `code` is that of a note. */
export interface DoubtSentence {
  readonly code: string;
  readonly text: string;
}

/** The most important first. */
export function doubtsOf(measured: MeasuredBenchmark): DoubtSentence[] {
  const { latest, codeChanged } = measured;
  return [
    ...(codeChanged ? [{ code: 'code-changed', text: l10n.t('The code has changed since.') }] : []),
    ...partialText(latest.result).map((text) => ({ code: 'partial', text })),
    ...notesOf(measured).map((note) => ({ code: note.code, text: localSentence(note) })),
  ];
}
