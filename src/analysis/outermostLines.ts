import { keepLines } from '../pprof/derive.ts';
import type { Profile } from '../pprof/profile.ts';

/** The profile with only the last line of each location: inlined calls count as their caller. */
export function outermostLines(profile: Profile): Profile {
  const { locations } = profile;
  const keep = new Uint8Array(locations.lineFunction.length);
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    if (end > locations.lineStart[location]!) keep[end - 1] = 1;
  }
  return { ...profile, locations: keepLines(locations, keep) };
}
