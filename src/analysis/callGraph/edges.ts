import type { Profile, SampleTable } from '../../pprof/profile.ts';
import type { NodeTable } from '../costs/nodes.ts';
import type { Value } from '../values/value.ts';
import { joinedAt, type Weights } from '../values/weights.ts';

/** Edges of a call graph, as columns. The edges from one caller are next to each other. */
export class Edges {
  readonly length: number;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  /** 1 if the callee was inlined into the caller in every sample. */
  readonly inline: Uint8Array;
  /** 1 if in some sample nodes that are not in the graph stand between the two. */
  readonly residual: Uint8Array;
  /** A column for each part of the weights. */
  readonly parts: readonly Float64Array[];

  constructor(
    /** CSR by node into the columns: the edges from it. */
    readonly start: Uint32Array,
    parts: number,
  ) {
    this.length = start.at(-1)!;
    this.source = new Uint32Array(this.length);
    this.target = new Uint32Array(this.length);
    this.inline = new Uint8Array(this.length).fill(1);
    this.residual = new Uint8Array(this.length);
    this.parts = Array.from({ length: parts }, () => new Float64Array(this.length));
  }

  weight(edge: number): Value {
    return joinedAt(this.parts, edge);
  }
}

/** Which calls are edges. */
export interface EdgeOptions {
  /** 1 for samples that count; see `countedSamples`. */
  readonly counted: Uint8Array;
  /** 1 for nodes that are in the graph; all if `null`. */
  readonly kept?: Uint8Array | null;
  /** 1 for nodes whose edges are asked for; all if `null`. */
  readonly wanted?: Uint8Array | null;
}

/**
 * The edges of the call graph, from caller to callee. The weight of an edge is that of all samples with such a call, each
 * counted once. Calls of a node by itself are no edges. Where nodes that are not in the graph stand between two that are,
 * the edge over them is residual.
 *
 * A large profile has millions of edges. To look them up in a table by their two ends would wait for memory at every call.
 * So calls are sorted by caller first; the callees of one caller are few enough to be marked in a column by node.
 */
export function findEdges(
  { samples }: Profile,
  nodes: NodeTable,
  { parts }: Weights,
  options: EdgeOptions,
): Edges {
  const calls = callsByCaller(samples, nodes, options);
  const edges = new Edges(calleeStarts(calls, nodes.count), parts.length);
  // By callee, its edge from the present caller, plus 1. Up to `first` it is the edge from an earlier caller.
  const edgeTo = new Uint32Array(nodes.count);
  // By callee, the sample that was added last to that edge.
  const lastAdded = new Uint32Array(nodes.count);
  for (let caller = 0; caller < nodes.count; caller++) {
    const first = edges.start[caller]!;
    let length = first;
    for (let call = calls.start[caller]!; call < calls.start[caller + 1]!; call++) {
      const flags = calls.columns[2 * call]!;
      const callee = flags >>> flagBits;
      const sample = calls.columns[2 * call + 1]!;
      if (edgeTo[callee]! <= first) {
        edges.source[length] = caller;
        edges.target[length] = callee;
        edgeTo[callee] = ++length;
      } else if (lastAdded[callee] === sample) {
        continue;
      }
      lastAdded[callee] = sample;
      const edge = edgeTo[callee]! - 1;
      if ((flags & inlineFlag) === 0) edges.inline[edge] = 0;
      if ((flags & residualFlag) !== 0) edges.residual[edge] = 1;
      for (let part = 0; part < parts.length; part++) {
        const sums = edges.parts[part]!;
        sums[edge] = sums[edge]! + parts[part]![sample]!;
      }
    }
  }
  return edges;
}

/** CSR by caller: its calls in order of the samples; those of one sample from the root. */
interface Calls {
  readonly start: Uint32Array;
  /**
   * Two columns, interleaved so that one access to memory brings both: the callee's node with flags in the lowest bits,
   * and the sample.
   */
  readonly columns: Uint32Array;
}

const flagBits = 2;
const inlineFlag = 1;
const residualFlag = 2;

function callsByCaller(samples: SampleTable, nodes: NodeTable, options: EdgeOptions): Calls {
  const ends = new Uint32Array(nodes.count);
  visitCalls(samples, nodes, options, ends, null);
  const start = new Uint32Array(nodes.count + 1);
  for (let node = 0; node < nodes.count; node++) start[node + 1] = start[node]! + ends[node]!;
  const columns = new Uint32Array(2 * start[nodes.count]!);
  visitCalls(samples, nodes, options, start.slice(), columns);
  return { start, columns };
}

/** CSR by caller: its different callees. */
function calleeStarts(calls: Calls, nodeCount: number): Uint32Array {
  const start = new Uint32Array(nodeCount + 1);
  /** By callee, the last caller it was counted for, plus 1. */
  const countedFor = new Uint32Array(nodeCount);
  for (let caller = 0; caller < nodeCount; caller++) {
    let count = 0;
    for (let call = calls.start[caller]!; call < calls.start[caller + 1]!; call++) {
      const callee = calls.columns[2 * call]! >>> flagBits;
      if (countedFor[callee] === caller + 1) continue;
      countedFor[callee] = caller + 1;
      count++;
    }
    start[caller + 1] = start[caller]! + count;
  }
  return start;
}

/**
 * Visits the calls of all samples that count.
 *
 * @param next by caller, where its next call belongs; increased with each call
 * @param columns of `Calls`, to be filled; `null` only counts
 */
function visitCalls(
  { count, locationStart, locations }: SampleTable,
  { frameStart, frameNode }: NodeTable,
  { counted, kept = null, wanted = null }: EdgeOptions,
  next: Uint32Array,
  columns: Uint32Array | null,
): void {
  for (let sample = 0; sample < count; sample++) {
    if (counted[sample] === 0) continue;
    let caller = -1;
    let residual = 0;
    const first = locationStart[sample]!;
    for (let i = locationStart[sample + 1]! - 1; i >= first; i--) {
      const location = locations[i]!;
      const start = frameStart[location]!;
      const outermost = frameStart[location + 1]! - 1;
      for (let frame = outermost; frame >= start; frame--) {
        const node = frameNode[frame]!;
        if (kept !== null && kept[node] !== 1) {
          residual = residualFlag;
          continue;
        }
        const isWanted = wanted === null || wanted[node] === 1 || wanted[caller] === 1;
        if (caller !== -1 && caller !== node && isWanted) {
          const call = next[caller]!;
          next[caller] = call + 1;
          if (columns !== null) {
            columns[2 * call] = (node << flagBits) | residual | (frame === outermost ? 0 : inlineFlag);
            columns[2 * call + 1] = sample;
          }
        }
        caller = node;
        residual = 0;
      }
    }
  }
}
