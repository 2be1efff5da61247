import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { NodeTable } from '../costs/nodes.ts';
import { bySizeDescending, isZero, type Value } from '../values/value.ts';
import { isWeightless, joinedAt, type Weights } from '../values/weights.ts';

/**
 * The whole call tree from the root, as columns: what `tree`, folded stacks and pictures are made from. A node is
 * an entry in a context; node 0 is the root of all stacks and no entry.
 *
 *   stacks a;b;c  a;b  a;d      0 -> a -> b -> c
 *                                      `-> d
 */
export interface CallTree {
  readonly count: number;
  readonly table: NodeTable;
  /** Entry in `table`; of node 0 meaningless. */
  readonly tableNode: Uint32Array;
  readonly parent: Uint32Array;
  /** 1 where the entry was inlined into its parent in every sample. */
  readonly inline: Uint8Array;
  flat(node: number): Value;
  cum(node: number): Value;
  /** Children with a cost, largest first, equal ones by name. */
  children(node: number): number[];
}

/**
 * Builds the tree in one pass over the samples that weigh anything. Samples that follow each other often share their
 * rootward frames, whose nodes need not be looked for again.
 */
export function callTree({ samples }: Profile, table: NodeTable, weights: Weights): CallTree {
  const builder = new TreeBuilder(weights.parts.length);
  const { frameStart, frameNode } = table;
  const { locationStart, locations } = samples;
  /** The last stack's node at each of its locations, root first, and where that stack ends. */
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

/** Locations of the deepest stack. */
function deepest(locationStart: Uint32Array): number {
  let depth = 0;
  for (let i = 1; i < locationStart.length; i++) {
    depth = Math.max(depth, locationStart[i]! - locationStart[i - 1]!);
  }
  return depth;
}

class TreeBuilder {
  #count = 1;
  #entry = new Uint32Array(1024);
  #parent = new Uint32Array(1024);
  #inline = new Uint8Array(1024).fill(1);
  #firstChild = new Uint32Array(1024);
  #nextSibling = new Uint32Array(1024);
  #flat: Float64Array[];
  /** Children by parent and entry: open addressing, node or 0; at most half full. */
  #slots = new Uint32Array(2048);

  constructor(parts: number) {
    this.#flat = Array.from({ length: parts }, () => new Float64Array(1024));
  }

  child(parent: number, entry: number, inline: boolean): number {
    const mask = this.#slots.length - 1;
    let slot = hash(parent, entry) & mask;
    for (let node = this.#slots[slot]!; node !== 0; node = this.#slots[slot]!) {
      if (this.#parent[node] === parent && this.#entry[node] === entry) {
        if (!inline) this.#inline[node] = 0;
        return node;
      }
      slot = (slot + 1) & mask;
    }
    if (this.#count === this.#entry.length) {
      this.#grow();
      return this.child(parent, entry, inline);
    }
    const node = this.#count++;
    this.#slots[slot] = node;
    this.#entry[node] = entry;
    this.#parent[node] = parent;
    this.#inline[node] = inline ? 1 : 0;
    this.#nextSibling[node] = this.#firstChild[parent]!;
    this.#firstChild[parent] = node;
    return node;
  }

  add(node: number, part: number, weight: number): void {
    const flat = this.#flat[part]!;
    flat[node] = flat[node]! + weight;
  }

  #grow(): void {
    const capacity = this.#entry.length * 2;
    const larger = (column: Uint32Array) => {
      const copy = new Uint32Array(capacity);
      copy.set(column);
      return copy;
    };
    this.#entry = larger(this.#entry);
    this.#parent = larger(this.#parent);
    this.#firstChild = larger(this.#firstChild);
    this.#nextSibling = larger(this.#nextSibling);
    const inline = new Uint8Array(capacity);
    inline.set(this.#inline);
    this.#inline = inline;
    this.#flat = this.#flat.map((column) => {
      const copy = new Float64Array(capacity);
      copy.set(column);
      return copy;
    });
    this.#slots = new Uint32Array(capacity * 2);
    const mask = this.#slots.length - 1;
    for (let node = 1; node < this.#count; node++) {
      let slot = hash(this.#parent[node]!, this.#entry[node]!) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = node;
    }
  }

  finish(table: NodeTable): CallTree {
    const count = this.#count;
    const [entry, parent] = [this.#entry, this.#parent];
    const flat = this.#flat;
    // Children come after their parents, so one pass from the end adds up every subtree.
    const cum = flat.map((column) => {
      const sums = column.slice(0, count);
      for (let node = count - 1; node > 0; node--) sums[parent[node]!]! += sums[node]!;
      return sums;
    });
    const firstChild = this.#firstChild;
    const nextSibling = this.#nextSibling;
    const costOf = (columns: readonly Float64Array[], node: number) => joinedAt(columns, node);
    return {
      count,
      table,
      tableNode: entry.subarray(0, count),
      parent: parent.subarray(0, count),
      inline: this.#inline.subarray(0, count),
      flat: (node) => costOf(flat, node),
      cum: (node) => costOf(cum, node),
      children(node) {
        const found: number[] = [];
        for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
          if (!isZero(costOf(cum, child)) || hasCost(child)) found.push(child);
        }
        if (found.length < 2) return found;
        return found.sort(
          (a, b) =>
            bySizeDescending(costOf(cum, a), costOf(cum, b)) ||
            compareText(table.label(entry[a]!), table.label(entry[b]!)),
        );
      },
    };

    /** In a difference, a subtree may add up to 0 and still hold costs. */
    function hasCost(node: number): boolean {
      return firstChild[node] !== 0 || !isZero(costOf(flat, node));
    }
  }
}

function hash(parent: number, entry: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(entry + 0x7f4a7c15, 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
