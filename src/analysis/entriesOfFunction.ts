import { keepLines } from '../pprof/derive.ts';
import type { Profile } from '../pprof/profile.ts';
import { costedEntries, type Entry } from './entries.ts';
import { type NodeOptions, type NodeTable, nodeTable } from './nodes.ts';
import type { FrameSums } from './sumFrames.ts';
import { type Weights, weightsOf } from './weights.ts';

/**
 * The entries of the functions of one name that cost something, in no order: those that `entries` has, without the
 * tables and sums of all others, which are most of the work in a large profile.
 */
export function entriesOfFunction(
  profile: Profile,
  sampleType: number,
  functionName: string,
  options: NodeOptions,
): Entry[] {
  const isPlace = placesOf(profile, functionName);
  const { locations } = profile;
  const keep = new Uint8Array(locations.lineFunction.length);
  for (let location = 0; location < locations.count; location++) {
    if (isPlace[location] === 1)
      keep.fill(1, locations.lineStart[location], locations.lineStart[location + 1]);
  }
  const table = nodeTable({ ...profile, locations: keepLines(locations, keep) }, options);
  const sums = sumAt(profile, isPlace, table, weightsOf(profile, sampleType));
  return costedEntries(table, sums).filter(({ info }) => info.name === functionName);
}

/** 1 for the locations with a frame of a function of this name. */
function placesOf({ functions, locations, strings }: Profile, functionName: string): Uint8Array {
  const isNamed = Uint8Array.from(functions.name, (name) => (strings.get(name) === functionName ? 1 : 0));
  const isPlace = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    for (let row = locations.lineStart[location]!; row < end; row++) {
      if (isNamed[locations.lineFunction[row]!] === 1) isPlace[location] = 1;
    }
  }
  return isPlace;
}

/** Flat and cum of the nodes that stand at some locations, as far as they do. */
function sumAt(
  { samples }: Profile,
  isPlace: Uint8Array,
  { count, frameStart, frameNode }: NodeTable,
  { limbs }: Weights,
): FrameSums {
  const flat = limbs.map(() => new Float64Array(count));
  const cum = limbs.map(() => new Float64Array(count));
  /** The sample that last counted for a node, plus 1. */
  const countedBy = new Uint32Array(count);
  const add = (sums: readonly Float64Array[], node: number, sample: number) => {
    for (const [limb, column] of sums.entries()) column[node] = column[node]! + limbs[limb]![sample]!;
  };
  for (let sample = 0; sample < samples.count; sample++) {
    const leaf = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    for (let i = leaf; i < end; i++) {
      const location = samples.locations[i]!;
      if (isPlace[location] === 0) continue;
      const innermost = frameStart[location]!;
      if (i === leaf) add(flat, frameNode[innermost]!, sample);
      for (let frame = innermost; frame < frameStart[location + 1]!; frame++) {
        const node = frameNode[frame]!;
        if (countedBy[node] === sample + 1) continue;
        countedBy[node] = sample + 1;
        add(cum, node, sample);
      }
    }
  }
  return { flat, cum };
}
