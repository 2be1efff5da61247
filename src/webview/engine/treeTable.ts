import { foldedCause } from '../../analysis/flame/drawnStacks.ts';
import { FlameTree } from '../../analysis/flame/flameTree.ts';
import { hotPath } from '../../analysis/flame/hotPath.ts';
import { cleanPath } from '../../analysis/names/filePaths.ts';
import { NameSet } from '../../analysis/names/nameSet.ts';
import { madeOnce } from '../../base/maps.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import type { StringTable } from '../../pprof/profile.ts';
import { rowFilter } from './searchExpression.ts';
import type { OpenRow, TreeAnswer, TreeCost, TreeQuestion, TreeRow } from './tableQuestions.ts';

/** Browsers draw nothing below about 17 million pixels, and with a large font a row has 32. */
const mostRows = 500_000;

/** What a tree's samples cost, and for trees from the leaf every function with all that it calls: by func. */
export interface TreeValues {
  /** By sample; `null` for those that the tree was made of. */
  readonly values: Float64Array | null;
  readonly cumOfFunc: Float64Array | null;
}

/** The rows of a tree of which some are open, in the order of the table. */
interface ListedRows {
  readonly open: readonly OpenRow[];
  /** By place. */
  readonly nodes: readonly number[];
  /** By place: that of the row above it in the tree; -1 at the top. */
  readonly parents: readonly number[];
  /** By node: its place in `open`. */
  readonly openAt: ReadonlyMap<number, number>;
}

/** A flame tree as a table: a row for each node below an open one, and for those at the top. */
export class TreeTable {
  readonly #names: NameSet;
  readonly #listed = new RecentlyUsed<ListedRows>(1);

  /**
   * @param all of the sample type
   * @param timed what operations cost of it; `null` where the profile does not tell that apart
   */
  constructor(
    private readonly tree: FlameTree,
    private readonly strings: StringTable,
    private readonly all: TreeValues,
    private readonly timed: TreeValues | null,
  ) {
    const { frames } = tree;
    this.#names = new NameSet(Array.from({ length: frames.funcCount }, (_, func) => frames.funcName(func)));
  }

  rows({ open, search, from, count }: TreeQuestion): TreeAnswer {
    const listed = madeOnce(this.#listed, JSON.stringify(open), () => this.#list(open ?? this.#hotRows()));
    const isWanted = search.text === '' ? () => false : rowFilter(search);
    const rows: TreeRow[] = [];
    for (let place = from; place < Math.min(from + count, listed.nodes.length); place++) {
      rows.push(this.#row(listed, place, isWanted));
    }
    const end = listed.openAt.size - 1;
    const isLast = (node: number) => listed.openAt.get(node) === end;
    return {
      rowCount: listed.nodes.length,
      from,
      rows,
      open: listed.open,
      rowOfFunction: open === null ? listed.nodes.findIndex(isLast) : -1,
    };
  }

  /** The hot path, as opened rows. */
  #hotRows(): OpenRow[] {
    return hotPath(this.tree).map((node, i) => ({ parent: i - 1, name: this.tree.name(node) }));
  }

  #list(open: readonly OpenRow[]): ListedRows {
    const { tree } = this;
    const openAt = new Map<number, number>();
    const nodeAt: number[] = [];
    for (const [at, { parent, name }] of open.entries()) {
      const above = parent === -1 ? FlameTree.root : nodeAt[parent];
      const node = above === undefined || above === -1 ? -1 : childNamed(tree, above, name);
      nodeAt.push(node);
      if (node !== -1) openAt.set(node, at);
    }
    const nodes: number[] = [];
    const parents: number[] = [];
    const under = (node: number, place: number) => {
      const { first, count } = tree.open(node);
      return { next: first, end: first + count, place };
    };
    const levels = [under(FlameTree.root, -1)];
    for (let level = levels.at(-1); level !== undefined && nodes.length < mostRows; level = levels.at(-1)) {
      if (level.next === level.end) {
        levels.pop();
        continue;
      }
      const node = level.next++;
      nodes.push(node);
      parents.push(level.place);
      if (openAt.has(node)) levels.push(under(node, nodes.length - 1));
    }
    return { open, nodes, parents, openAt };
  }

  #row({ nodes, parents, openAt }: ListedRows, place: number, isWanted: (name: string) => boolean): TreeRow {
    const { tree } = this;
    const node = nodes[place]!;
    const parentPlace = parents[place]!;
    const site = tree.hottestSite(node);
    const label = tree.name(node);
    const above = parentPlace === -1 ? undefined : nodes[parentPlace]!;
    return {
      label,
      short: this.#names.short(label),
      functionName: foldedCause(label) === undefined ? label : '',
      file: cleanPath(this.strings.get(tree.frames.siteFile[site]!)),
      line: tree.frames.siteLine[site]!,
      level: tree.depth(node),
      openAt: openAt.get(node) ?? -1,
      parentAt: above === undefined ? -1 : (openAt.get(above) ?? -1),
      parentPlace,
      isLeaf: tree.open(node).count === 0,
      isMatch: isWanted(label),
      inlined: tree.inlined(node),
      shareOfParent: tree.width(node) / tree.width(tree.parent(node)),
      ...this.#cost(node, this.all),
      ...(this.timed === null ? {} : { timed: this.#cost(node, this.timed) }),
    };
  }

  /** From the leaf, all of a node is flat: the part of the function at the top that goes through the row. */
  #cost(node: number, { values, cumOfFunc }: TreeValues): TreeCost {
    const { tree } = this;
    const { flat, cum } =
      values === null ? { flat: tree.flat(node), cum: tree.cum(node) } : tree.sums(node, values);
    if (cumOfFunc === null) return { flat, cum };
    return { flat: cum, cum: tree.depth(node) === 1 ? cumOfFunc[tree.func(node)]! : null };
  }
}

/** -1 if there is none. */
function childNamed(tree: FlameTree, node: number, name: string): number {
  const { first, count } = tree.open(node);
  for (let child = first; child < first + count; child++) if (tree.name(child) === name) return child;
  return -1;
}
