import type { SampleTable } from '../pprof/profile.ts';

/** What the frames of each location count for: CSR by location, innermost frame first. */
export interface Frames {
  /** Length: number of locations + 1. */
  readonly start: Uint32Array;
  /** Dense index of what is summed: a function, a line. */
  readonly entry: Uint32Array;
  readonly entryCount: number;
}

/** What `singleEntries` says of a location without frames, and of one with several. */
const none = -1;
const several = -2;

/**
 * Sums weights by entry in one pass over the samples: flat where the sample's leaf frame is, cum once for each entry
 * on its stack, however often it recurs.
 *
 * This is where the time goes when a large profile is opened. Most locations have one frame, so those are looked up
 * in one step.
 */
export function sumFrames(
  { count, locationStart, locations }: SampleTable,
  frames: Frames,
  weights: Float64Array,
): { flat: Float64Array; cum: Float64Array } {
  const { start, entry, entryCount } = frames;
  const flat = new Float64Array(entryCount);
  // Of each entry two numbers side by side, so that one trip to memory brings both: the sample that last counted
  // for it, plus 1, and its cum.
  const state = new Float64Array(2 * entryCount);
  const oneEntry = singleEntries(frames);
  for (let sample = 0; sample < count; sample++) {
    const weight = weights[sample]!;
    if (weight === 0) continue;
    const mark = sample + 1;
    const first = locationStart[sample]!;
    const end = locationStart[mark]!;
    for (let i = first; i < end; i++) {
      const location = locations[i]!;
      const only = oneEntry[location]!;
      if (only >= 0) {
        if (state[only] === mark) continue;
        state[only] = mark;
        state[only + 1] = state[only + 1]! + weight;
      } else if (only === several) {
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
  return { flat, cum };
}

/** By location: twice its only frame's entry, where that is in `state`; `none`, or `several`. */
function singleEntries({ start, entry }: Frames): Int32Array {
  const single = new Int32Array(start.length - 1);
  for (let location = 0; location < single.length; location++) {
    const frames = start[location + 1]! - start[location]!;
    single[location] = frames === 1 ? entry[start[location]!]! * 2 : frames === 0 ? none : several;
  }
  return single;
}
