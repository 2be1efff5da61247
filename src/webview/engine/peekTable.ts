import { type Edges, findEdges } from '../../analysis/callGraph/edges.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { tableUnit } from '../../analysis/values/costFormat.ts';
import { countedSamples, type Measure, remeasured } from '../../analysis/values/measure.ts';
import { append } from '../../base/lists.ts';
import { madeOnce } from '../../base/maps.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import { compareText } from '../../goText/text.ts';
import type { CostTable } from './costTable.ts';
import type { SearchText } from './scope.ts';
import type { PeekAnswer, PeekedCall, PeekQuestion, PeekRow } from './tableQuestions.ts';

/** Browsers draw nothing below about 17 million pixels, and with a large font a row has 32. */
const mostRows = 500_000;

/**
 * pprof's `peek`: every function with its callers above and its callees below it, hottest first. It holds columns of
 * edges, and makes only the rows that are in sight.
 *
 *     caller     calls
 *     caller     calls
 *     function   flat, sum, cum
 *     callee     calls
 */
export class PeekTable {
  readonly #edges: Edges;
  readonly #callers: EdgesOfNode;
  readonly #unit: string;
  /** Of the latest function. A hot one has thousands of calls, which the user scrolls through. */
  readonly #calls = new RecentlyUsed<Calls>(1);
  /** Of the latest search. */
  readonly #blocks = new RecentlyUsed<Blocks>(1);

  /**
   * @param table the table of the functions of the same profile and sample type
   * @param ofAll the measure of the whole profile: shares are of that
   */
  constructor(
    costs: ProfileCosts,
    /** Of functions: the rows that are no calls. */
    private readonly table: CostTable,
    sampleType: number,
    ofAll: Measure,
  ) {
    const { profile } = costs;
    const measured = remeasured(profile, sampleType, ofAll);
    this.#edges = findEdges(profile, table.nodes, measured.weights, { counted: countedSamples(measured) });
    this.#callers = edgesByTarget(this.#edges);
    const format = { sampleUnit: measured.unit, outputUnit: 'minimum', ratio: 1 };
    const { nodes } = table.ordered({ ...hottestFirst, search: everything });
    this.#unit = tableUnit(
      Array.from(nodes, (node) => table.cost(node)),
      measured.total,
      format,
    );
  }

  rows({ search, from, count, functionName }: PeekQuestion): PeekAnswer {
    const blocks = madeOnce(this.#blocks, JSON.stringify(search), () => this.#blocksOf(search));
    const end = Math.min(from + count, blocks.rowCount);
    const rows: PeekRow[] = [];
    let block = blocks.at(from);
    for (let row = from; row < end; block++) {
      const made = this.#rowsOf(blocks, block, row - blocks.start[block]!, end - blocks.start[block]!);
      append(rows, made);
      row += made.length;
    }
    return {
      unit: this.#unit,
      functionCount: blocks.matchCount,
      shownCount: blocks.functions.length,
      rowCount: blocks.rowCount,
      from: Math.min(from, blocks.rowCount),
      rows,
      rowOfFunction: this.#rowOfFunction(blocks, functionName),
    };
  }

  #blocksOf(search: SearchText): Blocks {
    const { nodes, sums } = this.table.ordered({ ...hottestFirst, search });
    const height = (node: number) => 1 + degree(this.#callers, node) + degree(this.#edges, node);
    return new Blocks(nodes, sums, height);
  }

  #rowOfFunction(blocks: Blocks, functionName: string): number {
    const block = this.table.placeOf(functionName, blocks.functions);
    return block === -1 ? -1 : blocks.start[block]! + degree(this.#callers, blocks.functions[block]!);
  }

  /** Rows of a block: from the row `from` of the block up to but not including `to`, or to the block's end. */
  #rowsOf(blocks: Blocks, block: number, from: number, to: number): PeekRow[] {
    const node = blocks.functions[block]!;
    const cost = this.table.cost(node);
    const { callers, callees } = madeOnce(this.#calls, String(node), () => this.#callsOf(node));
    const { source, target } = this.#edges;
    const rows: PeekRow[] = [];
    for (let row = from; row < Math.min(to, callers.length + 1 + callees.length); row++) {
      const startsBlock = row === 0;
      if (row < callers.length) {
        rows.push({ ...this.#call(callers[row]!, source, cost.cum), kind: 'caller', startsBlock });
      } else if (row > callers.length) {
        const edge = callees[row - callers.length - 1]!;
        rows.push({ ...this.#call(edge, target, cost.cum), kind: 'callee', startsBlock });
      } else {
        const sum = blocks.sums[block]!;
        rows.push({ ...this.table.named(node), ...cost, sum, kind: 'function', startsBlock });
      }
    }
    return rows;
  }

  #call(edge: number, ends: Uint32Array, cum: number): Omit<PeekedCall, 'kind' | 'startsBlock'> {
    return {
      ...this.table.named(ends[edge]!),
      value: Number(this.#edges.weight(edge)),
      of: cum,
      inline: this.#edges.inline[edge] === 1,
    };
  }

  /** The edges to and from a node, heaviest first, then by name: the order in which pprof lists them. */
  #callsOf(node: number): Calls {
    const { source, target, start } = this.#edges;
    const callers = this.#callers.edges.slice(this.#callers.start[node], this.#callers.start[node + 1]);
    const callees = Uint32Array.from({ length: degree(this.#edges, node) }, (_, i) => start[node]! + i);
    return {
      callers: this.#heaviestFirst(callers, source),
      callees: this.#heaviestFirst(callees, target),
    };
  }

  /** @param ends the node of each edge that it is named by */
  #heaviestFirst(edges: Uint32Array, ends: Uint32Array): Uint32Array {
    const size = (edge: number) => Math.abs(Number(this.#edges.weight(edge)));
    const label = (edge: number) => this.table.nodes.label(ends[edge]!);
    return edges.sort((a, b) => size(b) - size(a) || compareText(label(a), label(b)));
  }
}

interface Calls {
  readonly callers: Uint32Array;
  readonly callees: Uint32Array;
}

/** pprof's order of the functions. */
const hottestFirst = { sort: 'flat', reverse: false } as const;

const everything: SearchText = { text: '', regExp: false, matchCase: false };

/** The rows of each function: block `b`, a function with its callers and callees, begins at row `start[b]`. */
class Blocks {
  /** The functions with blocks, as nodes: as many of those that match as there is room for. */
  readonly functions: Uint32Array;
  readonly matchCount: number;
  readonly start: Uint32Array;

  constructor(
    matches: Uint32Array,
    /** Sum of the flat values of each block's function and of all functions above it. */
    readonly sums: Float64Array,
    height: (node: number) => number,
  ) {
    const start = new Uint32Array(matches.length + 1);
    let count = 0;
    for (const node of matches) {
      const end = start[count]! + height(node);
      if (end > mostRows && count > 0) break;
      start[++count] = end;
    }
    this.matchCount = matches.length;
    this.functions = matches.subarray(0, count);
    this.start = start.subarray(0, count + 1);
  }

  get rowCount(): number {
    return this.start[this.functions.length]!;
  }

  at(row: number): number {
    let [low, high] = [0, this.functions.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.start[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The edges of node `n` are `edges[start[n]]` to `edges[start[n + 1] - 1]`. */
interface EdgesOfNode {
  readonly start: Uint32Array;
  readonly edges: Uint32Array;
}

function edgesByTarget({ length, start: { length: nodesAndOne }, target }: Edges): EdgesOfNode {
  const start = new Uint32Array(nodesAndOne);
  for (let edge = 0; edge < length; edge++) start[target[edge]! + 1] = start[target[edge]! + 1]! + 1;
  for (let node = 1; node < nodesAndOne; node++) start[node] = start[node]! + start[node - 1]!;
  const next = start.slice();
  const edges = new Uint32Array(length);
  for (let edge = 0; edge < length; edge++) {
    const node = target[edge]!;
    edges[next[node]!] = edge;
    next[node] = next[node]! + 1;
  }
  return { start, edges };
}

function degree({ start }: Pick<EdgesOfNode, 'start'>, node: number): number {
  return start[node + 1]! - start[node]!;
}
