import type { Profile } from './profile.ts';

/**
 * A profile without mappings gets one without a name, with all locations in it. pprof does so too when it reads a
 * profile, and writes that mapping.
 */
export function withSomeMapping(profile: Profile): Profile {
  const { mappings, locations } = profile;
  if (mappings.count > 0) return profile;
  const zero = { approximate: new Float64Array(1), exact: null };
  const flag = new Uint8Array(1);
  return {
    ...profile,
    locations: { ...locations, mapping: new Int32Array(locations.count) },
    mappings: {
      count: 1,
      id: { approximate: Float64Array.of(1), exact: null },
      start: zero,
      limit: zero,
      offset: zero,
      filename: new Uint32Array(1),
      buildId: new Uint32Array(1),
      hasFunctions: flag,
      hasFilenames: flag,
      hasLineNumbers: flag,
      hasInlineFrames: flag,
    },
  };
}
