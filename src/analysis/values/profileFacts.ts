import type { Profile, ValueType } from '../../pprof/profile.ts';
import { defaultSampleType } from './sampleType.ts';
import { withoutTimedValues } from './timedValues.ts';
import { diffBaseLabel, diffBaseSamples, total } from './total.ts';

/** What a view needs to know of a profile before it shows anything. */
export interface ProfileFacts {
  readonly sampleTypes: readonly ValueType[];
  /** Index in `sampleTypes` of the one to show first. */
  readonly defaultSampleType: number;
  /** By sample type: the total that shares refer to. */
  readonly totals: readonly number[];
  /** Number of samples, also of those whose value is 0. */
  readonly samples: number;
  /** 0 if the file does not say. */
  readonly durationNanos: number;
  /** Whether samples have labels, which pprof calls tags. */
  readonly hasTags: boolean;
  /** The profile contains the samples of a base, or has negative values for another reason. */
  readonly isDifference: boolean;
}

export function profileFacts(whole: Profile): ProfileFacts {
  const profile = withoutTimedValues(whole);
  const { sampleTypes, samples, durationNanos } = profile;
  return {
    sampleTypes,
    defaultSampleType: defaultSampleType(profile),
    totals: totalsOf(profile),
    samples: samples.count,
    durationNanos: Number(durationNanos),
    hasTags: hasTags(profile),
    isDifference: diffBaseSamples(profile) !== null || samples.values.approximate.some((value) => value < 0),
  };
}

/** What marks the samples of a base is no tag of theirs. */
function hasTags({ labels, strings }: Profile): boolean {
  return labels.key.some((key) => strings.get(key) !== diffBaseLabel.key);
}

/** By sample type, as doubles: exact enough for shares and for reading. */
export function totalsOf(profile: Profile): number[] {
  return profile.sampleTypes.map((_, sampleType) => Number(total(profile, sampleType)));
}

/** How many samples a CPU profile stands for; `null` if it does not count them. */
export function sampleCount(profile: Profile): number | null {
  const column = profile.sampleTypes.findIndex(({ type }) => type === 'samples');
  return column === -1 ? null : Number(total(profile, column));
}

/**
 * The CPU time of a profile as a share of the wall time that it covers: below 1 if the program waited (or the machine
 * was busy with other programs), above 1 if several cores worked at once. `null` if the profile lacks one of the two.
 */
export function cpuShareOfWallTime(profile: Profile): number | null {
  const cpu = profile.sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  const duration = Number(profile.durationNanos);
  return cpu === -1 || duration <= 0 ? null : Number(total(profile, cpu)) / duration;
}
