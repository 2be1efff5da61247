import type { Profile } from '../../pprof/profile.ts';
import type { ChargedLine } from '../benchmark/growthTable.ts';
import { chargeOwnLines } from './ownLines.ts';

/** How long Go's CPU profiler waits between samples, in nanoseconds, where a profile does not say. */
const usualPeriod = 10_000_000;

/**
 * What one operation's CPU time is charged with on the user's lines, costliest first.
 *
 * @param profile a CPU profile with only the samples that operations pay for
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
