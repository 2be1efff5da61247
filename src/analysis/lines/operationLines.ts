import type { Profile } from '../../pprof/profile.ts';
import type { ChargedLine } from '../benchmark/growthTable.ts';
import { chargeOwnLines } from './ownLines.ts';

/** Nanoseconds between two samples of Go's CPU profiler, for profiles that do not say it. */
const usualPeriod = 10_000_000;

/**
 * The CPU time per operation of each of the user's lines, largest first.
 *
 * @param profile a CPU profile with only the samples of operations
 * @param operations how many there were
 */
export function operationLines(
  profile: Profile,
  operations: number,
  isOwnFile: (file: string) => boolean,
): ChargedLine[] {
  const cpu = profile.sampleTypes.findIndex(({ type }) => type === 'cpu');
  if (cpu === -1) return [];
  const period = Number(profile.period) || usualPeriod;
  return chargeOwnLines(profile, cpu, isOwnFile).map(({ file, line, functionName, charge }) => ({
    file,
    line,
    functionName,
    cost: charge / operations,
    samples: Math.round(charge / period),
  }));
}
