import { FlameTree } from './flameTree.ts';

/**
 * Whether the hot path goes on with the widest child of a node: if it has at least half of the node's width. Below a tenth of all,
 * half of it is not much.
 */
export function isHot(child: number, node: number, all: number): boolean {
  return 2 * child >= node && 10 * child >= all;
}

/**
 * The chain of calls that carries most of the cost: from the root's widest child to its widest child, and so on. Nodes of the
 * tree, the outermost first; empty if nothing has half of all.
 */
export function hotPath(tree: FlameTree): number[] {
  const nodes: number[] = [];
  let node: number = FlameTree.root;
  for (;;) {
    const { first, count } = tree.open(node);
    if (count === 0 || !isHot(tree.width(first), tree.width(node), tree.total)) return nodes;
    nodes.push(first);
    node = first;
  }
}
