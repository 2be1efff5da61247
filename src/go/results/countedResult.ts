/** The counted instructions of a result, and what they are of. */
import type { TakenKind } from '../../base/model.ts';
import type { Read } from '../../base/outsideValues.ts';
import { eventOfKind } from '../../base/takenKind.ts';
import type { readInstructions } from './resultReaders.ts';

interface CountedResult {
  readonly instructions?: Read<typeof readInstructions>;
}

/** The counted instructions of an operation; `null` if there are none. */
export function countedOf({ instructions }: CountedResult) {
  return instructions !== undefined && 'perOp' in instructions ? instructions : null;
}

export interface ProfiledResult extends CountedResult {
  /** See `StoredProfile`. */
  readonly profiles?: readonly { readonly isFlat?: boolean }[];
}

/**
 * How the instructions were counted: `valgrind`, `perf`, `valgrind (whole process)` where callers are not known, so that what the
 * runtime does beside the operations is counted, too. Empty if they were not.
 */
export function countingOf(result: ProfiledResult): string {
  const counted = countedOf(result);
  if (counted === null) return '';
  const isFlat = result.profiles?.some((each) => each.isFlat === true) === true;
  return isFlat ? `${counted.by} (whole process)` : counted.by;
}

/** Whether the lines of two profiles have costs of the same: where callers are not known, those below a line are missing. */
export function areCountedAlike(kind: TakenKind, base: ProfiledResult, result: ProfiledResult): boolean {
  return eventOfKind(kind) !== 'instructions' || countingOf(base) === countingOf(result);
}
