import type { NodeTable } from '../../analysis/costs/nodes.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { NameSet } from '../../analysis/names/nameSet.ts';
import { timedType } from '../../analysis/values/timedValues.ts';
import { diffBaseSamples } from '../../analysis/values/total.ts';
import { joinedAt, type Weights, weightsOf } from '../../analysis/values/weights.ts';
import { madeOnce } from '../../base/maps.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import { compareText } from '../../goText/text.ts';
import type { Cost } from './scope.ts';
import { rowFilter } from './searchExpression.ts';
import type {
  Change,
  NamedRow,
  TableAnswer,
  TableGranularity,
  TableQuestion,
  TableRow,
  TableSort,
} from './tableQuestions.ts';

/** The nodes that a table shows, in its order. */
export interface OrderedNodes {
  readonly nodes: Uint32Array;
  /** For each, the sum of the flat values of it and of all above it. */
  readonly sums: Float64Array;
}

type NodeOrder = Pick<TableQuestion, 'sort' | 'reverse' | 'search'>;

interface Columns {
  readonly flats: Float64Array;
  readonly cums: Float64Array;
}

/**
 * The table of costs, at one granularity and of one sample type. It holds columns, and makes only the rows that are
 * in sight: a table of 100,000 rows scrolls as fast as a small one.
 */
export class CostTable {
  readonly nodes: NodeTable;
  readonly #all: Columns;
  /** What operations cost of flat and cum; `null` where the profile does not tell that apart. */
  readonly #timed: Columns | null;
  /** The part of flat and cum that comes from the base of a difference, as negative values; `null` without a base. */
  readonly #base: Columns | null;
  /** The number of CPU samples behind the flat of each node; `null` where the profile does not count them. */
  readonly #samples: Float64Array | null;
  /** The first function of each name; made when it is first needed. */
  #functionOfName: Map<string, number> | null = null;
  /** The labels of all rows; made when the first rows are. */
  #names: NameSet | null = null;
  /** Of the latest question. Users scroll far more often than they sort. */
  readonly #ordered = new RecentlyUsed<OrderedNodes>(1);

  constructor(
    private readonly costs: ProfileCosts,
    private readonly granularity: TableGranularity,
    sampleType: number,
  ) {
    const { profile } = costs;
    this.nodes = granularity === 'packages' ? costs.packages() : costs.nodes({ granularity });
    this.#all = this.#sum(weightsOf(profile, sampleType));
    const timed = timedType(profile, sampleType);
    this.#timed = timed === sampleType ? null : this.#sum(weightsOf(profile, timed));
    this.#samples = this.#countSamples();
    this.#base = this.#sumBase(sampleType);
  }

  rows(question: TableQuestion): TableAnswer {
    const { nodes, sums } = this.ordered(question);
    const from = Math.min(question.from, nodes.length);
    const rows: TableRow[] = [];
    for (let place = from; place < Math.min(from + question.count, nodes.length); place++) {
      rows.push(this.#row(nodes[place]!, sums[place]!));
    }
    return { rowCount: nodes.length, from, rows, rowOfFunction: this.placeOf(question.functionName, nodes) };
  }

  /** What a row is called. The lines of a function have its name. */
  #labelOf(node: number): string {
    return (this.granularity === 'lines' && this.nodes.info(node).name) || this.nodes.label(node);
  }

  #allNames(): NameSet {
    if (this.#names === null) {
      const hasPaths = this.granularity === 'files' || this.granularity === 'packages';
      this.#names = new NameSet([], hasPaths ? 'path' : 'function');
      for (let node = 0; node < this.nodes.count; node++) {
        if (this.#hasCost(node)) this.#names.add(this.#labelOf(node));
      }
    }
    return this.#names;
  }

  #hasCost(node: number): boolean {
    return this.#all.flats[node] !== 0 || this.#all.cums[node] !== 0;
  }

  /** The place of a function among nodes; -1 if it is not among them. */
  placeOf(functionName: string, nodes: Uint32Array): number {
    return functionName === '' ? -1 : nodes.findIndex((node) => this.nodes.info(node).name === functionName);
  }

  ordered({ sort, reverse, search }: NodeOrder): OrderedNodes {
    const key = JSON.stringify([sort, reverse, search]);
    return madeOnce(this.#ordered, key, () => this.#order({ sort, reverse, search }));
  }

  #order({ sort, reverse, search }: NodeOrder): OrderedNodes {
    const isWanted = rowFilter(search);
    const wanted: number[] = [];
    for (let node = 0; node < this.nodes.count; node++) {
      if (this.#hasCost(node) && isWanted(this.nodes.label(node))) wanted.push(node);
    }
    wanted.sort(this.#comparison(sort));
    if (reverse) wanted.reverse();
    const nodes = Uint32Array.from(wanted);
    const sums = new Float64Array(nodes.length);
    let sum = 0;
    for (const [place, node] of nodes.entries()) {
      sum += this.#all.flats[node]!;
      sums[place] = sum;
    }
    return { nodes, sums };
  }

  /** pprof's order: by |flat| or |cum|, then by name. What pprof leaves to chance, the other value decides. */
  #comparison(sort: TableSort): (a: number, b: number) => number {
    const byName = (a: number, b: number) => compareText(this.nodes.label(a), this.nodes.label(b));
    if (sort === 'name') return byName;
    const { flats, cums } = sort.endsWith('-op') ? (this.#timed ?? this.#all) : this.#all;
    const [values, others] = sort.startsWith('flat') ? [flats, cums] : [cums, flats];
    const bySize = (sizes: Float64Array, a: number, b: number) => Math.abs(sizes[b]!) - Math.abs(sizes[a]!);
    return (a, b) => bySize(values, a, b) || byName(a, b) || bySize(others, a, b);
  }

  named(node: number): NamedRow {
    const info = this.nodes.info(node);
    const hasFunction = this.granularity === 'functions' || this.granularity === 'lines';
    const { file, line } = this.granularity === 'functions' ? this.#beginOf(info.name) : info;
    const label = this.#labelOf(node);
    return {
      label,
      short: this.#allNames().short(label),
      functionName: hasFunction ? info.name : '',
      file,
      line,
    };
  }

  cost(node: number): Cost {
    return costIn(this.#all, node);
  }

  /** File and 1-based line of the first function of a name; empty and 0 where unknown. */
  #beginOf(name: string): { file: string; line: number } {
    const { functions, strings } = this.costs.profile;
    if (this.#functionOfName === null) {
      this.#functionOfName = new Map();
      for (let i = functions.count - 1; i >= 0; i--) {
        this.#functionOfName.set(strings.get(functions.name[i]!), i);
      }
    }
    const index = this.#functionOfName.get(name);
    if (name === '' || index === undefined) return { file: '', line: 0 };
    return {
      file: strings.get(functions.filename[index]!),
      line: Math.max(0, functions.startLine.approximate[index]!),
    };
  }

  #row(node: number, sum: number): TableRow {
    return {
      ...this.named(node),
      ...this.cost(node),
      ...(this.#timed === null ? {} : { timed: costIn(this.#timed, node) }),
      sum,
      samples: this.#samples === null ? null : this.#samples[node]!,
      change: this.#changeOf(node),
    };
  }

  #changeOf(node: number): TableRow['change'] {
    if (this.#base === null) return null;
    const [now, base] = [this.cost(node), costIn(this.#base, node)];
    const change = (of: keyof Cost): Change => ({ was: -base[of], is: now[of] - base[of] });
    return { flat: change('flat'), cum: change('cum') };
  }

  #sum(weights: Weights): Columns {
    const { flat, cum } = this.costs.sums(this.nodes, weights);
    const { count } = this.nodes;
    return { flats: asNumbers(flat, count), cums: asNumbers(cum, count) };
  }

  #sumBase(sampleType: number): Columns | null {
    const selected = diffBaseSamples(this.costs.profile);
    if (selected === null) return null;
    const { parts } = weightsOf(this.costs.profile, sampleType);
    const ofBase = parts.map((part) => part.map((weight, sample) => (selected[sample] === 1 ? weight : 0)));
    return this.#sum({ parts: ofBase });
  }

  /** The number of samples behind each flat. The first sample type of a CPU profile counts them. */
  #countSamples(): Float64Array | null {
    const [first] = this.costs.profile.sampleTypes;
    if (first?.type !== 'samples' || first.unit !== 'count') return null;
    const { flat } = this.costs.sums(this.nodes, weightsOf(this.costs.profile, 0));
    return asNumbers(flat, this.nodes.count);
  }
}

function costIn({ flats, cums }: Columns, node: number): Cost {
  return { flat: flats[node]!, cum: cums[node]! };
}

function asNumbers(parts: readonly Float64Array[], count: number): Float64Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return Float64Array.from({ length: count }, (_, index) => Number(joinedAt(parts, index)));
}
