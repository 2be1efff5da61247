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
 * - Children stand by decreasing width, then by name. What the function itself costs stays free at
 *   the right, under no child.
 * - Samples whose value is 0 are not there.
 *
 * Values are doubles: beyond 2^53 they are the nearest ones, which no picture shows.
 */
export class FlameTree {
  /** Node 0: all samples. It has no entry. */
  static readonly root = 0;

  readonly frames: FrameTable;
  readonly #stacks: Stacks;
  /** Value per sample. */
  readonly #values: Float64Array;

  readonly #order: Uint32Array;
  readonly #reordered: Uint32Array;
  /** Per sample of the node being opened, the group it falls into. */
  readonly #groupOfSample: Uint32Array;
  /** Per site, its group in the node being opened, plus one; 0 between calls of `open`. */
  readonly #groupOfSite: Uint32Array;
  /** Per entry, its place in `children` of the node being opened, plus one; 0 between calls of `open`. */
  readonly #childOfEntry: Uint32Array;

  #count = 0;
  #parents = new Int32Array(256);
  #entries = new Int32Array(256);
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
    this.#groupOfSite = new Uint32Array(frames.siteCount);
    this.#childOfEntry = new Uint32Array(frames.entryCount);
    this.#add({
      parent: -1,
      depth: 0,
      entry: -1,
      site: -1,
      begin: 0,
      end: count,
      width,
      cum,
      flat,
      inlinedWidth: 0,
    });
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
  entry(node: number): number {
    return this.#entries[node]!;
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
    return this.frames.entryNames[this.#entries[node]!] ?? 'root';
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
    const begin = this.#begins[node]!;
    const groups = this.#group(node);
    const children = this.#mergeByEntry(groups);
    const ranked = [...children].sort(
      (a, b) => b.width - a.width || compareText(this.#entryName(a), this.#entryName(b)),
    );

    let next = begin + groups[0]!.samples;
    const firstChild = this.#count;
    for (const child of ranked) {
      const depth = this.#depths[node]! + 1;
      this.#add({ ...child, parent: node, depth, begin: next, end: next + child.samples });
      child.next = next;
      next += child.samples;
    }
    this.#firstChildren[node] = firstChild;
    this.#childCounts[node] = ranked.length;
    this.#sortSamples(node, groups, children);
  }

  /** Sums the node's samples by the site of their next frame. Group 0: those that end here. */
  #group(node: number): Group[] {
    const { start, sites } = this.#stacks;
    const begin = this.#begins[node]!;
    const end = this.#ends[node]!;
    const depth = this.#depths[node]!;
    const groups: Group[] = [newGroup(-1)];
    for (let i = begin; i < end; i++) {
      const sample = this.#order[i]!;
      const at = start[sample]! + depth;
      const stackEnd = start[sample + 1]!;
      let index = 0;
      if (at < stackEnd) {
        const site = sites[at]!;
        index = this.#groupOfSite[site]!;
        if (index === 0) {
          index = groups.push(newGroup(site)) - 1;
          this.#groupOfSite[site] = index;
        }
      }
      this.#groupOfSample[i] = index;
      const group = groups[index]!;
      const value = this.#values[sample]!;
      group.samples++;
      group.width += Math.abs(value);
      group.cum += value;
      if (at + 1 === stackEnd) group.flat += value;
    }
    for (const { site } of groups) if (site !== -1) this.#groupOfSite[site] = 0;
    return groups;
  }

  /** One child for all groups of an entry. Sets each group's `child`. */
  #mergeByEntry(groups: readonly Group[]): Child[] {
    const { siteEntry, siteInlined } = this.frames;
    const children: Child[] = [];
    for (const group of groups) {
      if (group.site === -1) continue;
      const entry = siteEntry[group.site]!;
      let index = this.#childOfEntry[entry]! - 1;
      if (index === -1) {
        index = children.push(newChild(entry)) - 1;
        this.#childOfEntry[entry] = index + 1;
      }
      const child = children[index]!;
      group.child = index;
      child.samples += group.samples;
      child.width += group.width;
      child.cum += group.cum;
      child.flat += group.flat;
      if (siteInlined[group.site] === 1) child.inlinedWidth += group.width;
      if (group.width > child.hottestWidth) {
        child.hottestWidth = group.width;
        child.site = group.site;
      }
    }
    for (const { entry } of children) this.#childOfEntry[entry] = 0;
    return children;
  }

  /** Brings the node's range of `order` into the order of its children; those that end here come first. */
  #sortSamples(node: number, groups: readonly Group[], children: readonly Child[]): void {
    const begin = this.#begins[node]!;
    const end = this.#ends[node]!;
    if (children.length < 2 && groups[0]!.samples === 0) return;
    let nextEnding = begin;
    for (let i = begin; i < end; i++) {
      const sample = this.#order[i]!;
      const group = groups[this.#groupOfSample[i]!]!;
      if (group.child === -1) this.#reordered[nextEnding++] = sample;
      else this.#reordered[children[group.child]!.next++] = sample;
    }
    this.#order.set(this.#reordered.subarray(begin, end), begin);
  }

  #entryName(child: Child): string {
    return this.frames.entryNames[child.entry]!;
  }

  #add(node: NewNode): void {
    if (this.#count === this.#parents.length) this.#grow();
    const i = this.#count++;
    this.#parents[i] = node.parent;
    this.#depths[i] = node.depth;
    this.#entries[i] = node.entry;
    this.#sites[i] = node.site;
    this.#begins[i] = node.begin;
    this.#ends[i] = node.end;
    this.#firstChildren[i] = -1;
    this.#widths[i] = node.width;
    this.#cums[i] = node.cum;
    this.#flats[i] = node.flat;
    this.#inlinedWidths[i] = node.inlinedWidth;
  }

  #grow(): void {
    const capacity = this.#parents.length * 2;
    this.#parents = grown(this.#parents, new Int32Array(capacity));
    this.#entries = grown(this.#entries, new Int32Array(capacity));
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

/** The samples of a node whose next frame is the same site. */
interface Group {
  readonly site: number;
  samples: number;
  width: number;
  cum: number;
  flat: number;
  /** Index of the child they go to; -1 for those that go to none. */
  child: number;
}

interface Child {
  readonly entry: number;
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

interface NewNode {
  readonly parent: number;
  readonly depth: number;
  readonly entry: number;
  readonly site: number;
  readonly begin: number;
  readonly end: number;
  readonly width: number;
  readonly cum: number;
  readonly flat: number;
  readonly inlinedWidth: number;
}

function newGroup(site: number): Group {
  return { site, samples: 0, width: 0, cum: 0, flat: 0, child: -1 };
}

function newChild(entry: number): Child {
  return {
    entry,
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
