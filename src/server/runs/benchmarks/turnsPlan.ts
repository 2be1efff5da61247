/** How often two results are measured in turns, and how long that takes. */
import { largest, mean } from '../../../base/lists.ts';
import { compareMeasurements } from '../../../bench/verdicts/change.ts';
import { measurementsToDetect } from '../../../bench/verdicts/power.ts';
import type { BenchmarkResult } from '../../../go/results/benchmarkResult.ts';
import { resultPair } from '../../../go/results/resultPair.ts';

interface Pair {
  readonly base: BenchmarkResult;
  readonly result: BenchmarkResult;
}

/** So many measurements usually show a change of a percent or two. */
const usualCount = 10;
const mostCount = 20;

/** How often each is measured at most: as often as its run did, and often enough for the difference that was seen. */
export function turnsCount({ base, result }: Pair): number {
  const pair = resultPair(base, result, 0);
  const [time] = compareMeasurements(pair.base, pair.measurements, pair.circumstances);
  const needed = time === undefined ? null : measurementsToDetect(time.baseValues, time.values);
  const wanted = Math.min(mostCount, Math.max(usualCount, needed?.measurements ?? 0));
  return Math.max(wanted, result.measurements.length);
}

/** How long measuring in turns takes at most, in milliseconds; `null` if nothing says so. */
export function turnsTime(pairs: readonly Pair[]): number | null {
  const each = timeOfEach(pairs.flatMap(({ base, result }) => [base, result]));
  const count = largest(pairs.map(turnsCount), 0);
  return each === null ? null : each * 2 * count * pairs.length;
}

/** Go measures for somewhat longer than what it says, because it has to find out how many iterations that takes. */
const perTimed = 1.25;

/** How long a measurement of these benchmarks takes, with setup and all that is not timed, in milliseconds. `null` if nothing says so. */
export function timeOfEach(results: readonly BenchmarkResult[]): number | null {
  const times = results.flatMap(({ took, measurements }) => {
    if (took !== undefined) return took;
    const timed = measurements.flatMap(({ iterations, metrics }) => iterations * (metrics['ns/op'] ?? 0));
    return timed.length === 0 ? [] : (perTimed * mean(timed)) / 1e6;
  });
  return times.length === 0 ? null : mean(times);
}
