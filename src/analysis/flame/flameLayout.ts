import { FlameTree } from './flameTree.ts';

/** The part of the graph's width on show, as shares (0 to 1) of the whole; `left < right`. */
export interface FlameWindow {
  readonly left: number;
  readonly right: number;
}

export const wholeWindow: FlameWindow = { left: 0, right: 1 };

/**
 * The frames to draw, in columns, row by row from the root and from left to right within a row, so whoever
 * looks for the frame at a point bisects within a row.
 */
export interface FlameLayout {
  readonly count: number;
  /** Row `d` holds the frames `rowStart[d]` to `rowStart[d + 1] - 1`. Row 0 is the root. */
  readonly rowStart: Uint32Array;
  /** Node of the tree. */
  readonly nodes: Uint32Array;
  /** Left edge and width as shares of the whole graph's width, whatever the window. */
  readonly lefts: Float64Array;
  readonly widths: Float64Array;
}

/**
 * Lays out what is seen of a tree, opening nodes only where they are wide enough to be drawn.
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
        // Children stand by decreasing width: all that follow are too narrow as well.
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

/** The window that a node fills, found from the widths of what stands left of it on its way to the root. */
export function windowOf(tree: FlameTree, node: number): FlameWindow {
  let left = 0;
  for (let at = node; at !== FlameTree.root; at = tree.parent(at)) {
    const { first } = tree.open(tree.parent(at));
    for (let sibling = first; sibling < at; sibling++) left += tree.width(sibling);
  }
  return { left: left / tree.total, right: (left + tree.width(node)) / tree.total };
}
