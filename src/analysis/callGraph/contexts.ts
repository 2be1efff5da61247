import { Uint32Builder } from '../../pprof/columns.ts';
import { NumberedPairs } from '../../pprof/numberedPairs.ts';
import { type NodeInfo, NodeTable } from '../costs/nodes.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { countedSamples, type Measure } from '../values/measure.ts';

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
 * The samples then have locations that are those of the profile in one context, and the table says which nodes these have:
 * everything that sums by the nodes of a table works for them. Samples that do not count have no frames.
 */
export function contexts(costs: ProfileCosts, nodes: NodeTable, measured: Measure): Contexts {
  const { profile } = costs;
  const { samples } = profile;
  const counted = countedSamples(measured);
  const builder = new ContextBuilder(nodes);
  const locations = new Uint32Array(samples.locations.length);
  const locationStart = new Uint32Array(samples.count + 1);
  let length = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const first = samples.locationStart[sample]!;
    const depth = counted[sample] === 0 ? 0 : samples.locationStart[sample + 1]! - first;
    let caller = -1;
    for (let i = depth - 1; i >= 0; i--) {
      const location = builder.location(caller, samples.locations[first + i]!);
      locations[length + i] = location;
      caller = builder.leafOf(location);
    }
    length += depth;
    locationStart[sample + 1] = length;
  }
  const stacks = { locations: locations.subarray(0, length), locationStart, selection: null };
  return { costs: costs.of({ ...profile, samples: { ...samples, ...stacks } }), ...builder.finish() };
}

class ContextBuilder {
  /** A context's location by the context that calls it (plus 1) and the profile's location. */
  readonly #locations = new NumberedPairs();
  /** A context's node by its caller (plus 1) and the profile's node. */
  readonly #contexts = new NumberedPairs();
  readonly #infos: NodeInfo[] = [];
  /** 1 if the node was inlined into its caller wherever it was called. */
  readonly #inline: number[] = [];
  /** CSR by a context's location, leaf first. */
  readonly #frameStart = new Uint32Builder();
  readonly #frames = new Uint32Builder();
  readonly #leaf: number[] = [];

  constructor(private readonly nodes: NodeTable) {
    this.#frameStart.push(0);
  }

  /** The location of the profile, called from a node of ours (-1: the root). */
  location(caller: number, location: number): number {
    const before = this.#locations.count;
    const known = this.#locations.add(caller + 1, location);
    if (known < before) return known;
    const { frameStart, frameNode } = this.nodes;
    const path: number[] = [];
    let node = caller;
    const outermost = frameStart[location + 1]! - 1;
    for (let frame = outermost; frame >= frameStart[location]!; frame--) {
      node = this.#node(node, frameNode[frame]!);
      if (frame === outermost) this.#inline[node] = 0;
      path.push(node);
    }
    for (const each of path.reverse()) this.#frames.push(each);
    this.#frameStart.push(this.#frames.length);
    this.#leaf.push(node);
    return known;
  }

  #node(caller: number, tableNode: number): number {
    const before = this.#contexts.count;
    const known = this.#contexts.add(caller + 1, tableNode);
    if (known === before) {
      this.#infos.push(this.nodes.info(tableNode));
      this.#inline.push(1);
    }
    return known;
  }

  /** The innermost node of a location of ours. */
  leafOf(location: number): number {
    return this.#leaf[location]!;
  }

  finish(): Pick<Contexts, 'table' | 'caller' | 'inline'> {
    const { count, first } = this.#contexts;
    return {
      table: new NodeTable(this.#infos, this.#frameStart.finish(), this.#frames.finish()),
      caller: Int32Array.from(first.subarray(0, count), (caller) => caller - 1),
      inline: Uint8Array.from(this.#inline),
    };
  }
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
