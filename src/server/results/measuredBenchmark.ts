import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { compareMeasurements, type MetricChange } from '../../bench/verdicts/change.ts';
import { disturbancesIn } from '../../bench/verdicts/noise.ts';
import { counterChanges } from '../../go/run/counterChanges.ts';
import { type ResultPair, resultPair } from '../../go/run/resultPair.ts';
import type { Problem } from '../../result.ts';
import type { KnownResult } from './benchmarkResults.ts';

/** The newest result of a benchmark that has measurements, and what must be known beside it. */
export interface MeasuredBenchmark {
  readonly latest: KnownResult;
  /** The result that it is compared with. */
  readonly before: KnownResult | undefined;
  /** See `BenchmarkResults`. */
  readonly drift: number;
  /** The code has changed since it was measured. */
  readonly codeChanged: boolean;
}

/** What has changed since the result that it is compared with, unit by unit; empty if there is none. */
export function changesOf(measured: MeasuredBenchmark): MetricChange[] {
  const pair = comparedPair(measured);
  return pair === null ? [] : compareMeasurements(pair.base, pair.measurements, pair.circumstances);
}

/** How the counters of the processor have changed since; empty if not both results have counts. */
export function counterChangesOf(measured: MeasuredBenchmark): MetricChange[] {
  const pair = comparedPair(measured);
  return pair === null ? [] : counterChanges(pair);
}

/** Both results with what is known of them; `null` if there is only one. */
export function comparedPair({ latest, before, drift }: MeasuredBenchmark): ResultPair | null {
  return before === undefined ? null : resultPair(before.result, latest.result, drift);
}

/** The measurements that are shown: those in turns with what it is compared with, if there are such. */
export function shownMeasurements(measured: MeasuredBenchmark): readonly Measurement[] {
  return comparedPair(measured)?.measurements ?? measured.latest.result.measurements;
}

/** Whether measurements in turns would settle what the two runs leave open. */
export function asksForTurns(measured: MeasuredBenchmark): boolean {
  const pair = comparedPair(measured);
  return (
    pair !== null &&
    !pair.circumstances.isInTurns &&
    changesOf(measured).some(({ verdict }) => verdict === 'unsure')
  );
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
