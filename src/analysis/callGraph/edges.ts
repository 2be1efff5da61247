import type { Profile } from '../../pprof/profile.ts';
import type { NodeTable } from '../costs/nodes.ts';
import type { Value } from '../values/value.ts';
import { joinedAt, type Weights } from '../values/weights.ts';

/** Edges of a call graph, as columns; those of one caller stand together. */
export class Edges {
  readonly length: number;
  /** CSR by node into the columns: the edges from it. */
  readonly start: Uint32Array;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  /** 1 where the callee was inlined into the caller in every sample. */
  readonly inline: Uint8Array;
  /** 1 where in some sample nodes that were left out stand between the two. */
  readonly residual: Uint8Array;
  /** A column for each part of the weights. */
  readonly parts: readonly Float64Array[];

  constructor(start: Uint32Array, parts: number) {
    this.start = start;
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
  /** Whether a sample counts at all. */
  readonly takesPart: (sample: number) => boolean;
  /** 1 for nodes that take part; all if `null`. */
  readonly kept?: Uint8Array | null;
  /** 1 for nodes whose edges are asked for; all if `null`. */
  readonly wanted?: Uint8Array | null;
}

/**
 * The edges of the call graph: caller to callee, weighted with each sample that has the pair, once. Calls of a
 * node by itself are no edges. Where nodes that do not take part stand between two that do, the edge over
 * them is residual.
 *
 * A large profile has millions of edges, and a table of them by their two ends would wait for memory at every call.
 * So calls are sorted by caller first; the callees of one are few enough to be marked in a column over the nodes.
 */
export function findEdges(
  profile: Profile,
  nodes: NodeTable,
  { parts }: Weights,
  options: EdgeOptions,
): Edges {
  const calls = callsByCaller(profile, nodes, options);
  const edges = new Edges(countCallees(calls, nodes.count), parts.length);
  // Of the caller at hand: the edge to each callee, plus 1; anything up to `first` is an earlier caller's.
  const edgeTo = new Uint32Array(nodes.count);
  const countedBy = new Uint32Array(nodes.count);
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
      } else if (countedBy[callee] === sample) {
        continue;
      }
      countedBy[callee] = sample;
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

/** CSR by caller: its calls in order of the samples; within one, from the root. */
interface Calls {
  readonly start: Uint32Array;
  /**
   * Of every call the callee's node, with flags in the lowest bits, and the sample; side by side, so that one trip to
   * memory brings both.
   */
  readonly columns: Uint32Array;
}

const flagBits = 2;
const inlineFlag = 1;
const residualFlag = 2;

function callsByCaller(profile: Profile, nodes: NodeTable, options: EdgeOptions): Calls {
  const start = new Uint32Array(nodes.count + 1);
  visitCalls(profile, nodes, options, (caller) => {
    start[caller + 1] = start[caller + 1]! + 1;
  });
  for (let node = 0; node < nodes.count; node++) start[node + 1] = start[node + 1]! + start[node]!;
  const columns = new Uint32Array(2 * start[nodes.count]!);
  const next = start.slice();
  visitCalls(profile, nodes, options, (caller, callee, sample, flags) => {
    const call = next[caller]!;
    next[caller] = call + 1;
    columns[2 * call] = (callee << flagBits) | flags;
    columns[2 * call + 1] = sample;
  });
  return { start, columns };
}

/** CSR by caller: how many different callees it has. */
function countCallees(calls: Calls, nodeCount: number): Uint32Array {
  const start = new Uint32Array(nodeCount + 1);
  const calledBy = new Uint32Array(nodeCount);
  for (let caller = 0; caller < nodeCount; caller++) {
    let count = 0;
    for (let call = calls.start[caller]!; call < calls.start[caller + 1]!; call++) {
      const callee = calls.columns[2 * call]! >>> flagBits;
      if (calledBy[callee] === caller + 1) continue;
      calledBy[callee] = caller + 1;
      count++;
    }
    start[caller + 1] = start[caller]! + count;
  }
  return start;
}

function visitCalls(
  { samples }: Profile,
  { frameStart, frameNode }: NodeTable,
  { takesPart, kept = null, wanted = null }: EdgeOptions,
  visit: (caller: number, callee: number, sample: number, flags: number) => void,
): void {
  const { locationStart, locations } = samples;
  for (let sample = 0; sample < samples.count; sample++) {
    if (!takesPart(sample)) continue;
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
        if (caller !== -1 && caller !== node) {
          if (wanted === null || wanted[caller] === 1 || wanted[node] === 1) {
            visit(caller, node, sample, residual | (frame === outermost ? 0 : inlineFlag));
          }
        }
        caller = node;
        residual = 0;
      }
    }
  }
}
