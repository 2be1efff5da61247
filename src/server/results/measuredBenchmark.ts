import type { Problem } from '../../base/result.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { isUnsure } from '../../bench/verdicts/changeWords.ts';
import { disturbancesIn } from '../../bench/verdicts/noise.ts';
import type { ResultPair } from '../../go/results/resultPair.ts';
import type { ComparedResult } from './comparedResult.ts';

/** The newest result of a benchmark that has measurements, and what must be known beside it. */
export interface MeasuredBenchmark extends Pick<ComparedResult, 'latest' | 'before' | 'drift'> {
  /** Owns what is derived from the result and the one before it. */
  readonly compared: ComparedResult;
  /** The code has changed since it was measured. */
  readonly codeChanged: boolean;
}

export function measuredOf(compared: ComparedResult, codeChanged: boolean): MeasuredBenchmark {
  const { latest, before, drift } = compared;
  return { latest, before, drift, compared, codeChanged };
}

/** What has changed since the result that it is compared with, unit by unit; empty if there is none. */
export function changesOf({ compared }: MeasuredBenchmark): readonly MetricChange[] {
  return compared.changes;
}

/** How the counters of the processor have changed since; empty if not both results have counts. */
export function counterChangesOf({ compared }: MeasuredBenchmark): readonly MetricChange[] {
  return compared.counterChanges;
}

/** Both results with what is known of them; `null` if there is only one. */
export function comparedPair({ compared }: MeasuredBenchmark): ResultPair | null {
  return compared.pair;
}

/** The measurements that are shown: those in turns with what it is compared with, if there are such. */
export function shownMeasurements({ compared }: MeasuredBenchmark): readonly Measurement[] {
  return compared.measurements;
}

/** Whether measurements in turns would settle what the two runs leave open. */
export function asksForTurns({ compared }: Pick<MeasuredBenchmark, 'compared'>): boolean {
  const { pair, changes } = compared;
  return pair !== null && !pair.circumstances.isInTurns && changes.some(isUnsure);
}

/** Notes about the measurements that are shown. */
export function notesOf({ latest, before }: MeasuredBenchmark): readonly Problem[] {
  const { inTurns, notes = [] } = latest.result;
  const again = inTurns?.with === before?.result.runId ? inTurns?.again : undefined;
  // What it waited for is known from its profiles.
  return again === undefined ? notes : [...again.notes, ...notes.filter(({ code }) => code === 'waited')];
}

/** What has disturbed this run, the most important first. What is true for all runs of the machine is left out. */
export function disturbancesOf(measured: MeasuredBenchmark): Problem[] {
  return disturbancesIn(notesOf(measured));
}
