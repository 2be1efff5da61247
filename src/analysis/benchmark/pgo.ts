import { fail, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { combine } from '../difference/combine.ts';

/** A profile and the name by which the user knows it. */
export interface NamedProfile {
  readonly name: string;
  readonly profile: Profile;
}

/**
 * Merges CPU profiles into one for `go build -pgo`. Each of them must be one that the compiler accepts (Go's
 * cmd/internal/pgo): it has a sample type for sample counts or CPU nanoseconds, and its functions have start lines, which
 * Go writes since 1.20. A profile without samples is accepted, too, if another has some.
 *
 * Fails with `not-a-cpu-profile`, `no-start-lines`, `no-samples`, `incompatible-profiles`.
 */
export function pgoProfile(profiles: readonly NamedProfile[]): Result<Profile> {
  for (const { name, profile } of profiles) {
    if (!hasCpuSamples(profile)) {
      return fail(
        'not-a-cpu-profile',
        '{0} is no CPU profile: it holds {1}. Choose CPU profiles; the compiler learns from nothing else.',
        [name, profile.sampleTypes.map(({ type }) => type).join(', ')],
      );
    }
    if (profile.samples.count > 0 && !profile.functions.startLine.approximate.some((line) => line !== 0)) {
      return fail(
        'no-start-lines',
        '{0} does not say where functions start, so the compiler cannot use it. Record it with a program built by Go 1.20 or newer.',
        [name],
      );
    }
  }
  const merged = combine(profiles.map(({ profile }) => profile));
  if (!merged.ok || merged.value.samples.count > 0) return merged;
  return fail(
    'no-samples',
    'There are no samples to learn from. Record CPU profiles under load, for longer.',
  );
}

function hasCpuSamples({ sampleTypes }: Profile): boolean {
  return sampleTypes.some(
    ({ type, unit }) =>
      (type === 'samples' && unit === 'count') || (type === 'cpu' && unit === 'nanoseconds'),
  );
}

/** The CPU time of all samples, in nanoseconds; `null` if the profile only counts samples. */
export function cpuNanoseconds({ sampleTypes, samples }: Profile): number | null {
  const cpu = sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  if (cpu === -1) return null;
  let sum = 0;
  for (let i = cpu; i < samples.values.approximate.length; i += sampleTypes.length) {
    sum += samples.values.approximate[i]!;
  }
  return sum;
}
