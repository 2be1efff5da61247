/** How what the processor has counted per operation differs between two results of a benchmark. */

import { usualEvents } from '../../base/takenKind.ts';
import { compareMeasurements, inTurns, type MetricChange } from '../../bench/verdicts/change.ts';
import { unitsInOrder } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';
import type { ResultPair } from './resultPair.ts';

/** The code alone decides how many there are. Cache misses also depend on what else the machine does. */
const calm: ReadonlySet<string> = new Set(['instructions/op', 'branch-misses/op']);

/** The change of each counter that both have; empty if not both were counted. */
export function counterChanges({ circumstances }: Pick<ResultPair, 'circumstances'>): MetricChange[] {
  const { counters, isSameCode } = circumstances;
  if (counters === undefined) return [];
  const { base, now } = counters;
  const certain = compareMeasurements(base, now, { ...inTurns, isSameCode });
  const usual = compareMeasurements(base, now, circumstances);
  const changes = certain.map((change, i) => (calm.has(change.unit) ? change : (usual[i] ?? change)));
  return unitsOfCounters([...base, ...now]).flatMap(
    (unit) => changes.find((change) => change.unit === unit) ?? [],
  );
}

/** The units of counts, in the order in which they are shown. */
export function unitsOfCounters(counters: BenchmarkResult['measurements']): string[] {
  const counted = unitsInOrder(counters);
  const usual = usualEvents.map((event) => `${event}/op`).filter((unit) => counted.includes(unit));
  return [...new Set([...usual, ...counted])];
}

/** The counts of a result, without units that the benchmark itself reports. */
export function countersOf({
  counters = [],
  measurements,
}: Pick<BenchmarkResult, 'counters' | 'measurements'>): BenchmarkResult['measurements'] {
  const own = new Set(unitsInOrder(measurements));
  return counters.map(({ iterations, metrics }) => ({
    iterations,
    metrics: Object.fromEntries(Object.entries(metrics).filter(([unit]) => !own.has(unit))),
  }));
}
