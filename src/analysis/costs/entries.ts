import { keepLines } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';
import { comparerOf, compareText } from '../names/textOrder.ts';
import { bySizeDescending, isZero, type Value } from '../values/value.ts';
import { joinedAt, type Weights, weightsOf } from '../values/weights.ts';
import { type NodeInfo, type NodeOptions, type NodeTable, nodeTable } from './nodes.ts';
import { functionSums } from './profileSums.ts';
import { type FrameSums, sumNodes } from './sumFrames.ts';

/** One row of a table of what costs how much. */
export interface Entry {
  /** Index in the node table it came from. */
  readonly node: number;
  readonly info: NodeInfo;
  /** pprof's printable name. */
  readonly label: string;
  readonly flat: Value;
  readonly cum: Value;
}

export interface EntryOptions extends NodeOptions {
  /** Sort by cum instead of flat. */
  readonly cumSort?: boolean;
}

/** Every entry of a profile with a cost, in pprof's order. */
export function entries(profile: Profile, sampleType: number, options: EntryOptions = {}): Entry[] {
  const nodes = nodeTable(profile, options);
  // Those of functions are kept with the profile, and bring those of the lines along.
  const sums =
    nodes === nodeTable(profile)
      ? functionSums(profile, sampleType)
      : sumNodes(profile, nodes, weightsOf(profile, sampleType));
  return sortEntries(costedEntries(nodes, sums), options.cumSort === true);
}

/** The nodes whose flat or cum is not 0. */
export function costedEntries(nodes: NodeTable, { flat, cum }: FrameSums): Entry[] {
  const found: Entry[] = [];
  for (let node = 0; node < nodes.count; node++) {
    const ofNode = joinedAt(flat, node);
    const withCallees = joinedAt(cum, node);
    if (isZero(ofNode) && isZero(withCallees)) continue;
    found.push({ node, info: nodes.info(node), label: nodes.label(node), flat: ofNode, cum: withCallees });
  }
  return found;
}

/**
 * pprof's order of tables: by |flat| (or |cum|), then by printable name. pprof leaves the order of equal
 * ones to chance; here they go by the other value and what else tells them apart.
 */
export function sortEntries(rows: Entry[], cumSort: boolean): Entry[] {
  const compare = comparerOf(rows.map(({ label }) => label));
  return rows.sort(
    (a, b) =>
      bySizeDescending(cumSort ? a.cum : a.flat, cumSort ? b.cum : b.flat) ||
      compare(a.label, b.label) ||
      bySizeDescending(cumSort ? a.flat : a.cum, cumSort ? b.flat : b.cum) ||
      compareText(a.info.objectFile, b.info.objectFile) ||
      a.info.startLine - b.info.startLine,
  );
}

/** By printable name; of two addresses the lower comes first, as in hexadecimal of one width. */
export function compareLabels(a: Entry, b: Entry): number {
  return compareText(a.label, b.label);
}

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
  { parts }: Weights,
): FrameSums {
  const flat = parts.map(() => new Float64Array(count));
  const cum = parts.map(() => new Float64Array(count));
  /** The sample that last counted for a node, plus 1. */
  const countedBy = new Uint32Array(count);
  const add = (sums: readonly Float64Array[], node: number, sample: number) => {
    for (const [part, column] of sums.entries()) column[node] = column[node]! + parts[part]![sample]!;
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
