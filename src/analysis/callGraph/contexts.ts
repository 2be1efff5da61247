import { Uint32Builder } from '../../pprof/columns.ts';
import { grown } from '../../pprof/growing.ts';
import { NumberedPairs } from '../../pprof/numberedPairs.ts';
import type { SampleTable } from '../../pprof/profile.ts';
import { NodeTable } from '../costs/nodes.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { countedSamples, type Measure } from '../values/measure.ts';

/**
 * All ways from the root, as columns. A node is a node of the table in one context of callers, and has a higher number than its
 * parent. Node 0 is the root of all stacks and has none.
 *
 *   stacks a;b;c  a;b  a;d      0 -> a -> b -> c
 *                                      `-> d
 */
export interface CallPaths {
  readonly count: number;
  readonly parent: Uint32Array;
  /** By node, its node in the table; meaningless for node 0. */
  readonly tableNode: Uint32Array;
  /** 1 if the node was inlined into its parent in every sample. */
  readonly inline: Uint8Array;
  /** By sample, the node at its leaf; 0 for samples that do not count. */
  readonly leafOf: Uint32Array;
}

/**
 * Finds the ways in one pass over the samples. Samples next to each other often have the same rootward frames, and their nodes
 * are not looked up again.
 *
 * @param counted 1 for samples that count
 */
export function callPaths(samples: SampleTable, table: NodeTable, counted: Uint8Array): CallPaths {
  const { frameStart, frameNode } = table;
  const { locationStart, locations } = samples;
  const nodes = new Nodes();
  const leafOf = new Uint32Array(samples.count);
  /** The nodes of the sample before at each of its locations, root first; and where its stack is. */
  const path: number[] = [];
  let lastFirst = 0;
  let lastEnd = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    if (counted[sample] === 0) continue;
    const first = locationStart[sample]!;
    const end = locationStart[sample + 1]!;
    const comparable = Math.min(end - first, lastEnd - lastFirst);
    let depth = 0;
    while (depth < comparable && locations[end - 1 - depth] === locations[lastEnd - 1 - depth]) depth++;
    let node = depth === 0 ? 0 : path[depth - 1]!;
    for (; depth < end - first; depth++) {
      const location = locations[end - 1 - depth]!;
      const outermost = frameStart[location + 1]! - 1;
      for (let frame = outermost; frame >= frameStart[location]!; frame--) {
        node = nodes.child(node, frameNode[frame]!);
        if (frame === outermost) nodes.inline[node] = 0;
      }
      path[depth] = node;
    }
    leafOf[sample] = node;
    [lastFirst, lastEnd] = [first, end];
  }
  const { count, parent, tableNode, inline } = nodes;
  return {
    count,
    parent: parent.subarray(0, count),
    tableNode: tableNode.subarray(0, count),
    inline: inline.subarray(0, count),
    leafOf,
  };
}

/** The nodes while they are found. Most have one child, so a first child needs no search in a table. */
class Nodes {
  count = 1;
  parent = new Uint32Array(1024);
  tableNode = new Uint32Array(1024);
  inline = new Uint8Array(1024).fill(1);
  /** 0 if there is none. */
  #firstChild = new Uint32Array(1024);
  /** A parent, and a node of the table, of the other children; and their numbers. */
  readonly #others = new NumberedPairs();
  readonly #otherNodes: number[] = [];

  /** The child of a node, which is made if it is not there. */
  child(node: number, tableNode: number): number {
    const first = this.#firstChild[node]!;
    if (first === 0) {
      const made = this.#make(node, tableNode);
      this.#firstChild[node] = made;
      return made;
    }
    if (this.tableNode[first] === tableNode) return first;
    const other = this.#others.add(node, tableNode);
    if (other === this.#otherNodes.length) this.#otherNodes.push(this.#make(node, tableNode));
    return this.#otherNodes[other]!;
  }

  #make(parent: number, tableNode: number): number {
    const node = this.count++;
    if (node === this.parent.length) this.#grow(2 * node);
    this.parent[node] = parent;
    this.tableNode[node] = tableNode;
    this.inline[node] = 1;
    return node;
  }

  #grow(capacity: number): void {
    this.parent = grown(this.parent, capacity);
    this.tableNode = grown(this.tableNode, capacity);
    this.inline = grown(this.inline, capacity);
    this.#firstChild = grown(this.#firstChild, capacity);
  }
}

/** The nodes of a profile, kept apart by the calls that led to them. */
export interface Contexts {
  readonly costs: ProfileCosts;
  readonly table: NodeTable;
  /** By node, the one it was called from, which has a lower number; -1 for the root of a stack. */
  readonly caller: Int32Array;
  /** By node: 1 if it was inlined into its caller wherever that called it. */
  readonly inline: Uint8Array;
}

/**
 * Makes of each node as many as there are ways to reach it, so that a graph of them is a tree:
 *
 *   stacks a;c  b;c   nodes a b c   become   a -> c   b -> c
 *
 * The samples then have a location for each of these nodes: everything that sums by the nodes of a table works for them.
 * Samples that do not count have no frames.
 */
export function contexts(costs: ProfileCosts, nodes: NodeTable, measured: Measure): Contexts {
  const { profile } = costs;
  const { samples } = profile;
  const { count, parent, tableNode, inline, leafOf } = callPaths(samples, nodes, countedSamples(measured));
  const locations = new Uint32Builder();
  const locationStart = new Uint32Array(samples.count + 1);
  for (let sample = 0; sample < samples.count; sample++) {
    for (let node = leafOf[sample]!; node !== 0; node = parent[node]!) locations.push(node - 1);
    locationStart[sample + 1] = locations.length;
  }
  const infos = Array.from(tableNode.subarray(1), (node) => nodes.info(node));
  const eachOne = Uint32Array.from({ length: count }, (_, node) => node);
  const stacks = { locations: locations.finish(), locationStart, selection: null };
  return {
    costs: costs.of({ ...profile, samples: { ...samples, ...stacks } }),
    table: new NodeTable(infos, eachOne, eachOne.subarray(0, count - 1)),
    caller: Int32Array.from(parent.subarray(1), (node) => node - 1),
    inline: inline.subarray(1),
  };
}

/**
 * By node: 1 if it was inlined into the nearest of its callers that is kept, through all that are not.
 *
 * @param kept 1 for nodes that are in the graph; all if `null`
 */
export function inlineThrough({ caller, inline }: Contexts, kept: Uint8Array | null): Uint8Array {
  if (kept === null) return inline;
  const through = inline.slice();
  for (let node = 0; node < through.length; node++) {
    const from = caller[node]!;
    if (from !== -1 && kept[from] !== 1 && through[from] === 0) through[node] = 0;
  }
  return through;
}
