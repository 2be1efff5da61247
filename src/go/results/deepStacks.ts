import * as l10n from '@vscode/l10n';
import { operationBuckets } from '../../analysis/benchmark/timedRegion.ts';
import type { LinesByCause } from '../../analysis/lines/linesByCause.ts';
import { shareLabel } from '../../analysis/values/operationCost.ts';

/** Below this share, other things make the cost of a line less certain. */
const leastShare = 0.05;

/**
 * Says that callers lack costs, where much of what operations cost has stacks that are deeper than Go records; `null` where little has.
 *
 * @param cost what costs are of, in words
 */
export function deepStacksText(causes: LinesByCause, sampleType: number, cost: string): string | null {
  const totals = causes.totals(sampleType);
  const whole = operationBuckets.reduce((sum, bucket) => sum + Number(totals[bucket]), 0);
  const share = whole === 0 ? 0 : Number(totals.truncated) / whole;
  if (share < leastShare) return null;
  return l10n.t(
    '{0} of {1} is in calls nested deeper than Go records: lines that lead there cost more than they show.',
    shareLabel(share),
    cost,
  );
}
