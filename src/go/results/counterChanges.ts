/** How what the processor has counted per operation, and what was simulated, differs between two results of a benchmark. */

import { largest, smallest } from '../../base/lists.ts';
import { isSimulated } from '../../base/profileKinds.ts';
import type { Problem } from '../../base/result.ts';
import { usualEvents } from '../../base/takenKind.ts';
import { compareMeasurements, inTurns, type MetricChange } from '../../bench/verdicts/change.ts';
import { bothValues } from '../../bench/verdicts/changeWords.ts';
import { unitsInOrder } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';
import type { ResultPair } from './resultPair.ts';

/** The code alone decides how many there are. Cache misses also depend on what else the machine does. */
const calm: ReadonlySet<string> = new Set(['instructions/op', 'branch-misses/op']);

/** The change of each counter that both have; empty if not both were counted. */
export function counterChanges({ circumstances }: Pick<ResultPair, 'circumstances'>): MetricChange[] {
  const { counters, isSameCode, instructions } = circumstances;
  if (counters === undefined) return [];
  const { base, now } = counters;
  const certain = compareMeasurements(base, now, { ...inTurns, isSameCode });
  const usual = compareMeasurements(base, now, circumstances);
  const perOp = Math.max(instructions?.base.perOp ?? 0, instructions?.now.perOp ?? 0);
  const changes = certain.map((change, i) =>
    isSimulated(change.unit)
      ? simulatedChange(change, perOp)
      : calm.has(change.unit)
        ? change
        : (usual[i] ?? change),
  );
  return unitsOfCounters([...base, ...now]).flatMap(
    (unit) => changes.find((change) => change.unit === unit) ?? [],
  );
}

/** Where stacks and data lie, which is left to chance, moves what is simulated by up to this share. */
const leastOfSimulated = 0.03;
/** Of so few in a thousand instructions, nobody sees the time. */
const leastRate = 0.0001;
/** Two counts say little about how much a third one would differ. */
const perSpread = 3;

/**
 * There are two counts of each version, too few for a test, but nearly equal.
 *
 * @param instructions of an operation
 */
function simulatedChange(change: MetricChange, instructions: number): MetricChange {
  const { base, now, baseValues, values, comparison } = change;
  const difference = Math.abs(now.center - base.center);
  const smaller = Math.min(now.center, base.center);
  const apart = largest([baseValues, values].map((all) => largest(all) - smallest(all)));
  const slack = Math.max(leastOfSimulated * smaller, leastRate * instructions, perSpread * apart);
  const verdict = change.verdict === 'few' ? (difference > slack ? 'changed' : 'noise') : change.verdict;
  const isChanged = verdict === 'changed';
  return {
    ...change,
    comparison: { ...comparison, p: isChanged ? 0 : 1, significant: isChanged },
    count: { spread: apart / smaller, limit: slack / smaller, isSimulated: true },
    verdict,
  };
}

/** What changes with the instructions, but for this share of itself, is what they say. */
const inProportion = 0.1;

/**
 * Where what is simulated changes by another factor than the instructions, a sentence that says so. It is no verdict on the time.
 *
 * @param work the change of the counted instructions; `undefined` if not both were counted
 * @param counters as of `counterChanges`
 */
export function simulatedRemarks(
  work: MetricChange | undefined,
  counters: readonly MetricChange[],
): Problem[] {
  if (work === undefined) return [];
  const factor = work.verdict === 'changed' ? work.now.center / work.base.center : 1;
  const directionOf = ({ count, verdict, base, now }: MetricChange) => {
    const expected = factor * base.center;
    const difference = now.center - expected;
    const isOther = Math.abs(difference) > inProportion * Math.max(now.center, expected);
    return count?.isSimulated === true && verdict === 'changed' && isOther ? Math.sign(difference) : 0;
  };
  const textOf = (direction: number) =>
    counters
      .filter((each) => directionOf(each) === direction)
      .map(bothValues)
      .join(', ');
  return [
    {
      code: 'simulated-more',
      template: 'A simulated processor waits more for memory or branches than its instructions say: {0}.',
      args: [textOf(1)],
    },
    {
      code: 'simulated-less',
      template: 'A simulated processor waits less for memory or branches than its instructions say: {0}.',
      args: [textOf(-1)],
    },
  ].filter(({ args: [text] }) => text !== '');
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
