import type { Profile } from './profile.ts';

/**
 * The profile with a mapping that says nothing, if it has none: all locations are in it. pprof gives every profile
 * one, so what it writes has it.
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
