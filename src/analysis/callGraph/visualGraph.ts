import type { ProfileCosts } from '../costs/profileCosts.ts';
import { compareLabels, type ReportRow } from '../costs/reportRows.ts';
import type { Measure } from '../values/measure.ts';
import { absolute, bySizeDescending, isZero, type Value } from '../values/value.ts';
import {
  type CallEdge,
  type CallGraph,
  type CallNode,
  compareEdges,
  connect,
  fractionsOf,
  type GraphNodes,
  type GraphOptions,
  graphNodes,
  keptNodes,
  measuredRows,
  withMeans,
} from './callGraph.ts';
import { type NodeTags, nodeTags, trimTags } from './nodeTags.ts';

/** A call graph to be drawn: trimmed to what is worth looking at, with its nodes' tags. */
export interface VisualGraph extends CallGraph {
  readonly tags: ReadonlyMap<number, NodeTags>;
}

/** At most this many tags of a node are drawn. Each of them counts as a node. */
export const mostTags = 4;

/**
 * The graph that pprof draws. Nodes below `nodeFraction` are left out; of the others the `nodeCount` with the highest
 * entropy score stay. Then edges below `edgeFraction` are left out, and residual edges between nodes that are
 * connected otherwise.
 *
 * @param units of numeric labels
 */
export function visualGraph(
  ofProfile: ProfileCosts,
  measured: Measure,
  options: GraphOptions,
  units: ReadonlyMap<string, string>,
  outputUnit: string,
): VisualGraph {
  const nodesOf = graphNodes(ofProfile, measured, options);
  const { costs, table } = nodesOf;
  const isTree = nodesOf.contexts !== null;
  const all = measuredRows(costs, table, measured, options.dropNegative === true);
  const cutoffs = fractionsOf(all, options);
  const frequent = cutoffs.node > 0 ? all.filter(({ cum }) => absolute(cum) >= cutoffs.node) : all;
  const build = (rows: readonly ReportRow[], leastEdge: number): BuiltGraph => {
    const kept = rows.length < all.length ? keptNodes(table, rows) : null;
    return {
      nodes: rankedNodes(nodesOf, measured, rows, kept, leastEdge),
      tags: nodeTags(costs.profile, measured, { nodes: table, kept, units, outputUnit }),
    };
  };
  let graph = build(frequent, 0);
  const { nodeCount = 0 } = options;
  if (nodeCount > 0) {
    // As in pprof, the legend counts the edges dropped here only if the graph is not built again.
    dropLightEdges(nodesIn(graph), cutoffs.edge);
    const trimmedTags = trimAllTags(graph.tags, cutoffs.node);
    const chosen = highestScores(graph.nodes, trimmedTags, nodeCount);
    if (chosen.length < graph.nodes.length) {
      // pprof does not build a tree again: it goes on with the edges that it has.
      const rows = chosen.map(({ row }) => row).sort((a, b) => a.node - b.node);
      graph = build(rows, isTree ? cutoffs.edge : 0);
    }
  }
  const nodes = nodesIn(graph);
  const droppedEdges = dropLightEdges(nodes, cutoffs.edge);
  // In a tree there is one way to each node.
  if (!isTree) removeRedundantEdges(nodes);
  return {
    nodes,
    tags: trimAllTags(graph.tags, cutoffs.node),
    originalCount: frequent.length,
    droppedNodes: all.length - frequent.length,
    droppedEdges,
  };
}

/** A node, and the row with its sums: with a mean, the node has the quotients, and the order goes by the sums. */
interface Ranked {
  readonly row: ReportRow;
  readonly node: CallNode;
  readonly score: bigint;
}

interface BuiltGraph {
  readonly nodes: readonly Ranked[];
  readonly tags: ReadonlyMap<number, NodeTags>;
}

function nodesIn({ nodes }: BuiltGraph): CallNode[] {
  return nodes.map(({ node }) => node);
}

/** @param leastEdge edges with less weight are not there when the nodes are ranked */
function rankedNodes(
  nodesOf: GraphNodes,
  measured: Measure,
  rows: readonly ReportRow[],
  kept: Uint8Array | null,
  leastEdge: number,
): Ranked[] {
  const shown = withMeans(nodesOf.costs, nodesOf.table, measured, rows);
  const nodes = shown.map((row) => ({ ...row, callers: [], callees: [] }));
  connect(nodesOf, measured, nodes, kept, 0);
  dropLightEdges(nodes, leastEdge);
  const ranked = nodes.map((node, i) => ({ row: rows[i]!, node, score: entropyScore(node, rows[i]!) }));
  return ranked.sort(
    (a, b) =>
      compareSizes(b.score, a.score) ||
      compareLabels(a.row, b.row) ||
      bySizeDescending(a.row.flat, b.row.flat),
  );
}

/**
 * pprof's entropy score: high for a node with much cum that is spread over many callers and callees, low for a node that
 * only passes its cost on from one caller to one callee.
 */
function entropyScore({ callers, callees }: CallNode, { flat, cum }: ReportRow): bigint {
  const fromCallers = callers.length === 0 ? 1 : edgeEntropy(callers, 0);
  const fromCallees = callees.length === 0 ? 1 : edgeEntropy(callees, flat);
  return BigInt.asIntN(64, toInt64((fromCallers + fromCallees) * Number(cum)) + BigInt(flat));
}

const leastInt64 = -(2n ** 63n);

/**
 * Converts a double as Go does on amd64, where NaN becomes the least int64. In differences shares can be negative and their
 * logarithm is NaN, so which nodes the graph of a difference shows depends on this.
 */
function toInt64(x: number): bigint {
  return Math.abs(x) < 2 ** 63 ? BigInt(Math.trunc(x)) : leastInt64;
}

/** The absolute value of an int64. The least one has none and stays as it is. */
function size(score: bigint): bigint {
  return score < 0n && score !== leastInt64 ? -score : score;
}

function compareSizes(a: bigint, b: bigint): number {
  const [left, right] = [size(a), size(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function edgeEntropy(edges: readonly CallEdge[], self: Value): number {
  const own = Number(self);
  let whole = own;
  for (const { weight } of edges) if (weight > 0) whole += Number(weight);
  if (whole === 0) return 0;
  let score = 0;
  for (const { weight } of edges) {
    const share = Math.abs(Number(weight)) / whole;
    score += -share * Math.log2(share);
  }
  if (own > 0) score += -(own / whole) * Math.log2(own / whole);
  return score;
}

/** As many of the first nodes as fit. Their tags count as nodes, too. */
function highestScores(
  nodes: readonly Ranked[],
  tags: ReadonlyMap<number, NodeTags>,
  nodeCount: number,
): readonly Ranked[] {
  let count = 0;
  for (const [i, { node }] of nodes.entries()) {
    count += 1 + Math.min(mostTags, countTags(tags.get(node.node)));
    if (count >= nodeCount) return nodes.slice(0, i + 1);
  }
  return nodes.slice(0, nodeCount);
}

function countTags(tags: NodeTags | undefined): number {
  if (tags === undefined) return 0;
  const all = [tags.texts, ...tags.numbers.values()].flatMap((group) => [...group.values()]);
  return all.filter(({ flat }) => !isZero(flat)).length;
}

function trimAllTags(tags: ReadonlyMap<number, NodeTags>, least: number): Map<number, NodeTags> {
  return new Map([...tags].map(([node, ofNode]) => [node, trimTags(ofNode, least)]));
}

function dropLightEdges(nodes: readonly CallNode[], cutoff: number): number {
  const light = new Set(
    nodes.flatMap(({ callers }) => callers.filter(({ weight }) => absolute(weight) < cutoff)),
  );
  if (light.size === 0) return 0;
  for (const { callees } of new Set([...light].map(({ caller }) => caller))) leaveOut(callees, light);
  for (const { callers } of nodes) leaveOut(callers, light);
  return light.size;
}

/** Removes edges from a list, all in one pass: the root of a tree can have a million. */
function leaveOut(edges: CallEdge[], left: ReadonlySet<CallEdge>): void {
  let length = 0;
  for (const edge of edges) if (!left.has(edge)) edges[length++] = edge;
  edges.length = length;
}

function removeEdge(edge: CallEdge): void {
  edge.callee.callers.splice(edge.callee.callers.indexOf(edge), 1);
  edge.caller.callees.splice(edge.caller.callees.indexOf(edge), 1);
}

/** Removes residual edges between nodes that are connected by another way, lightest first. */
function removeRedundantEdges(nodes: readonly CallNode[]): void {
  for (const node of [...nodes].reverse()) {
    for (const edge of [...node.callers].sort(compareEdges).reverse()) {
      // Stops at the first real edge: if a heavier edge were removed, the node would look less expensive than it is.
      if (!edge.residual) break;
      if (isRedundant(edge)) removeEdge(edge);
    }
  }
}

/** Whether the caller reaches the callee without this edge. */
function isRedundant(edge: CallEdge): boolean {
  const seen = new Set<CallNode>([edge.callee]);
  const queue = [edge.callee];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const other of next.callers) {
      if (other === edge || seen.has(other.caller)) continue;
      if (other.caller === edge.caller) return true;
      seen.add(other.caller);
      queue.push(other.caller);
    }
  }
  return false;
}
