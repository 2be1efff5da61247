import type { Profile } from '../pprof/profile.ts';
import type { FrameTable } from './frames.ts';

/**
 * Every sample's frames in one column, root first, inlined frames included.
 *
 * The frame at depth `d` (0 is the outermost) of sample `s` is the site `sites[start[s] + d]`, so
 * whoever walks many stacks in step needs no state per stack but the depth.
 */
export interface Stacks {
  /** CSR into `sites`. Length: number of samples + 1. */
  readonly start: Uint32Array;
  readonly sites: Uint32Array;
}

/** Lays out the stacks of all samples; `frames` must be the same profile's. */
export function rootFirstStacks({ samples }: Profile, frames: FrameTable): Stacks {
  const { locationStart, locationSites } = frames;
  const start = new Uint32Array(samples.count + 1);
  let length = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const end = samples.locationStart[sample + 1]!;
    for (let i = samples.locationStart[sample]!; i < end; i++) {
      const location = samples.locations[i]!;
      length += locationStart[location + 1]! - locationStart[location]!;
    }
    start[sample + 1] = length;
  }
  const sites = new Uint32Array(length);
  let next = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const leaf = samples.locationStart[sample]!;
    for (let i = samples.locationStart[sample + 1]! - 1; i >= leaf; i--) {
      const location = samples.locations[i]!;
      const end = locationStart[location + 1]!;
      for (let frame = locationStart[location]!; frame < end; frame++) sites[next++] = locationSites[frame]!;
    }
  }
  return { start, sites };
}
