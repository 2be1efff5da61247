/**
 * The part of each value that a benchmark's operations cost, as further sample types of the profile:
 *
 *   samples  cpu  timed:samples  timed:cpu
 *      3     30ms       0           0        setup
 *      5     50ms       5          50ms      timed loop
 *
 * So the part goes with its sample through filters, differences and files.
 */
import { pickInt64, pickTypes } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';

const prefix = 'timed:';

/**
 * The samples that operations have caused, as the lengths of runs of samples: by turns without and with them. `[2, 3]`
 * means that the third to fifth sample are of operations, and no other.
 */
export type TimedRuns = readonly number[];

/** @param isTimed 1 for samples of operations */
export function timedRuns(isTimed: Uint8Array): number[] {
  const runs: number[] = [];
  let start = 0;
  for (let end = 0; end <= isTimed.length; end++) {
    if (isTimed[end] === runs.length % 2) continue;
    runs.push(end - start);
    start = end;
  }
  return runs;
}

/** The profile with a second value for each value: the same for samples of operations, 0 for the others. */
export function withTimedValues(profile: Profile, runs: TimedRuns): Profile {
  const { samples, sampleTypes, defaultSampleType } = profile;
  const types = sampleTypes.length;
  const values = pickInt64(
    samples.values,
    Uint32Array.from(
      { length: samples.count * 2 * types },
      (_, i) => Math.floor(i / (2 * types)) * types + (i % types),
    ),
  );
  let start = 0;
  for (const [i, length] of runs.entries()) {
    const end = i % 2 === 0 ? start + length : start;
    for (let sample = start; sample < end; sample++) {
      const [from, to] = [(2 * sample + 1) * types, (2 * sample + 2) * types];
      values.approximate.fill(0, from, to);
      values.exact?.fill(0n, from, to);
    }
    start += length;
  }
  return {
    ...profile,
    sampleTypes: [...sampleTypes, ...sampleTypes.map(({ type, unit }) => ({ type: prefix + type, unit }))],
    // A file that names none means its last.
    defaultSampleType: defaultSampleType || (sampleTypes.at(-1)?.type ?? ''),
    samples: { ...samples, values },
  };
}

/** The profile as it was before; the same object if it has no such sample types. */
export function withoutTimedValues(profile: Profile): Profile {
  if (!hasTimedValues(profile)) return profile;
  return pickTypes(profile, [...profile.sampleTypes.slice(profile.sampleTypes.length / 2).keys()]);
}

/** 1 for samples of operations; `null` where the profile does not tell them apart. */
export function samplesOfOperations(profile: Profile): Uint8Array | null {
  if (!hasTimedValues(profile)) return null;
  const { samples, sampleTypes } = profile;
  const all = sampleTypes.length;
  const isOf = new Uint8Array(samples.count);
  for (let i = 0; i < samples.count * all; i++) {
    if (i % all >= all / 2 && samples.values.approximate[i] !== 0) isOf[Math.floor(i / all)] = 1;
  }
  return isOf;
}

function hasTimedValues({ sampleTypes }: Pick<Profile, 'sampleTypes'>): boolean {
  return sampleTypes.at(-1)?.type.startsWith(prefix) ?? false;
}

/** The sample type with what operations cost of another one: that one itself where the profile does not tell them apart. */
export function timedType(profile: Pick<Profile, 'sampleTypes'>, sampleType: number): number {
  return hasTimedValues(profile) ? sampleType + profile.sampleTypes.length / 2 : sampleType;
}
