import type { SampleTable } from '../pprof/profile.ts';

/** What the frames of each location count for: CSR by location, innermost frame first. */
export interface Frames {
  /** Length: number of locations + 1. */
  readonly start: Uint32Array;
  /** Dense index of what is summed: a function, a line. */
  readonly entry: Uint32Array;
  readonly entryCount: number;
}

/** What `slotsOf` says of a location without frames, and of one whose frames must be counted one by one. */
const none = -1;
const several = -2;

/**
 * Sums weights by entry in one pass over the samples: flat where the sample's leaf frame is, cum once for each entry
 * on its stack, however often it recurs.
 *
 * This is where the time goes when a large profile is opened. Most locations have one frame, or frames that
 * stand nowhere else, as inlined ones do at the granularity of lines: those count in one step.
 */
export function sumFrames(
  { count, locationStart, locations }: SampleTable,
  frames: Frames,
  weights: Float64Array,
): { flat: Float64Array; cum: Float64Array } {
  const { start, entry, entryCount } = frames;
  const flat = new Float64Array(entryCount);
  const { slotOf, slotCount, ownSlots } = slotsOf(frames);
  // Of each slot two numbers side by side, so that one trip to memory brings both: the sample that last counted
  // for it, plus 1, and its cum.
  const state = new Float64Array(2 * slotCount);
  for (let sample = 0; sample < count; sample++) {
    const weight = weights[sample]!;
    if (weight === 0) continue;
    const mark = sample + 1;
    const first = locationStart[sample]!;
    const end = locationStart[mark]!;
    for (let i = first; i < end; i++) {
      const location = locations[i]!;
      const slot = slotOf[location]!;
      if (slot >= 0) {
        if (state[slot] === mark) continue;
        state[slot] = mark;
        state[slot + 1] = state[slot + 1]! + weight;
      } else if (slot === several) {
        const last = start[location + 1]!;
        for (let frame = start[location]!; frame < last; frame++) {
          const at = entry[frame]! * 2;
          if (state[at] === mark) continue;
          state[at] = mark;
          state[at + 1] = state[at + 1]! + weight;
        }
      }
    }
    if (first === end) continue;
    const leaf = locations[first]!;
    const leafFrame = start[leaf]!;
    if (leafFrame < start[leaf + 1]!) {
      const innermost = entry[leafFrame]!;
      flat[innermost] = flat[innermost]! + weight;
    }
  }
  const cum = new Float64Array(entryCount);
  for (let i = 0; i < entryCount; i++) cum[i] = state[2 * i + 1]!;
  for (const location of ownSlots) {
    const counted = state[slotOf[location]! + 1]!;
    for (let frame = start[location]!; frame < start[location + 1]!; frame++) cum[entry[frame]!] = counted;
  }
  return { flat, cum };
}

interface Slots {
  /** By location: twice the slot, which is where that is in `state`; `none`, or `several`. */
  readonly slotOf: Int32Array;
  /** Slots of entries come first. */
  readonly slotCount: number;
  /** Locations with a slot for all of their frames: what they count is what each of these entries counts. */
  readonly ownSlots: Uint32Array;
}

function slotsOf({ start, entry, entryCount }: Frames): Slots {
  const locationCount = start.length - 1;
  const occurrences = new Uint32Array(entryCount);
  for (let frame = 0; frame < start[locationCount]!; frame++) {
    occurrences[entry[frame]!] = occurrences[entry[frame]!]! + 1;
  }
  const slotOf = new Int32Array(locationCount);
  const ownSlots = new Uint32Array(locationCount);
  let own = 0;
  for (let location = 0; location < locationCount; location++) {
    const first = start[location]!;
    const end = start[location + 1]!;
    if (end - first < 2) {
      slotOf[location] = first === end ? none : entry[first]! * 2;
      continue;
    }
    let isOnlyHere = true;
    for (let frame = first; frame < end && isOnlyHere; frame++) isOnlyHere = occurrences[entry[frame]!] === 1;
    slotOf[location] = isOnlyHere ? (entryCount + own) * 2 : several;
    if (isOnlyHere) ownSlots[own++] = location;
  }
  return { slotOf, slotCount: entryCount + own, ownSlots: ownSlots.subarray(0, own) };
}
