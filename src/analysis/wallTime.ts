import type { Profile } from '../pprof/profile.ts';
import { total } from './total.ts';

/**
 * CPU time of a profile as a share of the wall time it covers: below 1 where the program waited (or the machine was
 * busy with something else), above 1 where several cores worked at once. `null` where the profile does not say both.
 */
export function cpuShareOfWallTime(profile: Profile): number | null {
  const cpu = profile.sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  const duration = Number(profile.durationNanos);
  return cpu === -1 || duration <= 0 ? null : Number(total(profile, cpu)) / duration;
}
