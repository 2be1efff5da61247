import type { Profile } from '../../pprof/profile.ts';
import { Matches } from '../filters/frameFilters.ts';
import type { FrameTable } from './frames.ts';

/** What a search found. */
export interface SearchMatches {
  /** By func: 1 if it is to be marked. */
  readonly funcs: Uint8Array;
  /** Sum of the values of all samples with a match on their stack, each counted once. */
  readonly cum: number;
  /** The same sum of |value|: the part of the graph's width that matches. */
  readonly width: number;
  /** Base names of the binaries whose own name matches: then every frame in them is a match. */
  readonly binaries: readonly string[];
}

/**
 * Searches with the rule of pprof's `focus`: a location matches if the name or the file of any of its functions
 * does, inlined ones too, or the file of its mapping. So the total equals what `go tool pprof -focus` keeps.
 *
 * @param values One per sample.
 * @param matches The search expression. It is called once for each name.
 */
export function searchFrames(
  profile: Profile,
  frames: FrameTable,
  values: Float64Array,
  matches: (text: string) => boolean,
): SearchMatches {
  const { locations, mappings, samples, strings } = profile;
  const found = new Matches(profile, { matches });
  const binaries = new Set<string>();
  const funcs = new Uint8Array(frames.funcCount);
  const matched = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    const firstSite = frames.locationStart[location]!;
    const lastRow = locations.lineStart[location + 1]! - 1;
    const isWhole = found.mapping(location);
    for (let i = firstSite; i < frames.locationStart[location + 1]!; i++) {
      const row = lastRow - (i - firstSite);
      if (!isWhole && (row < locations.lineStart[location]! || !found.line(row))) continue;
      matched[location] = 1;
      funcs[frames.siteFunc[frames.locationSites[i]!]!] = 1;
    }
  }
  for (const file of mappings.filename) {
    const path = strings.get(file);
    if (matches(path)) binaries.add(path.replace(/^.*[/\\]/, ''));
  }
  let cum = 0;
  let width = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const end = samples.locationStart[sample + 1]!;
    for (let i = samples.locationStart[sample]!; i < end; i++) {
      if (matched[samples.locations[i]!] !== 1) continue;
      cum += values[sample]!;
      width += Math.abs(values[sample]!);
      break;
    }
  }
  return { funcs, cum, width, binaries: [...binaries] };
}
