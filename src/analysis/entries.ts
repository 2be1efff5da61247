import type { Profile } from '../pprof/profile.ts';
import { sumNodes } from './graph.ts';
import { type NodeInfo, type NodeOptions, type NodeTable, nodeTable } from './nodes.ts';
import { functionSums } from './profileSums.ts';
import type { FrameSums } from './sumFrames.ts';
import { comparerOf, compareText } from './textOrder.ts';
import { bySizeDescending, isZero, type Value } from './value.ts';
import { joinedAt, weightsOf } from './weights.ts';

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
