import { editStacks, keepLines } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';
import { simplifiedName } from '../names/functionName.ts';
import { MatchedStrings, type Pattern } from './pattern.ts';

/**
 * Filters on frames, with pprof's names and meanings. A pattern matches a line by its function's name or file, and a
 * location by any of its lines or by its mapping's file. The result is a new profile, which shares the tables that do
 * not change with the old one.
 */

/** The result of a filter, and whether its pattern matched anything at all. */
export interface Filtered {
  readonly profile: Profile;
  readonly matched: boolean;
}

/** Lines and locations of a profile that a pattern matches. */
export class Matches {
  readonly #strings: MatchedStrings;

  constructor(
    private readonly profile: Profile,
    { matches }: Pick<Pattern, 'matches'>,
  ) {
    this.#strings = new MatchedStrings(profile.strings, matches);
  }

  line(row: number): boolean {
    const { functions, locations } = this.profile;
    const f = locations.lineFunction[row]!;
    return this.#strings.has(functions.name[f]!) || this.#strings.has(functions.filename[f]!);
  }

  mapping(location: number): boolean {
    const { locations, mappings } = this.profile;
    const mapping = locations.mapping[location]!;
    return mapping !== -1 && this.#strings.has(mappings.filename[mapping]!);
  }

  location(location: number): boolean {
    const { lineStart } = this.profile.locations;
    for (let row = lineStart[location]!; row < lineStart[location + 1]!; row++)
      if (this.line(row)) return true;
    return this.mapping(location);
  }
}

export interface NameFilters {
  readonly focus?: Pattern | undefined;
  readonly ignore?: Pattern | undefined;
  readonly hide?: Pattern | undefined;
  readonly show?: Pattern | undefined;
}

/**
 * Keeps the samples with a location that matches `focus` and none that matches `ignore`. Removes the lines that match
 * `hide`, and those that do not match `show`, from all stacks. Samples without a stack are dropped.
 */
export function filterByName(
  profile: Profile,
  { focus, ignore, hide, show }: NameFilters,
): { profile: Profile; matched: Record<keyof NameFilters, boolean> } {
  const { locations } = profile;
  const matched = { focus: focus === undefined, ignore: false, hide: false, show: false };
  const focusMatches = focus && new Matches(profile, focus);
  const ignoreMatches = ignore && new Matches(profile, ignore);
  const isIgnored = new Uint8Array(locations.count);
  const isFocused = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    if (ignoreMatches?.location(location)) {
      isIgnored[location] = 1;
      matched.ignore = true;
    } else if (focusMatches === undefined || focusMatches.location(location)) {
      isFocused[location] = 1;
      matched.focus = true;
    }
  }
  const shown = showLines(profile, hide, show, matched);
  const edited = editStacks(shown.profile, {
    keep: focusedSamples(profile, isFocused, matched.ignore ? isIgnored : null),
    ...(shown.hidden === null ? {} : { hidden: shown.hidden }),
  });
  return { profile: edited, matched };
}

/** @param isIgnored `null` if no location is ignored: then the first one in focus decides */
function focusedSamples(
  { samples }: Profile,
  isFocused: Uint8Array,
  isIgnored: Uint8Array | null,
): Uint8Array {
  const keep = new Uint8Array(samples.count);
  for (let sample = 0; sample < samples.count; sample++) {
    const end = samples.locationStart[sample + 1]!;
    for (let i = samples.locationStart[sample]!; i < end; i++) {
      const location = samples.locations[i]!;
      if (isIgnored !== null && isIgnored[location] === 1) {
        keep[sample] = 0;
        break;
      }
      if (isFocused[location] !== 1) continue;
      keep[sample] = 1;
      if (isIgnored === null) break;
    }
  }
  return keep;
}

/** The profile with only the lines to show, and the locations without any line left; `null` if there are none. */
function showLines(
  profile: Profile,
  hide: Pattern | undefined,
  show: Pattern | undefined,
  matched: { hide: boolean; show: boolean },
): { profile: Profile; hidden: Uint8Array | null } {
  if (hide === undefined && show === undefined) return { profile, hidden: null };
  const { locations } = profile;
  const hideMatches = hide && new Matches(profile, hide);
  const showMatches = show && new Matches(profile, show);
  const keep = new Uint8Array(locations.lineFunction.length);
  const hidden = new Uint8Array(locations.count);
  let hasHidden = false;
  for (let location = 0; location < locations.count; location++) {
    const hidesWhole = hideMatches?.mapping(location) === true;
    const showsWhole = showMatches?.mapping(location) === true;
    let isEmpty = true;
    let isHideMatched = hidesWhole;
    for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
      const isLineHidden = hideMatches?.line(row) === true;
      isHideMatched ||= isLineHidden;
      if (hidesWhole || isLineHidden) continue;
      if (showMatches !== undefined && !showsWhole && !showMatches.line(row)) continue;
      keep[row] = 1;
      isEmpty = false;
    }
    if (isHideMatched) matched.hide = true;
    // A location that never had lines stays, unless its mapping matches `hide`, or there is a `show`.
    if (isEmpty && (isHideMatched || show !== undefined)) {
      hidden[location] = 1;
      hasHidden = true;
    } else if (show !== undefined) matched.show = true;
  }
  return {
    profile: { ...profile, locations: keepLines(locations, keep) },
    hidden: hasHidden ? hidden : null,
  };
}

/**
 * Cuts the part of each stack that is nearer to the root than the match nearest to the root, also within a location.
 * Samples without a match are dropped.
 *
 *   leaf [A B C B] root, showFrom C:  [A B C]
 */
export function showFrom(profile: Profile, pattern: Pattern): Filtered {
  const { samples, locations } = profile;
  const matches = new Matches(profile, pattern);
  const isMatch = new Uint8Array(locations.count);
  const keep = new Uint8Array(locations.lineFunction.length).fill(1);
  for (let location = 0; location < locations.count; location++) {
    if (matches.mapping(location)) {
      isMatch[location] = 1;
      continue;
    }
    const start = locations.lineStart[location]!;
    const end = locations.lineStart[location + 1]!;
    let last = end - 1;
    while (last >= start && !matches.line(last)) last--;
    if (last < start) continue;
    isMatch[location] = 1;
    keep.fill(0, last + 1, end);
  }
  const keepSample = new Uint8Array(samples.count);
  const cutRoot = new Uint32Array(samples.count);
  for (let sample = 0; sample < samples.count; sample++) {
    const start = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    let root = end - 1;
    while (root >= start && isMatch[samples.locations[root]!] !== 1) root--;
    if (root < start) continue;
    keepSample[sample] = 1;
    cutRoot[sample] = end - 1 - root;
  }
  const shown = { ...profile, locations: keepLines(locations, keep) };
  return { profile: editStacks(shown, { keep: keepSample, cutRoot }), matched: isMatch.includes(1) };
}

/**
 * Cuts the part of each stack that is nearer to the leaf than the match nearest to the leaf. Only function names are
 * matched, without their argument lists.
 */
export function pruneFrom(profile: Profile, pattern: Pattern): Filtered {
  const { samples, locations } = profile;
  const matchesName = simplifiedNameMatcher(profile, (name) => pattern.matches(name));
  const isMatch = new Uint8Array(locations.count);
  const keep = new Uint8Array(locations.lineFunction.length).fill(1);
  for (let location = 0; location < locations.count; location++) {
    const start = locations.lineStart[location]!;
    const end = locations.lineStart[location + 1]!;
    let first = start;
    while (first < end && !matchesName(first)) first++;
    if (first === end) continue;
    isMatch[location] = 1;
    keep.fill(0, start, first);
  }
  const cutLeaf = new Uint32Array(samples.count);
  for (let sample = 0; sample < samples.count; sample++) {
    const start = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    let leaf = start;
    while (leaf < end && isMatch[samples.locations[leaf]!] !== 1) leaf++;
    if (leaf < end) cutLeaf[sample] = leaf - start;
  }
  const pruned = { ...profile, locations: keepLines(locations, keep) };
  return { profile: editStacks(pruned, { cutLeaf }), matched: isMatch.includes(1) };
}

/**
 * Looks in each stack for the frame nearest to the root that matches `drop` and not `keep`, and cuts it with everything
 * it calls; but only if a frame that stays calls it. A profile's own `drop_frames` and `keep_frames` ask for this.
 */
export function prune(profile: Profile, drop: Pattern, keepFrames: Pattern | undefined): Profile {
  const { samples, locations } = profile;
  const isDropped = simplifiedNameMatcher(
    profile,
    (name) => drop.matches(name) && keepFrames?.matches(name) !== true,
  );
  /** By location: 1 if the match is not its outermost line, so that a part of it stays; 2 if all of it is cut. */
  const pruned = new Uint8Array(locations.count);
  const keep = new Uint8Array(locations.lineFunction.length).fill(1);
  for (let location = 0; location < locations.count; location++) {
    const start = locations.lineStart[location]!;
    const end = locations.lineStart[location + 1]!;
    let last = end - 1;
    while (last >= start && !isDropped(last)) last--;
    if (last < start) continue;
    pruned[location] = last === end - 1 ? 2 : 1;
    if (last < end - 1) keep.fill(0, start, last + 1);
  }
  const cutLeaf = new Uint32Array(samples.count);
  for (let sample = 0; sample < samples.count; sample++) {
    const start = samples.locationStart[sample]!;
    let hasUserFrame = false;
    for (let i = samples.locationStart[sample + 1]! - 1; i >= start; i--) {
      const how = pruned[samples.locations[i]!]!;
      if (how === 0) hasUserFrame = true;
      else if (hasUserFrame) {
        cutLeaf[sample] = i - start + (how === 2 ? 1 : 0);
        break;
      }
    }
  }
  return editStacks({ ...profile, locations: keepLines(locations, keep) }, { cutLeaf });
}

/** Whether the simplified function name of a line row matches. Functions without a name never do. */
function simplifiedNameMatcher(
  { strings, functions, locations }: Profile,
  matches: (name: string) => boolean,
): (row: number) => boolean {
  const answers = new MatchedStrings(strings, (name) => name !== '' && matches(simplifiedName(name)));
  return (row) => answers.has(functions.name[locations.lineFunction[row]!]!);
}

/** The profile with only the last line of each location: the cost of inlined calls counts as their caller's. */
export function outermostLines(profile: Profile): Profile {
  const { locations } = profile;
  const keep = new Uint8Array(locations.lineFunction.length);
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    if (end > locations.lineStart[location]!) keep[end - 1] = 1;
  }
  return { ...profile, locations: keepLines(locations, keep) };
}
