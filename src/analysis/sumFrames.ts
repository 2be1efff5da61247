import type { SampleTable } from '../pprof/profile.ts';
import type { Weights } from './weights.ts';

/** What the frames of each location count for: CSR by location, innermost frame first. */
export interface Frames {
  /** Length: number of locations + 1. */
  readonly start: Uint32Array;
  /** Dense index of what is summed: a function, a line. */
  readonly entry: Uint32Array;
  readonly entryCount: number;
}

/** Sums over the samples: a column over the entries for each limb of the weights. */
export interface FrameSums {
  readonly flat: readonly Float64Array[];
  readonly cum: readonly Float64Array[];
}

/**
 * Sums weights by entry: flat where the sample's leaf frame is, cum once for each entry on its stack, however often it
 * recurs. Several sets of entries (lines and functions) are summed in one pass over the samples, which takes hardly
 * longer than for one.
 *
 * @returns the sums of each set that `slots` was made of
 */
export function sumFrames(samples: SampleTable, slots: FrameSlots, { limbs }: Weights): FrameSums[] {
  const counted = limbs.map((weights) => countSamples(samples, slots, weights));
  return slots.sets.map((frames, set) => ({
    flat: counted.map(({ ofLeaf }) => flatOf(frames, ofLeaf)),
    cum: counted.map(({ ofSlot }) => cumOf(slots.slotOfEntry[set]!, ofSlot)),
  }));
}

/** What a pass over the samples counts. */
interface Counted {
  /** By location, the weight of the samples that end there. */
  readonly ofLeaf: Float64Array;
  /** The sum of each slot, every second number. */
  readonly ofSlot: Float64Array;
}

/** This is where the time goes when a large profile is opened, most of it waiting for memory. */
function countSamples(
  { count, locationStart, locations }: SampleTable,
  { slotCount, chain, chains }: FrameSlots,
  weights: Float64Array,
): Counted {
  // Of each slot 16 bytes side by side, so that one trip to memory brings all: the sample that last counted for it,
  // plus 1; its chain; and its sum.
  const state = new ArrayBuffer(16 * slotCount);
  const marks = new Int32Array(state);
  const sums = new Float64Array(state);
  for (let slot = 0; slot < chain.length; slot++) marks[4 * slot + 1] = chain[slot]!;
  const ofLeaf = new Float64Array(chain.length);
  for (let sample = 0; sample < count; sample++) {
    const weight = weights[sample]!;
    if (weight === 0) continue;
    const mark = sample + 1;
    const first = locationStart[sample]!;
    const end = locationStart[mark]!;
    if (first === end) continue;
    const leaf = locations[first]!;
    ofLeaf[leaf] = ofLeaf[leaf]! + weight;
    for (let i = first; i < end; i++) {
      const slot = locations[i]!;
      if (marks[4 * slot] === mark) continue;
      marks[4 * slot] = mark;
      sums[2 * slot + 1] = sums[2 * slot + 1]! + weight;
      const next = marks[4 * slot + 1]!;
      if (next === 0) continue;
      if (next > 0) {
        if (marks[4 * next] === mark) continue;
        marks[4 * next] = mark;
        sums[2 * next + 1] = sums[2 * next + 1]! + weight;
        continue;
      }
      for (let link = -next, other = chains[link]!; other !== 0; other = chains[++link]!) {
        if (marks[4 * other] === mark) continue;
        marks[4 * other] = mark;
        sums[2 * other + 1] = sums[2 * other + 1]! + weight;
      }
    }
  }
  return { ofLeaf, ofSlot: sums };
}

function flatOf({ start, entry, entryCount }: Frames, ofLeaf: Float64Array): Float64Array {
  const flat = new Float64Array(entryCount);
  for (let location = 0; location < ofLeaf.length; location++) {
    const innermost = start[location]!;
    if (innermost === start[location + 1]!) continue;
    const at = entry[innermost]!;
    flat[at] = flat[at]! + ofLeaf[location]!;
  }
  return flat;
}

function cumOf(slotOfEntry: Int32Array, ofSlot: Float64Array): Float64Array {
  const cum = new Float64Array(slotOfEntry.length);
  for (let entry = 0; entry < cum.length; entry++) {
    const slot = slotOfEntry[entry]!;
    if (slot !== nowhere) cum[entry] = ofSlot[2 * slot + 1]!;
  }
  return cum;
}

/**
 * Where a pass over the samples counts.
 *
 * Every location has a slot of its own number: whoever comes by counts there, once a sample. That is the cum of all
 * entries that stand at this location only, as most lines do, and functions inlined in one place. Each other entry has
 * a slot too, and hangs on to its locations as a chain:
 *
 *   location 7 (its line, a function inlined only here) --> function --> function
 *   location 8 (its line)                               --> function
 */
export interface FrameSlots {
  readonly sets: readonly Frames[];
  readonly slotCount: number;
  /** By location, what is to be counted besides: 0 nothing, positive a slot, negative the place in `chains`. */
  readonly chain: Int32Array;
  /** Runs of slots, each with a 0 at its end. */
  readonly chains: Int32Array;
  /** For each set, the slot of each entry; `nowhere` where it stands at no location. */
  readonly slotOfEntry: readonly Int32Array[];
}

const severalHomes = -1;
const nowhere = -2;

/**
 * Assigns slots, in two passes over the frames.
 *
 * @param sets of the same locations
 */
export function frameSlots(sets: readonly Frames[]): FrameSlots {
  const locationCount = sets[0]!.start.length - 1;
  let slotCount = locationCount;
  const slotOfEntry = sets.map((set) =>
    homeOfEntries(set).map((home) => (home === severalHomes ? slotCount++ : home)),
  );
  const chain = new Int32Array(locationCount);
  const frameCount = sets.reduce((sum, { entry }) => sum + entry.length, 0);
  const chains = new Int32Array(1 + locationCount + frameCount);
  let end = 1;
  for (let location = 0; location < locationCount; location++) {
    const first = end;
    for (let set = 0; set < sets.length; set++) {
      const { start, entry } = sets[set]!;
      for (let frame = start[location]!; frame < start[location + 1]!; frame++) {
        const slot = slotOfEntry[set]![entry[frame]!]!;
        if (slot >= locationCount) chains[end++] = slot;
      }
    }
    if (end - first > 1) {
      chain[location] = -first;
      end++;
    } else if (end > first) {
      chain[location] = chains[first]!;
      chains[first] = 0;
      end = first;
    }
  }
  return { sets, slotCount, chain, chains: chains.slice(0, end), slotOfEntry };
}

/** The location at which each entry stands; `severalHomes` where there are more of them. */
function homeOfEntries({ start, entry, entryCount }: Frames): Int32Array {
  const home = new Int32Array(entryCount).fill(nowhere);
  for (let location = 0; location < start.length - 1; location++) {
    for (let frame = start[location]!; frame < start[location + 1]!; frame++) {
      const at = entry[frame]!;
      if (home[at] === nowhere) home[at] = location;
      else if (home[at] !== location) home[at] = severalHomes;
    }
  }
  return home;
}
