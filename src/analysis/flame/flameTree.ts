import { growColumns } from '../../pprof/growing.ts';
import type { FrameTable } from './frames.ts';
import { SamplePartition } from './samplePartition.ts';
import type { Stacks } from './stacks.ts';

/**
 * The call tree from the root. A node gets its children only when it is opened.
 *
 * The tree is never built whole. A node is a range of an order of the samples. Opening it sorts that range by the
 * samples' next frame, and each function found there becomes a child:
 *
 *   samples     s0 a b c     s1 a d     s2 a     s3 a b e     s4 f
 *   root        [ s0 s1 s2 s3 s4 ]
 *   open root   [ s0 s1 s2 s3 | s4 ]                  a, f
 *   open a      [ s2 | s0 s3 | s1 | s4 ]              (s2 ends in a), b, d
 *
 * So ranges only get finer, a node's children are next to each other, and a picture costs time in proportion to the
 * samples behind the frames it shows, not to the whole profile.
 *
 * Rules, as in google/pprof's flame view:
 * - Frames are functions, inlined ones too. A function that calls itself is a frame under itself.
 * - A node's width is the sum of |value| of its samples, so that in a difference both growth and shrinkage take room.
 *   `flat` and `cum` keep their sign.
 * - Children stand by decreasing width, equal ones in the order in which the profile has them. The room for the
 *   function's own cost stays free at the right, under no child.
 * - Samples whose value is 0 are left out.
 *
 * Values are doubles: beyond 2^53 they are rounded, which no picture shows.
 */
export class FlameTree {
  /** Node 0: all samples. It has no function. */
  static readonly root = 0;

  readonly #partition: SamplePartition;
  readonly #nodes = new FlameNodes();

  /**
   * @param values One value per sample of `stacks`, in the sample type's unit.
   */
  constructor(
    readonly frames: FrameTable,
    private readonly stacks: Stacks,
    values: Float64Array,
  ) {
    this.#partition = new SamplePartition(frames, stacks, values);
    const nodes = this.#nodes;
    const { order } = this.#partition;
    const root = nodes.add(-1, 0, 0, order.length);
    let [width, cum, flat] = [0, 0, 0];
    for (let i = 0; i < order.length; i++) {
      const sample = order[i]!;
      const value = values[sample]!;
      width += Math.abs(value);
      cum += value;
      if (stacks.start[sample] === stacks.start[sample + 1]) flat += value;
    }
    nodes.columns.func[root] = -1;
    nodes.columns.hottestSite[root] = -1;
    nodes.columns.width[root] = width;
    nodes.columns.cum[root] = cum;
    nodes.columns.flat[root] = flat;
  }

  /** Sum of |value| over all samples: the width of the root, and what percentages are of. */
  get total(): number {
    return this.width(FlameTree.root);
  }

  /** Nodes made so far. */
  get nodeCount(): number {
    return this.#nodes.count;
  }

  /** -1 for the root. */
  parent(node: number): number {
    return this.#nodes.columns.parent[node]!;
  }

  /** 0 for the root. */
  depth(node: number): number {
    return this.#nodes.columns.depth[node]!;
  }

  /** Index into the frame table's funcs; -1 for the root. */
  func(node: number): number {
    return this.#nodes.columns.func[node]!;
  }

  /** Sum of |value| of the node's samples. */
  width(node: number): number {
    return this.#nodes.columns.width[node]!;
  }

  cum(node: number): number {
    return this.#nodes.columns.cum[node]!;
  }

  /** Sum of the values of the samples that end in this node. */
  flat(node: number): number {
    return this.#nodes.columns.flat[node]!;
  }

  /** The site (function and line) with most of the node's width; -1 for the root. */
  hottestSite(node: number): number {
    return this.#nodes.columns.hottestSite[node]!;
  }

  /** Whether the function was inlined into its caller here: in every sample, in some, in none. */
  inlined(node: number): 'all' | 'some' | 'none' {
    const inlined = this.#nodes.columns.inlinedWidth[node]!;
    if (inlined === 0) return 'none';
    return inlined === this.width(node) ? 'all' : 'some';
  }

  /** The node's samples, in no particular order. Valid until the node is opened. */
  samples(node: number): Uint32Array {
    const { begin, end } = this.#nodes.columns;
    return this.#partition.order.subarray(begin[node], end[node]);
  }

  /** Flat and cum of a node with other values of the same samples. */
  sums(node: number, values: Float64Array): { readonly flat: number; readonly cum: number } {
    let [flat, cum] = [0, 0];
    for (const sample of this.samples(node)) {
      const value = values[sample]!;
      cum += value;
      if (this.stacks.start[sample + 1]! - this.stacks.start[sample]! === this.depth(node)) flat += value;
    }
    return { flat, cum };
  }

  name(node: number): string {
    return node === FlameTree.root ? 'root' : this.frames.funcName(this.func(node));
  }

  /** The children, which are made if they are not there yet: nodes `first` to `first + count - 1`, widest first. */
  open(node: number): { readonly first: number; readonly count: number } {
    const { firstChild, childCount } = this.#nodes.columns;
    if (firstChild[node] === -1) return this.#makeChildren(node);
    return { first: firstChild[node]!, count: childCount[node]! };
  }

  /** Function names from below the root down to the node. They name the same frame in every tree of this profile. */
  path(node: number): string[] {
    const names: string[] = [];
    for (let at = node; at !== FlameTree.root; at = this.parent(at)) names.push(this.name(at));
    return names.reverse();
  }

  /** The node that `path` names, or the deepest node on that path that this tree has. */
  follow(path: readonly string[]): number {
    let node: number = FlameTree.root;
    for (const name of path) {
      const { first, count } = this.open(node);
      let child = first;
      while (child < first + count && this.name(child) !== name) child++;
      if (child === first + count) break;
      node = child;
    }
    return node;
  }

  #makeChildren(parent: number): { readonly first: number; readonly count: number } {
    const nodes = this.#nodes;
    const { columns } = nodes;
    const depth = columns.depth[parent]!;
    const children = this.#partition.split(columns.begin[parent]!, columns.end[parent]!, depth);
    const first = nodes.count;
    columns.firstChild[parent] = first;
    columns.childCount[parent] = children.length;
    for (const child of children) {
      const node = nodes.add(parent, depth + 1, child.begin, child.begin + child.samples);
      columns.func[node] = child.func;
      columns.hottestSite[node] = child.hottestSite;
      columns.width[node] = child.width;
      columns.cum[node] = child.cum;
      columns.flat[node] = child.flat;
      columns.inlinedWidth[node] = child.inlinedWidth;
    }
    return { first, count: children.length };
  }
}

/** The nodes of a flame tree that have been made so far. A node is an index into the columns. */
class FlameNodes {
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
