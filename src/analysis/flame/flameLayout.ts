import { FlameTree } from './flameTree.ts';

/** The part of the graph's width that is shown, as shares (0 to 1) of the whole; `left < right`. */
export interface FlameWindow {
  readonly left: number;
  readonly right: number;
}

export const wholeWindow: FlameWindow = { left: 0, right: 1 };

/**
 * Where the frames to draw are, as columns: row by row from the root, and from left to right within a row, so that the
 * frame at a point is found by bisection.
 */
export interface FlameLayout {
  readonly count: number;
  /** Row `d` holds the frames `rowStart[d]` to `rowStart[d + 1] - 1`. Row 0 is the root. */
  readonly rowStart: Uint32Array;
  /** Node of the tree. */
  readonly nodes: Uint32Array;
  /** Left edge and width, as shares of the whole graph's width, not of the window. */
  readonly lefts: Float64Array;
  readonly widths: Float64Array;
}

/**
 * Lays out the part of a tree that is in a window. Only nodes that are wide enough to be drawn are opened.
 *
 *   |                root                |
 *   |          a          |     b     |       <- the rest of root's width is its own flat value
 *   |    c    |   d   |      |  e  |
 *
 * @param least Narrowest frame to draw, as a share of the whole graph's width: half a pixel at this zoom.
 */
export function layOutFlame(tree: FlameTree, window: FlameWindow, least: number): FlameLayout {
  const total = tree.total;
  const nodes: number[] = [FlameTree.root];
  const lefts: number[] = [0];
  const widths: number[] = [1];
  const rowStart: number[] = [0];
  let row = 0;
  while (total > 0 && row < nodes.length) {
    const rowEnd = nodes.length;
    rowStart.push(rowEnd);
    for (; row < rowEnd; row++) {
      const { first, count } = tree.open(nodes[row]!);
      let left = lefts[row]!;
      for (let child = first; child < first + count && left < window.right; child++) {
        const width = tree.width(child) / total;
        // Children are ordered by decreasing width: all that follow are too narrow, too.
        if (width < least) break;
        if (left + width > window.left) {
          nodes.push(child);
          lefts.push(left);
          widths.push(width);
        }
        left += width;
      }
    }
  }
  if (total === 0) rowStart.push(1);
  return {
    count: nodes.length,
    rowStart: Uint32Array.from(rowStart),
    nodes: Uint32Array.from(nodes),
    lefts: Float64Array.from(lefts),
    widths: Float64Array.from(widths),
  };
}

/** The window that a node fills. Its left edge is the sum of the widths of all nodes left of it and of its callers. */
export function windowOf(tree: FlameTree, node: number): FlameWindow {
  let left = 0;
  for (let at = node; at !== FlameTree.root; at = tree.parent(at)) {
    const { first } = tree.open(tree.parent(at));
    for (let sibling = first; sibling < at; sibling++) left += tree.width(sibling);
  }
  return { left: left / tree.total, right: (left + tree.width(node)) / tree.total };
}
