import { causeLabel } from '../../base/causeLabels.ts';
import { madeOnce } from '../../base/maps.ts';
import type { LocationTable, Profile } from '../../pprof/profile.ts';
import { chargesOf } from '../bill/charges.ts';
import { AddedFrames } from './tagFrames.ts';

/**
 * The profile as the user's own code has it: what is below the deepest frame of the user's own is one frame, its cause.
 *
 *   before   main  shop.Render  fmt.Sprintf  fmt.(*pp).doPrintf  runtime.growslice  runtime.mallocgc
 *   after    main  shop.Render  [slice growth]
 *
 * Where there is no such frame, the cause stands alone.
 */
export function myCode(profile: Profile): Profile {
  const { samples, locations } = profile;
  const { row, cause, causes } = chargesOf(profile);
  const frames = new AddedFrames(profile);
  const locationOf = locationsOfRows(locations);
  const trimmed = new Map<number, number>();
  const locationStart = new Uint32Array(samples.count + 1);
  const made = new Uint32Array(samples.locations.length + 2 * samples.count);
  let length = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const at = row[sample]!;
    const of = causes[cause[sample]!]!;
    if (of.cause !== 'own') made[length++] = frames.location(`[${causeLabel(of)}]`, '');
    if (at !== -1) {
      const own = locationOf[at]!;
      const end = samples.locationStart[sample + 1]!;
      let i = samples.locationStart[sample]!;
      while (samples.locations[i] !== own) i++;
      // Code of others that was compiled into the frame is below it.
      const isWhole = at === locations.lineStart[own];
      made[length++] = isWhole ? own : madeOnce(trimmed, own, () => frames.trimmed(own, at));
      for (i++; i < end; i++) made[length++] = samples.locations[i]!;
    }
    locationStart[sample + 1] = length;
  }
  return {
    ...profile,
    ...frames.tables(),
    samples: { ...samples, locationStart, locations: made.slice(0, length), selection: null },
  };
}

/** By row of the line columns. */
function locationsOfRows({ count, lineStart, lineFunction }: LocationTable): Uint32Array {
  const location = new Uint32Array(lineFunction.length);
  for (let at = 0; at < count; at++) location.fill(at, lineStart[at], lineStart[at + 1]);
  return location;
}
