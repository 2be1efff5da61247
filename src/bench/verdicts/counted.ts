/**
 * What an operation does, counted instruction by instruction, beside what it was measured to take. The order of evidence: the same
 * code has no change; allocations and bytes are counted by Go; instructions are counted, too, and say what the code does, not
 * how long that takes (fewer can be slower: by cache misses, branches and dependencies); time is measured.
 */
import type { Measurement } from '../benchfmt/resultLine.ts';
import { type Circumstances, compareMeasurements, type MetricChange, type Verdict } from './change.ts';
import { formatCount } from './summary.ts';

/** What has decided a verdict. */
export type Witness = 'code' | 'allocations' | 'instructions' | 'time' | 'cpu-time';

export function witnessOf({ verdict, unit, count, isCoreTime }: MetricChange): Witness {
  if (verdict === 'same-code') return 'code';
  if (/^(?:B|allocs)\/(?:op|req|run)$/.test(unit)) return 'allocations';
  if (count !== undefined) return 'instructions';
  return isCoreTime === true || unit.startsWith('cpu-ns/') ? 'cpu-time' : 'time';
}

export const instructionUnit = 'instructions/op';

/** As `compareMeasurements`, with the counted instructions at the end if both were counted. */
export function compareVersions(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  circumstances: Circumstances,
  alpha?: number,
): MetricChange[] {
  const measured = compareMeasurements(base, measurements, circumstances, alpha);
  // A benchmark may report a metric of this name.
  const isOwn = measured.some(({ unit }) => unit === instructionUnit);
  return circumstances.instructions === undefined || isOwn
    ? measured
    : [...measured, instructionChange(circumstances)];
}

/** Two counts say little about how much a third one would differ. */
const perSpread = 3;
/** By what another layout can change an exact count: a jump more, or an entry of a table of the runtime. */
const leastLimit = 0.001;

function instructionChange({
  instructions: { base, now } = { base: nothing, now: nothing },
  isSameCode,
}: Pick<Circumstances, 'instructions' | 'isSameCode'>): MetricChange {
  const spread = Math.max(base.spread, now.spread);
  // Equal counts are exact. Others can tell changes apart that are larger than what they differ by themselves.
  const limit = spread === 0 ? 0 : Math.max(leastLimit, perSpread * spread);
  const difference = Math.abs(now.perOp - base.perOp) / Math.min(now.perOp, base.perOp);
  const isEqual = formatCount(base.perOp) === formatCount(now.perOp);
  const tested: Verdict = difference > limit ? 'changed' : 'noise';
  const verdict = isEqual ? 'same' : isSameCode ? 'same-code' : tested;
  const isChanged = verdict === 'changed';
  return {
    unit: instructionUnit,
    base: summaryOf(base),
    now: summaryOf(now),
    baseValues: [base.perOp],
    values: [now.perOp],
    comparison: { p: isChanged ? 0 : 1, baseSize: 1, size: 1, significant: isChanged, warnings: [] },
    count: { spread, limit },
    verdict,
    doubt: null,
  };
}

const nothing = { perOp: 0, spread: 0 };

function summaryOf({ perOp, spread }: typeof nothing): MetricChange['base'] {
  return { center: perOp, low: perOp * (1 - spread), high: perOp * (1 + spread), warnings: [] };
}
