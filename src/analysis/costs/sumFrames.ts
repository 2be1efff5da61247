import type { Profile, SampleTable } from '../../pprof/profile.ts';
import { joinedAt, splitWeights, type Weights } from '../values/weights.ts';
import { type FrameSlots, type Frames, frameSlots, nowhere } from './frameSlots.ts';
import { type NodeTable, nodeFrames } from './nodes.ts';
import { type Repeats, repeatsOf } from './repeats.ts';

/** Sums over the samples: a column over the entries for each part of the weights. */
export interface FrameSums {
  readonly flat: readonly Float64Array[];
  readonly cum: readonly Float64Array[];
}

/**
 * Sums weights by entry: flat where the sample's leaf frame is, cum once for each entry on its stack, however often it
 * recurs. Several sets of entries (lines and functions) are summed in one pass over the samples, which takes hardly
 * longer than for one.
 *
 * What recurs is found first and kept with the stacks. Then every visit counts, without a question, and what came by
 * more than once is taken off.
 *
 * @returns the sums of each set that `slots` was made of
 */
export function sumFrames(samples: SampleTable, slots: FrameSlots, { parts }: Weights): FrameSums[] {
  const repeats = repeatsOf(samples, slots);
  const counted = parts.map((weights) =>
    parts.length > 1 || staysExact(weights, repeats)
      ? countSamples(samples, slots, weights, repeats)
      : countInLimbs(samples, slots, weights, repeats),
  );
  return slots.sets.map((frames, set) => ({
    flat: counted.map(({ ofLeaf }) => flatOf(frames, ofLeaf)),
    cum: counted.map(({ ofSlot }) => cumOf(slots.slotOfEntry[set]!, ofSlot)),
  }));
}

/** What a pass over the samples counts. */
interface Counted {
  /** By location, the weight of the samples that end there. */
  readonly ofLeaf: Float64Array;
  /** By slot, the weight of the samples that come by. */
  readonly ofSlot: Float64Array;
}

/** Whether every sum stays below 2^53 even where a sample counts as often as it comes by. */
function staysExact(weights: Float64Array, { sample }: Repeats): boolean {
  let size = 0;
  for (let s = 0; s < weights.length; s++) size += Math.abs(weights[s]!);
  for (let i = 0; i < sample.length; i++) size += Math.abs(weights[sample[i]!]!);
  return size <= Number.MAX_SAFE_INTEGER;
}

/** For weights whose sums are safe integers only when each sample counts once. */
function countInLimbs(
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
  // Before what hangs on to a location gets what is left there.
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
    if (slot !== nowhere) cum[entry] = ofSlot[slot]!;
  }
  return cum;
}

/** Slots of node tables that are still in use. */
const knownSlots = new WeakMap<NodeTable, FrameSlots>();

/**
 * Flat and cum of every node: flat is the samples whose leaf frame it is, cum those that have it anywhere on
 * the stack, once each however often it recurs.
 */
export function sumNodes(profile: Profile, nodes: NodeTable, weights: Weights): FrameSums {
  let slots = knownSlots.get(nodes);
  if (slots === undefined) {
    slots = frameSlots([nodeFrames(nodes)]);
    knownSlots.set(nodes, slots);
  }
  return sumFrames(profile.samples, slots, weights)[0]!;
}
