import type { Profile, ValueType } from '../../pprof/profile.ts';
import { defaultSampleType } from './sampleType.ts';
import { diffBaseSamples, total } from './total.ts';

/** What is to be known of a profile before anything of it is looked at. */
export interface ProfileFacts {
  readonly sampleTypes: readonly ValueType[];
  /** Index into `sampleTypes` of the one to show where nobody says. */
  readonly defaultSampleType: number;
  /** By sample type: sum of |value| over all samples, what shares are of. */
  readonly totals: readonly number[];
  /** Number of sample records, whatever their value. */
  readonly samples: number;
  /** 0 where the file does not say. */
  readonly durationNanos: number;
  /** Whether samples have labels, which pprof calls tags. */
  readonly hasTags: boolean;
  /** Samples of a base are among the samples, negative; or values are negative for another reason. */
  readonly isDifference: boolean;
}

export function profileFacts(profile: Profile): ProfileFacts {
  const { sampleTypes, samples, labels, durationNanos } = profile;
  return {
    sampleTypes,
    defaultSampleType: defaultSampleType(profile),
    totals: totalsOf(profile),
    samples: samples.count,
    durationNanos: Number(durationNanos),
    hasTags: labels.key.length > 0,
    isDifference: diffBaseSamples(profile) !== null || samples.values.approximate.some((value) => value < 0),
  };
}

/** By sample type; doubles, for shares and for people. */
export function totalsOf(profile: Profile): number[] {
  return profile.sampleTypes.map((_, sampleType) => Number(total(profile, sampleType)));
}

/**
 * CPU time of a profile as a share of the wall time it covers: below 1 where the program waited (or the machine was
 * busy with something else), above 1 where several cores worked at once. `null` where the profile does not say both.
 */
export function cpuShareOfWallTime(profile: Profile): number | null {
  const cpu = profile.sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  const duration = Number(profile.durationNanos);
  return cpu === -1 || duration <= 0 ? null : Number(total(profile, cpu)) / duration;
}
