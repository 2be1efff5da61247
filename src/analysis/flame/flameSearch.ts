import type { Profile } from '../../pprof/profile.ts';
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
  const functions = matchingFunctions(profile, matches);
  const mappings = matchingMappings(profile, matches);
  const { locations, samples } = profile;
  const funcs = new Uint8Array(frames.funcCount);
  const matched = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    const mapping = locations.mapping[location]!;
    const whole = mapping !== -1 && mappings[mapping] === 1;
    if (whole) matched[location] = 1;
    const firstSite = frames.locationStart[location]!;
    const endSite = frames.locationStart[location + 1]!;
    if (whole)
      for (let i = firstSite; i < endSite; i++) funcs[frames.siteFunc[frames.locationSites[i]!]!] = 1;
    const firstLine = locations.lineStart[location]!;
    for (let row = locations.lineStart[location + 1]! - 1, i = firstSite; row >= firstLine; row--, i++) {
      if (functions[locations.lineFunction[row]!] !== 1) continue;
      matched[location] = 1;
      funcs[frames.siteFunc[frames.locationSites[i]!]!] = 1;
    }
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
  return { funcs, cum, width, binaries: baseNames(profile, mappings) };
}

function matchingFunctions({ functions, strings }: Profile, matches: (text: string) => boolean): Uint8Array {
  const matching = new Uint8Array(functions.count);
  const known = new Map<number, boolean>();
  const ask = (text: number): boolean => {
    let answer = known.get(text);
    if (answer === undefined) {
      answer = matches(strings.get(text));
      known.set(text, answer);
    }
    return answer;
  };
  for (let i = 0; i < functions.count; i++) {
    if (ask(functions.name[i]!) || ask(functions.filename[i]!)) matching[i] = 1;
  }
  return matching;
}

function matchingMappings({ mappings, strings }: Profile, matches: (text: string) => boolean): Uint8Array {
  return Uint8Array.from(mappings.filename, (file) => (matches(strings.get(file)) ? 1 : 0));
}

function baseNames({ mappings, strings }: Profile, chosen: Uint8Array): string[] {
  const names = new Set<string>();
  for (let i = 0; i < mappings.count; i++) {
    if (chosen[i] === 1) names.add(strings.get(mappings.filename[i]!).replace(/^.*[/\\]/, ''));
  }
  return [...names];
}
