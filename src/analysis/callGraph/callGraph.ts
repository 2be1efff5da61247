import { compareText } from '../../goText/text.ts';
import type { NodeOptions, NodeTable } from '../costs/nodes.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { costedRows, type ReportRow, sortRows } from '../costs/reportRows.ts';
import { countedSamples, type Measure, quotient } from '../values/measure.ts';
import { absolute, bySizeDescending, isZero, type Value } from '../values/value.ts';
import { joinedAt, type Weights } from '../values/weights.ts';
import { type Contexts, contexts, inlineThrough } from './contexts.ts';
import { findEdges } from './edges.ts';
import { type InlineNote, inlineNotes, noteOf } from './inlineNotes.ts';

/** An edge: all calls between two nodes of a graph. */
export interface CallEdge {
  readonly caller: CallNode;
  readonly callee: CallNode;
  /** Sum over the samples; with a mean it is not divided. */
  readonly weight: Value;
  /** As printed: with a mean, the quotient. */
  readonly value: Value;
  /** The callee was inlined into the caller in every sample. */
  readonly inline: boolean;
  /** In some sample, nodes that are not in the graph stand between the two. */
  readonly residual: boolean;
}

/** A row with the edges to and from its node. */
export interface CallNode extends ReportRow {
  /** In a tree, a number for the node that calls this one; -1 at the root of a stack. */
  readonly context?: number | undefined;
  readonly callers: CallEdge[];
  readonly callees: CallEdge[];
}

export interface GraphOptions extends NodeOptions {
  readonly cumSort?: boolean;
  /** Leave out nodes that are negative. */
  readonly dropNegative?: boolean;
  /** Keep only this many nodes, the first in order; 0 keeps all. */
  readonly nodeCount?: number;
  /** Leave out nodes whose cum is less than this share of the total. */
  readonly nodeFraction?: number;
  /** Leave out edges whose weight is less than this share of the total. */
  readonly edgeFraction?: number;
  /** Keep a node apart for each way to reach it, so that the graph is a tree. */
  readonly callTree?: boolean;
}

/** A call graph, or without edges a table, trimmed as asked. */
export interface CallGraph {
  /** In order. */
  readonly nodes: readonly CallNode[];
  /** How many nodes there were before `nodeCount` cut the list. */
  readonly originalCount: number;
  /** How many nodes were left out because of `nodeFraction`, and edges because of `edgeFraction`. */
  readonly droppedNodes: number;
  readonly droppedEdges: number;
}

/**
 * Which nodes need their edges, by label. Callers ask for no more than they need: a large profile has millions of
 * edges, and finding all of them takes most of the time.
 */
export type EdgeChoice = 'none' | 'all' | ((label: string) => boolean);

/** The graph behind pprof's text reports: nodes with a cost, in order, trimmed as the options say. */
export function callGraph(
  ofProfile: ProfileCosts,
  measured: Measure,
  options: GraphOptions,
  edges: EdgeChoice,
): CallGraph {
  const nodesOf = graphNodes(ofProfile, measured, options);
  const { costs, table } = nodesOf;
  const all = measuredRows(costs, table, measured, options.dropNegative === true);
  const cutoffs = fractionsOf(all, options);
  const frequent = all.filter(({ cum }) => absolute(cum) >= cutoffs.node);
  const sorted = sortRows(frequent, options.cumSort === true);
  const shown = limited(sorted, options.nodeCount);
  const kept = shown.length === all.length ? null : keptNodes(table, shown);
  const nodes = withMeans(costs, table, measured, shown).map((row) => ({
    ...row,
    context: nodesOf.contexts?.caller[row.node],
    callers: [],
    callees: [],
  }));
  const wanted = typeof edges === 'string' ? nodes : nodes.filter(({ label }) => edges(label));
  const droppedEdges = edges === 'none' ? 0 : connect(nodesOf, measured, nodes, kept, cutoffs.edge, wanted);
  return { nodes, originalCount: sorted.length, droppedNodes: all.length - frequent.length, droppedEdges };
}

/** The nodes that a graph has, and the costs that they get their sums from. */
export interface GraphNodes {
  readonly costs: ProfileCosts;
  readonly table: NodeTable;
  /** For a tree, where its nodes stand. */
  readonly contexts: Contexts | null;
}

export function graphNodes(costs: ProfileCosts, measured: Measure, options: GraphOptions): GraphNodes {
  const table = costs.nodes(options);
  if (options.callTree !== true) return { costs, table, contexts: null };
  const found = contexts(costs, table, measured);
  return { costs: found.costs, table: found.table, contexts: found };
}

/** The nodes with a cost, in no order; with a mean, the sums before they are divided. */
export function measuredRows(
  costs: ProfileCosts,
  table: NodeTable,
  { weights }: Measure,
  dropNegative: boolean,
): ReportRow[] {
  const rows = costedRows(table, costs.sums(table, weights));
  if (!dropNegative) return rows;
  return rows.filter(({ flat, cum }) => flat > 0 || (isZero(flat) && cum >= 0));
}

/** The rows with means instead of sums, if means are measured. Call it last: order and limits go by the sums. */
export function withMeans(
  costs: ProfileCosts,
  table: NodeTable,
  { divisors }: Measure,
  rows: readonly ReportRow[],
): readonly ReportRow[] {
  if (divisors === null) return rows;
  const { flat, cum } = costs.sums(table, divisors);
  return rows.map((row) => ({
    ...row,
    flat: quotient(row.flat, joinedAt(flat, row.node)),
    cum: quotient(row.cum, joinedAt(cum, row.node)),
  }));
}

/** The least cum of a node and weight of an edge that are kept: as in pprof, shares of the sum of all flats. */
export function fractionsOf(
  rows: readonly ReportRow[],
  { nodeFraction = 0, edgeFraction = 0 }: GraphOptions,
): { node: number; edge: number } {
  let whole = 0n;
  for (const { flat } of rows) whole += BigInt(flat);
  const share = (fraction: number) => Math.abs(Math.trunc(Number(whole) * fraction));
  return { node: share(nodeFraction), edge: share(edgeFraction) };
}

/** The first `nodeCount` rows; all if it is 0 or not given. */
export function limited<T>(rows: readonly T[], nodeCount = 0): readonly T[] {
  return nodeCount > 0 ? rows.slice(0, nodeCount) : rows;
}

/** By node: 1 if it is among the rows. */
export function keptNodes({ count }: NodeTable, rows: readonly ReportRow[]): Uint8Array {
  const kept = new Uint8Array(count);
  for (const { node } of rows) kept[node] = 1;
  return kept;
}

/**
 * A table with notes of what was inlined, trimmed as the options say. If nothing is left out, the notes are made
 * without the graph's edges.
 */
export function notedTable(
  costs: ProfileCosts,
  measured: Measure,
  options: GraphOptions,
): { readonly graph: CallGraph; note(node: CallNode): InlineNote } {
  const { nodeCount = 0, nodeFraction = 0, edgeFraction = 0 } = options;
  if (nodeCount > 0 || nodeFraction > 0 || edgeFraction > 0) {
    return { graph: callGraph(costs, measured, options, 'all'), note: inlineNote };
  }
  const graph = callGraph(costs, measured, options, 'none');
  const notes = inlineNotes(costs.profile.samples, costs.nodes(options), countedSamples(measured));
  return { graph, note: ({ node }) => notes(node) };
}

/**
 * Adds the edges of `nodes` whose weight is at least the cutoff, and returns how many had less. Like pprof, it also adds
 * edges to nodes that are not among `nodes` because their cost adds up to 0 or is negative.
 */
export function connect(
  { costs, table, contexts: inContext }: GraphNodes,
  measured: Measure,
  nodes: readonly CallNode[],
  kept: Uint8Array | null,
  cutoff: number,
  wantedNodes = nodes,
): number {
  const counted = countedSamples(measured);
  const wanted = wantedNodes.length === nodes.length ? null : keptNodes(table, wantedNodes);
  const find = (weights: Weights) => findEdges(costs.profile, table, weights, { counted, kept, wanted });
  const edges = find(measured.weights);
  const divisors = measured.divisors === null ? null : find(measured.divisors);
  const isInlined = inContext === null ? null : inlineThrough(inContext, kept);
  const nodeOf = new Map(nodes.map((node) => [node.node, node]));
  const shown = new Set(nodes);
  const endOf = (node: number): CallNode => {
    const known = nodeOf.get(node);
    if (known !== undefined) return known;
    const unlisted = unlistedNode(table, node);
    nodeOf.set(node, unlisted);
    return unlisted;
  };
  let dropped = 0;
  for (let edge = 0; edge < edges.length; edge++) {
    const caller = endOf(edges.source[edge]!);
    const callee = endOf(edges.target[edge]!);
    const weight = edges.weight(edge);
    if (shown.has(callee) && absolute(weight) < cutoff) {
      dropped++;
      continue;
    }
    const call = {
      caller,
      callee,
      weight,
      value: divisors === null ? weight : quotient(weight, divisors.weight(edge)),
      inline: (isInlined === null ? edges.inline[edge] : isInlined[callee.node]) === 1,
      residual: edges.residual[edge] === 1,
    };
    caller.callees.push(call);
    callee.callers.push(call);
  }
  for (const node of nodes) {
    node.callers.sort(compareEdges);
    node.callees.sort(compareEdges);
  }
  return dropped;
}

function unlistedNode(table: NodeTable, node: number): CallNode {
  const [info, label] = [table.info(node), table.label(node)];
  return { node, info, label, flat: 0, cum: 0, callers: [], callees: [] };
}

/** pprof's order of edges: by weight, largest first, then by the labels of caller and callee. */
export function compareEdges(a: CallEdge, b: CallEdge): number {
  return (
    bySizeDescending(a.weight, b.weight) ||
    compareText(a.caller.label, b.caller.label) ||
    compareText(a.callee.label, b.callee.label)
  );
}

/** Whether a node was inlined into the callers that it has in the graph. */
export function inlineNote({ callers }: CallNode): InlineNote {
  return noteOf(callers.filter(({ inline }) => inline).length, callers.length);
}
