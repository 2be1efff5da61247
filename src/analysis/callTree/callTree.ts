import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type CallPaths, callPaths } from '../callGraph/contexts.ts';
import type { NodeTable } from '../costs/nodes.ts';
import { countedSamples } from '../values/measure.ts';
import { bySizeDescending, isZero, type Value } from '../values/value.ts';
import { joinedAt, type Weights } from '../values/weights.ts';

/** The whole call tree from the root, with costs: what the report `calltree` and pictures are made from. */
export interface CallTree extends Omit<CallPaths, 'leafOf'> {
  readonly table: NodeTable;
  flat(node: number): Value;
  cum(node: number): Value;
  /** Children with a cost, largest first, equal ones by name. */
  children(node: number): number[];
}

/** Builds the tree of the samples whose weight is not 0. */
export function callTree({ samples }: Profile, table: NodeTable, weights: Weights): CallTree {
  const { leafOf, ...paths } = callPaths(samples, table, countedSamples({ weights, divisors: null }));
  const { count, parent, tableNode } = paths;
  const flat = weights.parts.map((weight) => {
    const sums = new Float64Array(count);
    for (let sample = 0; sample < leafOf.length; sample++) sums[leafOf[sample]!]! += weight[sample]!;
    return sums;
  });
  // Children have higher numbers than their parents, so one pass from the end adds up every subtree.
  const cum = flat.map((column) => {
    const sums = column.slice();
    for (let node = count - 1; node > 0; node--) sums[parent[node]!]! += sums[node]!;
    return sums;
  });
  /** 0 if there is none. */
  const newestChild = new Uint32Array(count);
  const olderSibling = new Uint32Array(count);
  for (let node = 1; node < count; node++) {
    olderSibling[node] = newestChild[parent[node]!]!;
    newestChild[parent[node]!] = node;
  }
  /** In a difference, costs of a subtree can add up to 0. */
  const hasCost = (node: number) => newestChild[node] !== 0 || !isZero(joinedAt(flat, node));
  return {
    ...paths,
    table,
    flat: (node) => joinedAt(flat, node),
    cum: (node) => joinedAt(cum, node),
    children(node) {
      const found: number[] = [];
      for (let child = newestChild[node]!; child !== 0; child = olderSibling[child]!) {
        if (!isZero(joinedAt(cum, child)) || hasCost(child)) found.push(child);
      }
      if (found.length < 2) return found;
      return found.sort(
        (a, b) =>
          bySizeDescending(joinedAt(cum, a), joinedAt(cum, b)) ||
          compareText(table.label(tableNode[a]!), table.label(tableNode[b]!)),
      );
    },
  };
}
