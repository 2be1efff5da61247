import { growColumns } from '../../pprof/growing.ts';

/** The nodes of a flame tree that have been made so far. A node is an index into the columns. */
export class FlameNodes {
  count = 0;
  /** Longer than `count`. */
  readonly columns = {
    /** -1 for the root. */
    parent: new Int32Array(firstCapacity),
    /** 0 for the root. */
    depth: new Uint32Array(firstCapacity),
    /** Index into the frame table's funcs; -1 for the root. */
    func: new Int32Array(firstCapacity),
    /** The site at which most of the node's width stands; -1 for the root. */
    hottestSite: new Int32Array(firstCapacity),
    /** The node's samples, as a range of the order of all samples. */
    begin: new Uint32Array(firstCapacity),
    end: new Uint32Array(firstCapacity),
    /** The children are `childCount` nodes from `firstChild` on; -1 while they have not been made. */
    firstChild: new Int32Array(firstCapacity),
    childCount: new Uint32Array(firstCapacity),
    width: new Float64Array(firstCapacity),
    cum: new Float64Array(firstCapacity),
    flat: new Float64Array(firstCapacity),
    /** Width of the samples in which the function is inlined into its caller. */
    inlinedWidth: new Float64Array(firstCapacity),
  };

  /** Adds a node whose children and costs are not known yet. */
  add(parent: number, depth: number, begin: number, end: number): number {
    const { columns } = this;
    if (this.count === columns.parent.length) growColumns(columns, 2 * this.count);
    const node = this.count++;
    columns.parent[node] = parent;
    columns.depth[node] = depth;
    columns.begin[node] = begin;
    columns.end[node] = end;
    columns.firstChild[node] = -1;
    return node;
  }
}

const firstCapacity = 256;
