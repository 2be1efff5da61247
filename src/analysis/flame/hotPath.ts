import { FlameTree } from './flameTree.ts';

/**
 * The chain of calls that carries most of the cost: from the root's widest child to its widest child, and so on, as long as a
 * child has at least half of the node's width. Nodes of the tree, the outermost first; empty if nothing has half of all.
 */
export function hotPath(tree: FlameTree): number[] {
  const nodes: number[] = [];
  let node: number = FlameTree.root;
  for (;;) {
    const { first, count } = tree.open(node);
    if (count === 0 || tree.width(first) * 2 < tree.width(node)) return nodes;
    nodes.push(first);
    node = first;
  }
}
