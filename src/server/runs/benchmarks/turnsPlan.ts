/** How long it takes to measure two results in turns. */
import { largest, mean } from '../../../base/lists.ts';
import { valuesOf } from '../../../bench/benchfmt/resultLine.ts';
import { mostLooked, timeOfOne } from '../../../bench/verdicts/looks.ts';
import { layoutsOfCheck } from '../../../go/build/layouts.ts';
import type { BenchmarkResult } from '../../../go/results/benchmarkResult.ts';

interface Pair {
  readonly base: BenchmarkResult;
  readonly result: BenchmarkResult;
}

/** A process takes this long to start, in milliseconds. */
const perProcess = 50;

/** About what a link takes, in milliseconds. */
const perLink = 1000;

/** How long measuring in turns takes at most, with the check over layouts, in milliseconds; `null` if nothing says so. */
export function turnsTime(pairs: readonly Pair[]): number | null {
  const each = timeOfTurn(pairs.flatMap(({ base, result }) => [base, result]));
  return each === null ? null : 2 * each * 2 * mostLooked * pairs.length + perLink * 2 * layoutsOfCheck;
}

/** How long one measurement of these benchmarks takes in turns, in milliseconds. `null` if nothing says so. */
export function timeOfTurn(results: readonly BenchmarkResult[]): number | null {
  // What was measured in turns before says it best, and how busy this machine is.
  const inTurns = results.flatMap(({ inTurns, took }) => {
    if (inTurns === undefined) return [];
    return (inTurns.again === undefined ? took : inTurns.again.took) ?? [];
  });
  if (inTurns.length > 0) return mean(inTurns);
  const each = timeOfEach(results);
  if (each === null) return null;
  // An operation runs at least twice, as the first one is not timed.
  const longest = largest(
    results.flatMap(({ measurements }) => valuesOf(measurements, 'ns/op')),
    0,
  );
  return Math.min(each, largest([timeOfOne, 2 * longest]) / 1e6 + perProcess);
}

/** Go measures for somewhat longer than what it says, because it has to find out how many iterations that takes. */
const perTimed = 1.25;

/** How long a measurement of these benchmarks takes, with setup and all that is not timed, in milliseconds. `null` if nothing says so. */
function timeOfEach(results: readonly BenchmarkResult[]): number | null {
  const times = results.flatMap(({ took, measurements }) => {
    if (took !== undefined) return took;
    const timed = measurements.flatMap(({ iterations, metrics }) => iterations * (metrics['ns/op'] ?? 0));
    return timed.length === 0 ? [] : (perTimed * mean(timed)) / 1e6;
  });
  return times.length === 0 ? null : mean(times);
}
