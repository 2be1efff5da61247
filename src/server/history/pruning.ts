import type { KeptRun } from './keptRun.ts';

export interface HistoryLimits {
  readonly runs: number;
  readonly bytes: number;
}

/** The user wants to keep it: it has a name, or others are compared with it. */
export function isTreasured({ record }: KeptRun): boolean {
  return record.benchmarks.some(({ pinned, label }) => pinned || label !== null);
}

/**
 * Runs to remove so that what is left stays within the limits: the oldest first, never one that must stay.
 *
 * @param runs oldest first
 */
export function runsToPrune(
  runs: readonly KeptRun[],
  limits: HistoryLimits,
  mustStay: (run: KeptRun) => boolean,
): KeptRun[] {
  let count = runs.length;
  let bytes = runs.reduce((sum, run) => sum + run.bytes, 0);
  const pruned: KeptRun[] = [];
  for (const run of runs) {
    if (count <= limits.runs && bytes <= limits.bytes) break;
    if (mustStay(run)) continue;
    pruned.push(run);
    count--;
    bytes -= run.bytes;
  }
  return pruned;
}
