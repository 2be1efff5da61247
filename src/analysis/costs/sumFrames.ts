import type { SampleTable } from '../../pprof/profile.ts';
import { joinedAt, splitWeights, type Weights } from '../values/weights.ts';
import { type FrameSlots, type Frames, noSlot } from './frameSlots.ts';
import type { Repeats } from './repeats.ts';

/** Sums over the samples: columns by key, one for each part of the weights. */
export interface FrameSums {
  /** Of the samples whose leaf frame has the key. */
  readonly flat: readonly Float64Array[];
  /** Of the samples with a frame of the key anywhere on the stack, each counted once even if the key recurs. */
  readonly cum: readonly Float64Array[];
}

/**
 * Sums weights by key. Several sets of keys (lines and functions) are summed in one pass over the samples, which takes
 * hardly longer than one set alone.
 *
 * The pass adds a sample's weight each time its stack reaches a slot, without asking whether that is the first time.
 * Afterwards the repeats, which are known, are subtracted.
 *
 * @param repeats of the same samples and slots
 * @returns the sums of each set that `slots` was made of
 */
export function sumFrames(
  samples: SampleTable,
  slots: FrameSlots,
  repeats: Repeats,
  { parts }: Weights,
): FrameSums[] {
  const counted = parts.map((weights) =>
    parts.length > 1 || staysExact(weights, repeats)
      ? countSamples(samples, slots, weights, repeats)
      : countInParts(samples, slots, weights, repeats),
  );
  return slots.sets.map((frames, set) => ({
    flat: counted.map(({ ofLeaf }) => flatOf(frames, ofLeaf)),
    cum: counted.map(({ ofSlot }) => cumOf(slots.slotOfKey[set]!, ofSlot)),
  }));
}

/** What a pass over the samples adds up. */
interface Counted {
  /** By location, the weight of the samples whose leaf it is. */
  readonly ofLeaf: Float64Array;
  /** By slot, the weight of the samples whose stacks reach it. */
  readonly ofSlot: Float64Array;
}

/** Whether every sum stays below 2^53 before the repeats are subtracted. */
function staysExact(weights: Float64Array, { sample }: Repeats): boolean {
  let size = 0;
  for (let s = 0; s < weights.length; s++) size += Math.abs(weights[s]!);
  for (let i = 0; i < sample.length; i++) size += Math.abs(weights[sample[i]!]!);
  return size <= Number.MAX_SAFE_INTEGER;
}

/** For weights whose sums are safe integers only after the repeats have been subtracted. */
function countInParts(
  samples: SampleTable,
  slots: FrameSlots,
  weights: Float64Array,
  repeats: Repeats,
): Counted {
  const counted = splitWeights(samples.count, (sample) => BigInt(weights[sample]!)).parts.map((part) =>
    countSamples(samples, slots, part, repeats),
  );
  const joined = (columns: readonly Float64Array[]) =>
    columns[0]!.map((_, index) => Number(joinedAt(columns, index)));
  return {
    ofLeaf: joined(counted.map(({ ofLeaf }) => ofLeaf)),
    ofSlot: joined(counted.map(({ ofSlot }) => ofSlot)),
  };
}

function countSamples(
  { count, locationStart, locations }: SampleTable,
  { slotCount, chain, chains }: FrameSlots,
  weights: Float64Array,
  repeats: Repeats,
): Counted {
  const locationCount = chain.length;
  const ofLeaf = new Float64Array(locationCount);
  const ofSlot = new Float64Array(slotCount);
  for (let sample = 0; sample < count; sample++) {
    const weight = weights[sample]!;
    if (weight === 0) continue;
    const first = locationStart[sample]!;
    const end = locationStart[sample + 1]!;
    if (first === end) continue;
    const leaf = locations[first]!;
    ofLeaf[leaf] = ofLeaf[leaf]! + weight;
    for (let i = first; i < end; i++) {
      const slot = locations[i]!;
      ofSlot[slot] = ofSlot[slot]! + weight;
    }
  }
  // Before each location's sum is added to the slots of its chain.
  for (let i = 0; i < repeats.slot.length; i++) {
    const slot = repeats.slot[i]!;
    ofSlot[slot] = ofSlot[slot]! - weights[repeats.sample[i]!]!;
  }
  for (let location = 0; location < locationCount; location++) {
    const next = chain[location]!;
    const weight = ofSlot[location]!;
    if (next > 0) ofSlot[next] = ofSlot[next]! + weight;
    if (next >= 0) continue;
    for (let link = -next, other = chains[link]!; other !== 0; other = chains[++link]!) {
      ofSlot[other] = ofSlot[other]! + weight;
    }
  }
  return { ofLeaf, ofSlot };
}

function flatOf({ start, key, keyCount }: Frames, ofLeaf: Float64Array): Float64Array {
  const flat = new Float64Array(keyCount);
  for (let location = 0; location < ofLeaf.length; location++) {
    const innermost = start[location]!;
    if (innermost === start[location + 1]!) continue;
    const at = key[innermost]!;
    flat[at] = flat[at]! + ofLeaf[location]!;
  }
  return flat;
}

function cumOf(slotOfKey: Int32Array, ofSlot: Float64Array): Float64Array {
  const cum = new Float64Array(slotOfKey.length);
  for (let key = 0; key < cum.length; key++) {
    const slot = slotOfKey[key]!;
    if (slot !== noSlot) cum[key] = ofSlot[slot]!;
  }
  return cum;
}
