import type { FrameTable } from './frames.ts';
import type { Stacks } from './stacks.ts';

/** The samples of a node that have the same function as their next frame. */
export interface NextFunc {
  readonly func: number;
  /** The samples' range of `SamplePartition.order` begins here, and has so many. */
  begin: number;
  samples: number;
  /** Sums over the samples: of |value|, of values, of the values of stacks that end in this function. */
  width: number;
  cum: number;
  flat: number;
  /** Sum of |value| of the samples in which the function is inlined into its caller. */
  inlinedWidth: number;
  /** The function's site with the largest sum of |value|. */
  hottestSite: number;
}

/** While a range is split: the largest width of a site, and where in `order` the next sample goes. */
interface Child extends NextFunc {
  hottestWidth: number;
  next: number;
}

/**
 * An order of samples in which the samples of every opened node stand next to each other. `split` orders a node's range
 * by the samples' next frame:
 *
 *   before  [ s0 s1 s2 s3 s4 ]
 *   after   [ s2 | s0 s3 | s1 | s4 ]     s2 ends here; then one range for each function that follows
 */
export class SamplePartition {
  /** All samples whose value is not 0. */
  readonly order: Uint32Array;
  readonly #reordered: Uint32Array;
  /** By position in `order`: the sample's group. */
  readonly #groupAt: Uint32Array;
  readonly #groups: Groups;
  /** By site: its group. By func: the index of its child, plus 1. Both are all 0 between calls of `split`. */
  readonly #groupOfSite: Uint32Array;
  readonly #childOfFunc: Uint32Array;

  /** @param values One value per sample of `stacks`. */
  constructor(
    private readonly frames: FrameTable,
    private readonly stacks: Stacks,
    private readonly values: Float64Array,
  ) {
    const order = new Uint32Array(values.length);
    let count = 0;
    for (let sample = 0; sample < values.length; sample++) if (values[sample] !== 0) order[count++] = sample;
    this.order = order.subarray(0, count);
    this.#reordered = new Uint32Array(count);
    this.#groupAt = new Uint32Array(count);
    this.#groups = new Groups(count + 1);
    this.#groupOfSite = new Uint32Array(frames.siteCount);
    this.#childOfFunc = new Uint32Array(frames.funcCount);
  }

  /**
   * Orders the samples from `begin` to `end` by their frame at `depth`, and answers what follows: by decreasing width,
   * equal widths in the order in which the profile has the functions.
   */
  split(begin: number, end: number, depth: number): readonly NextFunc[] {
    const groupCount = this.#group(begin, end, depth);
    const children = this.#mergeByFunc(groupCount);
    const isAside = ({ func }: Child) => Number(func >= this.frames.asideFrom);
    const ranked = [...children].sort(
      (a, b) => isAside(a) - isAside(b) || b.width - a.width || a.func - b.func,
    );
    let next = begin + this.#groups.samples[0]!;
    for (const child of ranked) {
      child.begin = next;
      child.next = next;
      next += child.samples;
    }
    this.#reorder(begin, end, children);
    return ranked;
  }

  /** Sums the samples by the site of their frame at `depth`. Answers the number of groups; group 0 has no such frame. */
  #group(begin: number, end: number, depth: number): number {
    const { start, sites } = this.stacks;
    const groups = this.#groups;
    groups.clear(0, -1);
    let count = 1;
    for (let i = begin; i < end; i++) {
      const sample = this.order[i]!;
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
      this.#groupAt[i] = group;
      const value = this.values[sample]!;
      groups.samples[group] = groups.samples[group]! + 1;
      groups.widths[group] = groups.widths[group]! + Math.abs(value);
      groups.cums[group] = groups.cums[group]! + value;
      if (at + 1 === stackEnd) groups.flats[group] = groups.flats[group]! + value;
    }
    for (let group = 1; group < count; group++) this.#groupOfSite[groups.sites[group]!] = 0;
    return count;
  }

  /** One child for all groups of a function. Notes in `groups.children` which. */
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
        child.hottestSite = site;
      }
    }
    for (const { func } of children) this.#childOfFunc[func] = 0;
    return children;
  }

  /** Moves each sample into its child's range; samples that end here come first. */
  #reorder(begin: number, end: number, children: readonly Child[]): void {
    const groups = this.#groups;
    if (children.length < 2 && groups.samples[0] === 0) return;
    let nextEnding = begin;
    for (let i = begin; i < end; i++) {
      const sample = this.order[i]!;
      const group = this.#groupAt[i]!;
      if (group === 0) this.#reordered[nextEnding++] = sample;
      else this.#reordered[children[groups.children[group]!]!.next++] = sample;
    }
    this.order.set(this.#reordered.subarray(begin, end), begin);
  }
}

/** The samples of a range, grouped by site: columns over the groups, used again for each range. */
class Groups {
  readonly sites: Int32Array;
  readonly samples: Uint32Array;
  readonly widths: Float64Array;
  readonly cums: Float64Array;
  readonly flats: Float64Array;
  /** Index of the child that the group belongs to. */
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

function newChild(func: number): Child {
  return {
    func,
    begin: 0,
    samples: 0,
    width: 0,
    cum: 0,
    flat: 0,
    inlinedWidth: 0,
    hottestSite: -1,
    hottestWidth: -1,
    next: 0,
  };
}
