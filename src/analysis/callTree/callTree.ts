import { compareText } from '../../goText/text.ts';
import { grown } from '../../pprof/growing.ts';
import { NumberedPairs } from '../../pprof/numberedPairs.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { NodeTable } from '../costs/nodes.ts';
import { bySizeDescending, isZero, type Value } from '../values/value.ts';
import { isWeightless, joinedAt, type Weights } from '../values/weights.ts';

/**
 * The whole call tree from the root, as columns: what the report `tree` and pictures are made from. A node of the tree is
 * a node of the table in one context of callers; node 0 is the root of all stacks and has none.
 *
 *   stacks a;b;c  a;b  a;d      0 -> a -> b -> c
 *                                      `-> d
 */
export interface CallTree {
  readonly count: number;
  readonly table: NodeTable;
  /** By node of the tree, its node in `table`; meaningless for node 0. */
  readonly tableNode: Uint32Array;
  readonly parent: Uint32Array;
  /** 1 if the node was inlined into its parent in every sample. */
  readonly inline: Uint8Array;
  flat(node: number): Value;
  cum(node: number): Value;
  /** Children with a cost, largest first, equal ones by name. */
  children(node: number): number[];
}

/**
 * Builds the tree in one pass over the samples whose weight is not 0. Samples next to each other often have the same
 * rootward frames, and their nodes are not looked up again.
 */
export function callTree({ samples }: Profile, table: NodeTable, weights: Weights): CallTree {
  const builder = new TreeBuilder(weights.parts.length);
  const { frameStart, frameNode } = table;
  const { locationStart, locations } = samples;
  /** The nodes of the sample before at each of its locations, root first; and where its stack is. */
  const path = new Uint32Array(deepest(locationStart));
  let lastFirst = 0;
  let lastEnd = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    if (isWeightless(weights, sample)) continue;
    const first = locationStart[sample]!;
    const end = locationStart[sample + 1]!;
    const comparable = Math.min(end - first, lastEnd - lastFirst);
    let depth = 0;
    while (depth < comparable && locations[end - 1 - depth] === locations[lastEnd - 1 - depth]) depth++;
    let node = depth === 0 ? 0 : path[depth - 1]!;
    for (; depth < end - first; depth++) {
      const location = locations[end - 1 - depth]!;
      const start = frameStart[location]!;
      const outermost = frameStart[location + 1]! - 1;
      for (let frame = outermost; frame >= start; frame--) {
        node = builder.child(node, frameNode[frame]!, frame !== outermost);
      }
      path[depth] = node;
    }
    lastFirst = first;
    lastEnd = end;
    for (const [part, column] of weights.parts.entries()) builder.add(node, part, column[sample]!);
  }
  return builder.finish(table);
}

/** How many locations the deepest stack has. */
function deepest(locationStart: Uint32Array): number {
  let depth = 0;
  for (let i = 1; i < locationStart.length; i++) {
    depth = Math.max(depth, locationStart[i]! - locationStart[i - 1]!);
  }
  return depth;
}

/**
 * A tree under construction. Most nodes have one child, and nodes are numbered down the stack, so a node's oldest child is
 * usually next to it in memory and is tried first. Only the other children are looked up in a table.
 */
class TreeBuilder {
  #count = 1;
  #parent = new Uint32Array(1024);
  #tableNode = new Uint32Array(1024);
  #inline = new Uint8Array(1024).fill(1);
  /** 0 if there is none. */
  #oldestChild = new Uint32Array(1024);
  #newestChild = new Uint32Array(1024);
  #olderSibling = new Uint32Array(1024);
  #flat: Float64Array[];
  /** Of the children that are not the oldest: parent and node of the table. */
  readonly #others = new NumberedPairs();
  #nodeOfOther = new Uint32Array(1024);

  /** @param parts of the weights */
  constructor(parts: number) {
    this.#flat = Array.from({ length: parts }, () => new Float64Array(1024));
  }

  /** The child of a node, which is made if it is not there yet. */
  child(parent: number, tableNode: number, inline: boolean): number {
    const oldest = this.#oldestChild[parent]!;
    if (oldest === 0) {
      const node = this.#make(parent, tableNode, inline);
      this.#oldestChild[parent] = node;
      return node;
    }
    let node = oldest;
    if (this.#tableNode[oldest] !== tableNode) {
      const before = this.#others.count;
      const other = this.#others.add(parent, tableNode);
      if (other === before) {
        node = this.#make(parent, tableNode, inline);
        if (other === this.#nodeOfOther.length) this.#nodeOfOther = grown(this.#nodeOfOther, 2 * other);
        this.#nodeOfOther[other] = node;
        return node;
      }
      node = this.#nodeOfOther[other]!;
    }
    if (!inline) this.#inline[node] = 0;
    return node;
  }

  #make(parent: number, tableNode: number, inline: boolean): number {
    if (this.#count === this.#parent.length) this.#grow();
    const node = this.#count++;
    this.#parent[node] = parent;
    this.#tableNode[node] = tableNode;
    this.#inline[node] = inline ? 1 : 0;
    this.#olderSibling[node] = this.#newestChild[parent]!;
    this.#newestChild[parent] = node;
    return node;
  }

  add(node: number, part: number, weight: number): void {
    const flat = this.#flat[part]!;
    flat[node] = flat[node]! + weight;
  }

  #grow(): void {
    const capacity = this.#parent.length * 2;
    this.#parent = grown(this.#parent, capacity);
    this.#tableNode = grown(this.#tableNode, capacity);
    this.#inline = grown(this.#inline, capacity);
    this.#oldestChild = grown(this.#oldestChild, capacity);
    this.#newestChild = grown(this.#newestChild, capacity);
    this.#olderSibling = grown(this.#olderSibling, capacity);
    this.#flat = this.#flat.map((column) => grown(column, capacity));
  }

  finish(table: NodeTable): CallTree {
    const count = this.#count;
    const [parent, tableNode] = [this.#parent, this.#tableNode];
    const flat = this.#flat;
    // Children have higher numbers than their parents, so one pass from the end adds up every subtree.
    const cum = flat.map((column) => {
      const sums = column.slice(0, count);
      for (let node = count - 1; node > 0; node--) sums[parent[node]!]! += sums[node]!;
      return sums;
    });
    const newestChild = this.#newestChild;
    const olderSibling = this.#olderSibling;
    const costOf = (columns: readonly Float64Array[], node: number) => joinedAt(columns, node);
    return {
      count,
      table,
      tableNode: tableNode.subarray(0, count),
      parent: parent.subarray(0, count),
      inline: this.#inline.subarray(0, count),
      flat: (node) => costOf(flat, node),
      cum: (node) => costOf(cum, node),
      children(node) {
        const found: number[] = [];
        for (let child = newestChild[node]!; child !== 0; child = olderSibling[child]!) {
          if (!isZero(costOf(cum, child)) || hasCost(child)) found.push(child);
        }
        if (found.length < 2) return found;
        return found.sort(
          (a, b) =>
            bySizeDescending(costOf(cum, a), costOf(cum, b)) ||
            compareText(table.label(tableNode[a]!), table.label(tableNode[b]!)),
        );
      },
    };

    /** In a difference, costs of a subtree can add up to 0. */
    function hasCost(node: number): boolean {
      return newestChild[node] !== 0 || !isZero(costOf(flat, node));
    }
  }
}
