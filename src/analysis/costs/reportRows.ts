import { comparerOf, compareText } from '../../goText/text.ts';
import { keepLines } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';
import { bySizeDescending, isZero, type Value } from '../values/value.ts';
import { joinedAt, type Weights, weightsOf } from '../values/weights.ts';
import { locationsWith, rowsNamed } from './markedCode.ts';
import { type NodeInfo, type NodeOptions, type NodeTable, nodeTable } from './nodes.ts';
import type { ProfileCosts } from './profileCosts.ts';
import { SampleSums } from './sampleSums.ts';
import type { FrameSums } from './sumFrames.ts';

/** A row of a report: a node and what it costs. */
export interface ReportRow {
  /** Index in the node table. */
  readonly node: number;
  readonly info: NodeInfo;
  /** pprof's printable name. */
  readonly label: string;
  readonly flat: Value;
  readonly cum: Value;
}

export interface RowOptions extends NodeOptions {
  /** Sort by cum instead of flat. */
  readonly cumSort?: boolean;
}

/** A row for every node with a cost, in pprof's order. */
export function reportRows(costs: ProfileCosts, sampleType: number, options: RowOptions = {}): ReportRow[] {
  const nodes = costs.nodes(options);
  // The sums of functions are kept, and the same pass sums the lines.
  const sums =
    nodes === costs.nodes()
      ? costs.functionSums(sampleType)
      : costs.sums(nodes, weightsOf(costs.profile, sampleType));
  return sortRows(costedRows(nodes, sums), options.cumSort === true);
}

/** The nodes whose flat or cum is not 0. */
export function costedRows(nodes: NodeTable, { flat, cum }: FrameSums): ReportRow[] {
  const rows: ReportRow[] = [];
  for (let node = 0; node < nodes.count; node++) {
    const ofNode = joinedAt(flat, node);
    const withCallees = joinedAt(cum, node);
    if (isZero(ofNode) && isZero(withCallees)) continue;
    rows.push({ node, info: nodes.info(node), label: nodes.label(node), flat: ofNode, cum: withCallees });
  }
  return rows;
}

/**
 * pprof's order of tables: by |flat| (or |cum|), then by printable name. pprof leaves the order of rows that are equal in
 * both to chance; here the other value decides, then binary and first line.
 */
export function sortRows(rows: readonly ReportRow[], cumSort: boolean): ReportRow[] {
  const compare = comparerOf(rows.map(({ label }) => label));
  const inOrder = (a: ReportRow, b: ReportRow) =>
    bySizeDescending(cumSort ? a.cum : a.flat, cumSort ? b.cum : b.flat) ||
    compare(a.label, b.label) ||
    bySizeDescending(cumSort ? a.flat : a.cum, cumSort ? b.flat : b.cum) ||
    compareText(a.info.objectFile, b.info.objectFile) ||
    a.info.startLine - b.info.startLine;
  // Rounded sizes decide nearly always, and are compared several times as fast.
  const sizes = Float64Array.from(rows, ({ flat, cum }) => Math.abs(Number(cumSort ? cum : flat)));
  const order = Uint32Array.from(rows.keys()).sort(
    (a, b) => sizes[b]! - sizes[a]! || inOrder(rows[a]!, rows[b]!),
  );
  return Array.from(order, (row) => rows[row]!);
}

/** By printable name; of two addresses the lower comes first, because both have the same number of digits. */
export function compareLabels(a: ReportRow, b: ReportRow): number {
  return compareText(a.label, b.label);
}

/**
 * The rows of all functions of one name, in no order. Equal to those of `reportRows`, but without the node table and sums
 * of all other functions, which are most of the work in a large profile.
 */
export function rowsOfFunction(
  profile: Profile,
  sampleType: number,
  functionName: string,
  options: NodeOptions,
): ReportRow[] {
  const hasFunction = locationsWith(profile, rowsNamed(profile, functionName));
  const { locations } = profile;
  const keep = new Uint8Array(locations.lineFunction.length);
  for (let location = 0; location < locations.count; location++) {
    if (hasFunction[location] === 1)
      keep.fill(1, locations.lineStart[location], locations.lineStart[location + 1]);
  }
  const table = nodeTable({ ...profile, locations: keepLines(locations, keep) }, options);
  const sums = sumAt(profile, hasFunction, table, weightsOf(profile, sampleType));
  return costedRows(table, sums).filter(({ info }) => info.name === functionName);
}

/** Flat and cum of the nodes at some locations, from their frames at these locations only. */
function sumAt(
  { samples }: Profile,
  isCounted: Uint8Array,
  { count, frameStart, frameNode }: NodeTable,
  weights: Weights,
): FrameSums {
  const flat = new SampleSums(weights, count);
  const cum = new SampleSums(weights, count);
  for (let sample = 0; sample < samples.count; sample++) {
    const leaf = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    for (let i = leaf; i < end; i++) {
      const location = samples.locations[i]!;
      if (isCounted[location] === 0) continue;
      const innermost = frameStart[location]!;
      if (i === leaf) flat.add(frameNode[innermost]!, sample);
      for (let frame = innermost; frame < frameStart[location + 1]!; frame++) {
        cum.addOnce(frameNode[frame]!, sample);
      }
    }
  }
  return { flat: flat.columns, cum: cum.columns };
}
