import { fail, ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';

/** The sample type to show first: the one that the file names, or its last. */
export function defaultSampleType({ sampleTypes, defaultSampleType }: Profile): number {
  const named =
    defaultSampleType === '' ? -1 : sampleTypes.findIndex(({ type }) => type === defaultSampleType);
  return named === -1 ? sampleTypes.length - 1 : named;
}

/** The sample type to show first of a benchmark's profile. Of a memory profile: what it allocated, not what was live at the end. */
export function benchmarkSampleType(profile: Profile): number {
  const allocated = profile.sampleTypes.findIndex(({ type }) => type === 'alloc_space');
  return allocated === -1 ? defaultSampleType(profile) : allocated;
}

/** Older names of sample types, which pprof's flags still have. */
const aliases: Readonly<Record<string, string>> = {
  total_delay: 'delay',
  mean_delay: 'delay',
};

/**
 * The sample type that a user names by number, by type, or by an older name (`inuse_space` also finds `space`). The
 * empty string means the default one. Fails with `unknown-sample-type`.
 */
export function findSampleType(profile: Profile, name: string): Result<number> {
  const { sampleTypes } = profile;
  if (name === '') return ok(defaultSampleType(profile));
  if (/^[+-]?\d+$/.test(name)) {
    const index = Number(name);
    if (index >= 0 && index < sampleTypes.length) return ok(index);
  } else {
    const withoutInuse = name.replace(/^inuse_/, '');
    for (const wanted of [name, aliases[name]]) {
      const index = sampleTypes.findIndex(({ type }) => type === wanted || type === withoutInuse);
      if (wanted !== undefined && index !== -1) return ok(index);
    }
  }
  return fail(
    'unknown-sample-type',
    'The profile has no sample type {0}. Choose one of: {1}; or a number from 0 to {2}.',
    [name, sampleTypes.map(({ type }) => type).join(', '), sampleTypes.length - 1],
  );
}
