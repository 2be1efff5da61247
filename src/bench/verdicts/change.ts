/** Compares a benchmark's new measurements with older ones, unit by unit, by benchstat's medians and U test. */

import type { Measurement } from '../benchfmt/resultLine.ts';
import { compareSamples } from '../statistics/sampleSummary.ts';
import { coreTimes, isBeyondNeighbours, isByCoreTime } from './coreTime.ts';
import { withEvenSwitches } from './evenSwitches.ts';
import { areManyPairs, quickestTimes } from './pairs.ts';
import { unitsInOrder } from './summary.ts';
import {
  countedUnits,
  isConstant,
  isCounted,
  isOpposite,
  pairOf,
  relativeDifference,
  smallestP,
  smallestPOf,
  type UnitPair,
  valuesOf,
} from './unitPair.ts';
import {
  type CountedPair,
  contradicts,
  countersContradict,
  mayComeFromOperations,
  type PassWitness,
} from './witnesses.ts';

/**
 * `same`: all measurements of both runs have the same value. `changed`: significant (at the 5 % level, unless another
 * one is asked for), or counted exactly. `noise`: the difference may be chance. `few`: there are too few measurements to
 * find any difference.
 *
 * A significant difference is not chance, but the code need not be its cause: the test knows how measurements vary within
 * a run, not how the machine changes from one run to the next. `same-code`: both runs had the same machine code, so the
 * machine is the cause. `drift`: runs of the same code have differed by as much. `unsure`: there is another reason to doubt
 * that the code is the cause. `layout`: all measurements together would show a difference, but the layouts of the code
 * differ by as much among themselves.
 */
export type Verdict = 'same' | 'changed' | 'noise' | 'few' | 'same-code' | 'drift' | 'unsure' | 'layout';

/**
 * Why a significant difference is not called a change. `processor`: they ran on two, so that nothing is said of any measured value.
 * `busy`: the machine was disturbed during one of two runs that were
 * not in turns. `small`: it is no larger than what two runs of the same code usually differ by. `cpu`: the CPU time of the
 * operations did not change with their wall time. `instructions`: neither the instructions nor the misses of an operation have
 * changed with its time. `operations`: the value depends on how many operations share what is
 * allocated once, and their numbers differ. `layout`: it was measured in a single layout of the code, and the linker alone makes
 * differences of this size.
 */
export type Doubt = 'processor' | 'busy' | 'small' | 'cpu' | 'instructions' | 'operations' | 'layout';

/** What is known about two runs besides their measurements. */
export interface Circumstances {
  readonly isSameCode: boolean;
  /** Their measurements alternate, so whatever changes on the machine affects both alike. */
  readonly isInTurns: boolean;
  /** They ran on other processors, so their times are no comparison of the code. Missing if they did not. */
  readonly isOtherProcessor?: boolean;
  /** Each was measured in one layout, and nobody has looked at others since. */
  readonly isUnchecked?: boolean;
  /** Something has disturbed the measurements of one of them. */
  readonly isDisturbed: boolean;
  /** The largest difference between the medians of two runs of the same code, as a share: 0.03 is 3 %. */
  readonly drift: number;
  /** What the profile passes of each have measured. */
  readonly baseWitnesses: readonly PassWitness[];
  readonly witnesses: readonly PassWitness[];
  /** What the processor has counted of both, if both were counted. */
  readonly counters?: CountedPair;
  /** The counted instructions of an operation of both, if both were counted; `spread` is a share: see counted.ts. */
  readonly instructions?: Readonly<
    Record<'base' | 'now', { readonly perOp: number; readonly spread: number }>
  >;
  /** How often it was looked at pairs before the end; missing: as at those of milliseconds, see pairs.ts. */
  readonly looks?: number;
  /** Of their comparison, if looks at a part of the measurements have taken theirs: see looks.ts. */
  readonly level?: number;
}

export interface MetricChange extends UnitPair {
  readonly verdict: Verdict;
  /** Why the verdict is `unsure`; `null` for all others. */
  readonly doubt: Doubt | null;
}

/** The level of a single comparison. */
export const usualAlpha = 0.05;
/** In turns of milliseconds there are measurements enough for fewer wrong verdicts. */
export const turnsAlpha = 0.01;

/** The clock gives these. */
const timedUnits: ReadonlySet<string> = new Set(['ns/op', 'MB/s']);

/**
 * Before a machine has shown how much two runs of the same code differ, they are assumed to differ by this share: by the
 * machine's state, and by where the linker has put the code.
 */
const usualDrift = 0.05;

/**
 * On a busy machine the garbage collector runs at other times and empties pools, so that a little more or less is
 * allocated. No more than this share of the smaller value is put down to it.
 */
const mostByCollector = 1;

/** In pairs everything but the layout is the same. By more than this share, it makes a difference in one of a hundred edits at most. */
export const byLayout = 0.03;

/** A single layout has made the same code look 10% faster or slower, and 17% on a busy machine. */
const mostByAccident = 0.25;

/** Whether a change, in turns, may be an accident of the only layout that each version was measured in. Other layouts can tell. */
export function mayBeAccident(change: MetricChange): boolean {
  return change.verdict === 'changed' && isByAccident(change);
}

function isByAccident({ unit, base, now, layouts }: UnitPair): boolean {
  const isOfOne = layouts === undefined && timedUnits.has(unit);
  return isOfOne && relativeDifference(base, now) < mostByAccident;
}

/** Measured in turns, and nothing else is known. */
export const inTurns: Circumstances = {
  isSameCode: false,
  isInTurns: true,
  isDisturbed: false,
  drift: 0,
  baseWitnesses: [],
  witnesses: [],
};

/** Compares the units that both have, in the order of a result line. */
export function compareMeasurements(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  circumstances = inTurns,
  alpha = circumstances.level ??
    (circumstances.looks !== 1 && areManyPairs(base, measurements) ? turnsAlpha : usualAlpha),
): MetricChange[] {
  const inBase = new Set(unitsInOrder(base));
  return unitsInOrder(measurements)
    .filter((unit) => inBase.has(unit))
    .map((unit) => compareUnit(unit, base, measurements, circumstances, alpha));
}

function compareUnit(
  unit: string,
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  circumstances: Circumstances,
  alpha: number,
): MetricChange {
  if (unit === 'cpu-ns/req') {
    const even = withEvenSwitches(unit, base, measurements);
    const [older, newer] = even === null ? [base, measurements] : [even.base, even.measurements];
    const pair = pairOf(unit, older, newer, alpha, circumstances.looks);
    const shown: UnitPair = even === null ? pair : { ...pair, hasEvenSwitches: true };
    return judged(shown, older, newer, circumstances, alpha);
  }
  const wall = pairOf(unit, base, measurements, alpha, circumstances.looks);
  const { isInTurns, isDisturbed } = circumstances;
  const isBeyond = isDisturbed && !isInTurns && isBeyondNeighbours(base, measurements);
  if (unit !== 'ns/op' || !(isInTurns || isBeyond))
    return judged(wall, base, measurements, circumstances, alpha);
  const settled = { ...circumstances, isDisturbed: false };
  const quick = quickestTimes(base, measurements);
  if (quick !== null) {
    const pair = pairOf(unit, quick.base, quick.measurements, alpha, circumstances.looks);
    return judged(pair, quick.base, quick.measurements, settled, alpha);
  }
  if (!isByCoreTime(base, measurements)) return judged(wall, base, measurements, settled, alpha);
  const [baseTimes, times] = [coreTimes(base), coreTimes(measurements)];
  const core: UnitPair = { ...pairOf(unit, baseTimes, times, alpha), isCoreTime: true };
  const isTooFew = isBeyond && smallestP(baseTimes.length, times.length) > alpha;
  // In turns, a change that does more work on more cores takes less time, which is what its user has.
  return isTooFew || isOpposite(wall, core)
    ? judged(wall, base, measurements, circumstances, alpha)
    : judged(core, baseTimes, times, settled, alpha);
}

/** @param base what the pair was made of, as `measurements` */
function judged(
  pair: UnitPair,
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  circumstances: Circumstances,
  alpha: number,
): MetricChange {
  const { unit, layouts } = pair;
  const verdict = testVerdict(pair, circumstances, alpha);
  const isSettled = verdict === 'same' || verdict === 'same-code' || countedUnits.has(unit);
  if (circumstances.isOtherProcessor === true && !isSettled) {
    return { ...pair, verdict: 'unsure', doubt: 'processor' };
  }
  if (verdict === 'noise' && layouts?.isEvident === true) {
    const all = compareSamples(valuesOf(base, unit), valuesOf(measurements, unit), 'nothing', alpha);
    if (all.significant) return { ...pair, verdict: 'layout', doubt: null };
  }
  if (verdict !== 'changed') return { ...pair, verdict, doubt: null };
  const doubt = doubtOf(pair, base, measurements, circumstances);
  if (doubt === null) return { ...pair, verdict, doubt };
  const isKnownDrift = doubt === 'small' && relativeDifference(pair.base, pair.now) <= circumstances.drift;
  return isKnownDrift ? { ...pair, verdict: 'drift', doubt: null } : { ...pair, verdict: 'unsure', doubt };
}

/** The verdict that the values alone support. */
function testVerdict(pair: UnitPair, { isSameCode }: Circumstances, alpha: number): Verdict {
  const { baseValues, values, comparison } = pair;
  const areConstant = isConstant(baseValues) && isConstant(values);
  if (areConstant && baseValues[0] === values[0]) return 'same';
  if (isSameCode) return 'same-code';
  if (isCounted(pair) || comparison.significant) return 'changed';
  return smallestPOf(pair) <= alpha ? 'noise' : 'few';
}

/** Why a significant difference need not come from the code; `null` if nothing else explains it. */
function doubtOf(
  pair: UnitPair,
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  { isInTurns, isUnchecked = false, isDisturbed, drift, baseWitnesses, witnesses, counters }: Circumstances,
): Doubt | null {
  const { unit, base: before, now, baseValues, values, pairs, layouts } = pair;
  const isCountedUnit = countedUnits.has(unit);
  if (
    isCountedUnit &&
    mayComeFromOperations(unit, { measurements: base, witnesses: baseWitnesses }, { measurements, witnesses })
  ) {
    return 'operations';
  }
  const isPlaced = pairs !== undefined && layouts === undefined && timedUnits.has(unit);
  if (isPlaced && Math.min(Math.abs(pairs.low), Math.abs(pairs.high)) < byLayout) return 'layout';
  if (isUnchecked && isByAccident(pair)) return 'layout';
  // What a machine disturbs does not come out the same each time.
  const isSteady = isConstant(baseValues) && isConstant(values);
  if (isInTurns || (isSteady && !timedUnits.has(unit))) return null;
  const difference = relativeDifference(before, now);
  if (isDisturbed && !(isCountedUnit && difference > mostByCollector)) return 'busy';
  if (isCountedUnit) return null;
  if (difference <= Math.max(drift, usualDrift)) return 'small';
  const ratio = now.center / before.center;
  if (unit !== 'ns/op') return null;
  if (contradicts(ratio, baseWitnesses, witnesses)) return 'cpu';
  return counters !== undefined && countersContradict(ratio, counters) ? 'instructions' : null;
}
