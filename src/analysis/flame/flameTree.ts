import type { FrameTable } from './frames.ts';
import type { Stacks } from './stacks.ts';

/**
 * The call tree from the root, opened only where somebody looks.
 *
 * The tree is never built whole. A node is a range of `order`, a permutation of the samples; opening it sorts
 * that range by the samples' next frame, and each group becomes a child:
 *
 *   samples     s0 a b c     s1 a d     s2 a     s3 a b e     s4 f
 *   root        [ s0 s1 s2 s3 s4 ]
 *   open root   [ s0 s1 s2 s3 | s4 ]                  a, f
 *   open a      [ s2 | s0 s3 | s1 | s4 ]              (s2 ends in a), b, d
 *
 * So a range only ever gets finer, a node's children stand next to each other, and a picture costs the
 * samples behind what it shows, not the whole profile.
 *
 * Rules, as google/pprof's flame view has them:
 * - Frames are functions, inlined ones too; a function that calls itself is a frame under itself.
 * - A node's width is the sum of |value| of its samples, so in a difference what grew and what shrank both take
 *   room; `flat` and `cum` keep their sign.
 * - Children stand by decreasing width, equal ones in the order in which the profile has them. What the
 *   function itself costs stays free at the right, under no child.
 * - Samples whose value is 0 are not there.
 *
 * Values are doubles: beyond 2^53 they are the nearest ones, which no picture shows.
 */
export class FlameTree {
  /** Node 0: all samples. It has no func. */
  static readonly root = 0;

  readonly frames: FrameTable;
  readonly #stacks: Stacks;
  /** Value per sample. */
  readonly #values: Float64Array;

  readonly #order: Uint32Array;
  readonly #reordered: Uint32Array;
  /** Per sample of the node being opened, the group it falls into. */
  readonly #groupOfSample: Uint32Array;
  readonly #groups: Groups;
  /** Per site, its group in the node being opened; 0 between calls of `open`. */
  readonly #groupOfSite: Uint32Array;
  /** Per func, its place in `children` of the node being opened, plus one; 0 between calls of `open`. */
  readonly #childOfFunc: Uint32Array;

  #count = 0;
  #parents = new Int32Array(256);
  #funcs = new Int32Array(256);
  #sites = new Int32Array(256);
  #begins = new Uint32Array(256);
  #ends = new Uint32Array(256);
  /** -1 until opened. */
  #firstChildren = new Int32Array(256);
  #childCounts = new Uint32Array(256);
  #depths = new Uint32Array(256);
  #widths = new Float64Array(256);
  #cums = new Float64Array(256);
  #flats = new Float64Array(256);
  #inlinedWidths = new Float64Array(256);

  /**
   * @param values One value per sample of `stacks`, in the sample type's unit.
   */
  constructor(frames: FrameTable, stacks: Stacks, values: Float64Array) {
    this.frames = frames;
    this.#stacks = stacks;
    this.#values = values;
    const order = new Uint32Array(values.length);
    let count = 0;
    let width = 0;
    let cum = 0;
    let flat = 0;
    for (let sample = 0; sample < values.length; sample++) {
      const value = values[sample]!;
      if (value === 0) continue;
      order[count++] = sample;
      width += Math.abs(value);
      cum += value;
      if (stacks.start[sample] === stacks.start[sample + 1]) flat += value;
    }
    this.#order = order.subarray(0, count);
    this.#reordered = new Uint32Array(count);
    this.#groupOfSample = new Uint32Array(count);
    this.#groups = new Groups(count + 1);
    this.#groupOfSite = new Uint32Array(frames.siteCount);
    this.#childOfFunc = new Uint32Array(frames.funcCount);
    const root = this.#add(-1, 0, 0, count);
    this.#funcs[root] = -1;
    this.#sites[root] = -1;
    this.#widths[root] = width;
    this.#cums[root] = cum;
    this.#flats[root] = flat;
  }

  /** Sum of |value| over all samples: the width of the root, and what percentages are of. */
  get total(): number {
    return this.#widths[FlameTree.root]!;
  }

  /** Nodes made so far. */
  get nodeCount(): number {
    return this.#count;
  }

  /** -1 for the root. */
  parent(node: number): number {
    return this.#parents[node]!;
  }

  /** 0 for the root. */
  depth(node: number): number {
    return this.#depths[node]!;
  }

  /** Index into the frame table's entries; -1 for the root. */
  func(node: number): number {
    return this.#funcs[node]!;
  }

  /** Sum of |value| of the node's samples. */
  width(node: number): number {
    return this.#widths[node]!;
  }

  cum(node: number): number {
    return this.#cums[node]!;
  }

  /** What the samples that end in this node are worth. */
  flat(node: number): number {
    return this.#flats[node]!;
  }

  /** The site (function and line) most of the node's width stands at; -1 for the root. */
  hottestSite(node: number): number {
    return this.#sites[node]!;
  }

  /** Whether the function was inlined into its caller here: in every sample, in some, in none. */
  inlined(node: number): 'all' | 'some' | 'none' {
    const inlined = this.#inlinedWidths[node]!;
    if (inlined === 0) return 'none';
    return inlined === this.#widths[node] ? 'all' : 'some';
  }

  /** The node's samples, in no particular order. Valid until the node is opened. */
  samples(node: number): Uint32Array {
    return this.#order.subarray(this.#begins[node], this.#ends[node]);
  }

  name(node: number): string {
    return node === FlameTree.root ? 'root' : this.frames.funcName(this.#funcs[node]!);
  }

  /** The children are the nodes `first` to `first + count - 1`, widest first. Makes them if they are not there yet. */
  open(node: number): { readonly first: number; readonly count: number } {
    if (this.#firstChildren[node] === -1) this.#partition(node);
    return { first: this.#firstChildren[node]!, count: this.#childCounts[node]! };
  }

  /** Function names from below the root down to the node: what it is called in every tree of this profile. */
  path(node: number): string[] {
    const names: string[] = [];
    for (let at = node; at !== FlameTree.root; at = this.parent(at)) names.push(this.name(at));
    return names.reverse();
  }

  /** The node that `path` names, or as far down as this tree has it. */
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

  #partition(node: number): void {
    const groupCount = this.#group(node);
    const children = this.#mergeByFunc(groupCount);
    const ranked = [...children].sort((a, b) => b.width - a.width || a.func - b.func);
    const depth = this.#depths[node]! + 1;
    let next = this.#begins[node]! + this.#groups.samples[0]!;
    this.#firstChildren[node] = this.#count;
    this.#childCounts[node] = ranked.length;
    for (const child of ranked) {
      this.#addChild(node, depth, child, next);
      child.next = next;
      next += child.samples;
    }
    this.#sortSamples(node, children);
  }

  /** Sums the node's samples by the site of their next frame; answers how many groups that makes. Group 0: those that end here. */
  #group(node: number): number {
    const { start, sites } = this.#stacks;
    const groups = this.#groups;
    const begin = this.#begins[node]!;
    const end = this.#ends[node]!;
    const depth = this.#depths[node]!;
    groups.clear(0, -1);
    let count = 1;
    for (let i = begin; i < end; i++) {
      const sample = this.#order[i]!;
      const at = start[sample]! + depth;
      const stackEnd = start[sample + 1]!;
      let group = 0;
      if (at < stackEnd) {
        const site = sites[at]!;
        group = this.#groupOfSite[site]!;
        if (group === 0) {
          group = count++;
          groups.clear(group, site);
          this.#groupOfSite[site] = group;
        }
      }
      this.#groupOfSample[i] = group;
      const value = this.#values[sample]!;
      groups.samples[group] = groups.samples[group]! + 1;
      groups.widths[group] = groups.widths[group]! + Math.abs(value);
      groups.cums[group] = groups.cums[group]! + value;
      if (at + 1 === stackEnd) groups.flats[group] = groups.flats[group]! + value;
    }
    for (let group = 1; group < count; group++) this.#groupOfSite[groups.sites[group]!] = 0;
    return count;
  }

  /** One child for all groups of an func. Says in `groups.children` which. */
  #mergeByFunc(groupCount: number): Child[] {
    const { siteFunc, siteInlined } = this.frames;
    const groups = this.#groups;
    const children: Child[] = [];
    for (let group = 1; group < groupCount; group++) {
      const site = groups.sites[group]!;
      const func = siteFunc[site]!;
      let index = this.#childOfFunc[func]! - 1;
      if (index === -1) {
        index = children.push(newChild(func)) - 1;
        this.#childOfFunc[func] = index + 1;
      }
      const child = children[index]!;
      const width = groups.widths[group]!;
      groups.children[group] = index;
      child.samples += groups.samples[group]!;
      child.width += width;
      child.cum += groups.cums[group]!;
      child.flat += groups.flats[group]!;
      if (siteInlined[site] === 1) child.inlinedWidth += width;
      if (width > child.hottestWidth) {
        child.hottestWidth = width;
        child.site = site;
      }
    }
    for (const { func } of children) this.#childOfFunc[func] = 0;
    return children;
  }

  /** Brings the node's range of `order` into the order of its children; those that end here come first. */
  #sortSamples(node: number, children: readonly Child[]): void {
    const begin = this.#begins[node]!;
    const end = this.#ends[node]!;
    const groups = this.#groups;
    if (children.length < 2 && groups.samples[0] === 0) return;
    let nextEnding = begin;
    for (let i = begin; i < end; i++) {
      const sample = this.#order[i]!;
      const group = this.#groupOfSample[i]!;
      if (group === 0) this.#reordered[nextEnding++] = sample;
      else this.#reordered[children[groups.children[group]!]!.next++] = sample;
    }
    this.#order.set(this.#reordered.subarray(begin, end), begin);
  }

  #addChild(parent: number, depth: number, child: Child, begin: number): void {
    const node = this.#add(parent, depth, begin, begin + child.samples);
    this.#funcs[node] = child.func;
    this.#sites[node] = child.site;
    this.#widths[node] = child.width;
    this.#cums[node] = child.cum;
    this.#flats[node] = child.flat;
    this.#inlinedWidths[node] = child.inlinedWidth;
  }

  /** Makes a node with a range of samples and no costs yet. */
  #add(parent: number, depth: number, begin: number, end: number): number {
    if (this.#count === this.#parents.length) this.#grow();
    const node = this.#count++;
    this.#parents[node] = parent;
    this.#depths[node] = depth;
    this.#begins[node] = begin;
    this.#ends[node] = end;
    this.#firstChildren[node] = -1;
    return node;
  }

  #grow(): void {
    const capacity = this.#parents.length * 2;
    this.#parents = grown(this.#parents, new Int32Array(capacity));
    this.#funcs = grown(this.#funcs, new Int32Array(capacity));
    this.#sites = grown(this.#sites, new Int32Array(capacity));
    this.#begins = grown(this.#begins, new Uint32Array(capacity));
    this.#ends = grown(this.#ends, new Uint32Array(capacity));
    this.#firstChildren = grown(this.#firstChildren, new Int32Array(capacity));
    this.#childCounts = grown(this.#childCounts, new Uint32Array(capacity));
    this.#depths = grown(this.#depths, new Uint32Array(capacity));
    this.#widths = grown(this.#widths, new Float64Array(capacity));
    this.#cums = grown(this.#cums, new Float64Array(capacity));
    this.#flats = grown(this.#flats, new Float64Array(capacity));
    this.#inlinedWidths = grown(this.#inlinedWidths, new Float64Array(capacity));
  }
}

/** The samples of a node by the site of their next frame: columns over the groups, used for one node after another. */
class Groups {
  readonly sites: Int32Array;
  readonly samples: Uint32Array;
  readonly widths: Float64Array;
  readonly cums: Float64Array;
  readonly flats: Float64Array;
  /** Index of the child that the group goes to. */
  readonly children: Uint32Array;

  constructor(capacity: number) {
    this.sites = new Int32Array(capacity);
    this.samples = new Uint32Array(capacity);
    this.widths = new Float64Array(capacity);
    this.cums = new Float64Array(capacity);
    this.flats = new Float64Array(capacity);
    this.children = new Uint32Array(capacity);
  }

  clear(group: number, site: number): void {
    this.sites[group] = site;
    this.samples[group] = 0;
    this.widths[group] = 0;
    this.cums[group] = 0;
    this.flats[group] = 0;
  }
}

interface Child {
  readonly func: number;
  site: number;
  hottestWidth: number;
  samples: number;
  width: number;
  cum: number;
  flat: number;
  inlinedWidth: number;
  /** Where in `order` the next of its samples goes. */
  next: number;
}

function newChild(func: number): Child {
  return {
    func,
    site: -1,
    hottestWidth: -1,
    samples: 0,
    width: 0,
    cum: 0,
    flat: 0,
    inlinedWidth: 0,
    next: 0,
  };
}

function grown<T extends Int32Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
