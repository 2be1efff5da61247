import * as l10n from '@vscode/l10n';
import { perOperation } from '../../analysis/values/units.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import type { Session } from '../sessions/session.ts';

const unit = 'allocs/op';

/**
 * Why the allocations of lines are fewer than those that the benchmark measures, which stand in its lens: Go's runtime puts
 * small objects without pointers together into blocks of 16 bytes, and a profile counts the blocks. `null` for other sample
 * types, and where the numbers do not differ.
 *
 * @param measured the benchmark's median of a unit
 */
export function allocationNote(
  { profile, operations, operationLines }: Session,
  sampleType: number,
  measured: (unit: string) => number | null,
): string | null {
  if (profile.sampleTypes[sampleType]?.type !== 'alloc_objects') return null;
  const whole = measured(unit);
  if (whole === null || operations === null || operations <= 0) return null;
  const total = operationLines.total(sampleType);
  const missing = whole - Number(total) / operations;
  if (missing < 0.5 || missing < 0.01 * whole) return null;
  return l10n.t(
    'All lines together have {0} of the {1} that were measured: Go puts tiny objects together into blocks, and a profile counts blocks.',
    perOperation(total, operations, 'allocs').replace(/ allocs\/op$/, ''),
    formatMetric(whole, unit),
  );
}
