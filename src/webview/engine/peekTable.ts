import { type Edges, findEdges } from '../../analysis/callGraph/edges.ts';
import type { NodeTable } from '../../analysis/costs/nodes.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { costedRows, type ReportRow, sortRows } from '../../analysis/costs/reportRows.ts';
import { compareText } from '../../analysis/names/textOrder.ts';
import { tableUnit } from '../../analysis/values/costFormat.ts';
import { counts, type Measure, remeasured } from '../../analysis/values/measure.ts';
import { FunctionPlaces } from './functionPlaces.ts';
import type { PeekAnswer, PeekedCall, PeekQuestion, PeekRow, SearchText } from './questions.ts';
import { searchExpression } from './searchExpression.ts';

/** Browsers draw nothing beyond some 17 million pixels. */
const mostRows = 700_000;

/**
 * pprof's `peek`: every function with its callers above and its callees below it, hottest first. Holds columns of
 * edges; rows are made for those that are looked at.
 *
 *     caller     calls
 *     caller     calls
 *     function   flat, sum, cum
 *     callee     calls
 */
export class PeekTable {
  readonly #nodes: NodeTable;
  readonly #entries: readonly ReportRow[];
  readonly #edges: Edges;
  readonly #callers: EdgesOfNode;
  readonly #places: FunctionPlaces;
  readonly #unit: string;
  /** Of the function last looked at: a hot one has thousands, and is scrolled through. */
  #sorted: Calls | null = null;
  #shown: { readonly key: string; readonly blocks: Blocks } | null = null;

  /** @param ofAll the measure of the whole profile: shares are of that */
  constructor(costs: ProfileCosts, sampleType: number, ofAll: Measure) {
    const { profile } = costs;
    const measured = remeasured(profile, sampleType, ofAll);
    const nodes = costs.nodes();
    this.#nodes = nodes;
    this.#entries = sortRows(costedRows(nodes, costs.sums(nodes, measured.weights)), false);
    this.#edges = findEdges(profile, nodes, measured.weights, {
      takesPart: (sample) => counts(measured, sample),
    });
    this.#callers = edgesByTarget(this.#edges);
    this.#places = new FunctionPlaces(profile);
    const format = { sampleUnit: measured.unit, outputUnit: 'minimum', ratio: 1 };
    this.#unit = tableUnit(this.#entries, measured.total, format);
  }

  rows({ search, from, count, functionName }: PeekQuestion): PeekAnswer {
    const blocks = this.#blocks(search);
    const end = Math.min(from + count, blocks.rowCount);
    const rows: PeekRow[] = [];
    let block = blocks.at(from);
    for (let row = from; row < end; block++) {
      const made = this.#rowsOf(blocks, block, row - blocks.start[block]!, end - blocks.start[block]!);
      rows.push(...made);
      row += made.length;
    }
    return {
      unit: this.#unit,
      functionCount: blocks.matchCount,
      shownCount: blocks.entries.length,
      rowCount: blocks.rowCount,
      from: Math.min(from, blocks.rowCount),
      rows,
      rowOfFunction: this.#rowOfFunction(blocks, functionName),
    };
  }

  #blocks(search: SearchText): Blocks {
    const key = JSON.stringify(search);
    if (this.#shown?.key === key) return this.#shown.blocks;
    const matches = search.text === '' ? null : searchExpression(search);
    // An expression that cannot be read yet, because it is being typed, leaves nothing out.
    const isWanted = matches?.ok === true ? matches.value : () => true;
    const blocks = new Blocks(
      this.#entries.filter(({ label }) => isWanted(label)),
      ({ node }) => 1 + degree(this.#callers, node) + degree(this.#edges, node),
    );
    this.#shown = { key, blocks };
    return blocks;
  }

  #rowOfFunction(blocks: Blocks, functionName: string): number {
    const block = functionName === '' ? -1 : blocks.entries.findIndex(({ label }) => label === functionName);
    return block === -1 ? -1 : blocks.start[block]! + degree(this.#callers, blocks.entries[block]!.node);
  }

  /** The rows of a block from one of its rows up to another, or to its end. */
  #rowsOf(blocks: Blocks, block: number, from: number, to: number): PeekRow[] {
    const entry = blocks.entries[block]!;
    const { callers, callees } = this.#calls(entry.node);
    const { source, target } = this.#edges;
    const rows: PeekRow[] = [];
    for (let row = from; row < Math.min(to, callers.length + 1 + callees.length); row++) {
      const startsBlock = row === 0;
      if (row < callers.length) {
        rows.push({ ...this.#call(callers[row]!, source, entry), kind: 'caller', startsBlock });
      } else if (row > callers.length) {
        const edge = callees[row - callers.length - 1]!;
        rows.push({ ...this.#call(edge, target, entry), kind: 'callee', startsBlock });
      } else {
        const own = { flat: Number(entry.flat), sum: blocks.sums[block]!, cum: Number(entry.cum) };
        rows.push({ ...this.#named(entry.node), ...own, kind: 'function', startsBlock });
      }
    }
    return rows;
  }

  #call(edge: number, ends: Uint32Array, { cum }: ReportRow): Omit<PeekedCall, 'kind' | 'startsBlock'> {
    return {
      ...this.#named(ends[edge]!),
      value: Number(this.#edges.weight(edge)),
      of: Number(cum),
      inline: this.#edges.inline[edge] === 1,
    };
  }

  /** The edges to and from a node, heaviest first, then by name: the order in which pprof lists them. */
  #calls(node: number): Calls {
    if (this.#sorted?.node !== node) {
      const { source, target, start } = this.#edges;
      const callers = this.#callers.edges.slice(this.#callers.start[node], this.#callers.start[node + 1]);
      const callees = Uint32Array.from(
        { length: degree(this.#edges, node) },
        (_, index) => start[node]! + index,
      );
      this.#sorted = {
        node,
        callers: this.#heaviestFirst(callers, source),
        callees: this.#heaviestFirst(callees, target),
      };
    }
    return this.#sorted;
  }

  /** @param ends the node of each edge that it is named by */
  #heaviestFirst(edges: Uint32Array, ends: Uint32Array): Uint32Array {
    const size = (edge: number) => Math.abs(Number(this.#edges.weight(edge)));
    const label = (edge: number) => this.#nodes.label(ends[edge]!);
    return edges.sort((a, b) => size(b) - size(a) || compareText(label(a), label(b)));
  }

  #named(node: number): Pick<PeekRow, 'label' | 'functionName' | 'file' | 'line'> {
    const { name } = this.#nodes.info(node);
    return { label: this.#nodes.label(node), functionName: name, ...this.#places.of(name) };
  }
}

/** The edges to and from a node. */
interface Calls {
  readonly node: number;
  readonly callers: Uint32Array;
  readonly callees: Uint32Array;
}

/** Which rows are whose: block `b`, a function with its neighbours, has the rows from `start[b]` on. */
class Blocks {
  /** As many of the entries as there is room for. */
  readonly entries: readonly ReportRow[];
  readonly matchCount: number;
  readonly start: Uint32Array;
  /** Flat of each block's function and of those above it. */
  readonly sums: Float64Array;

  constructor(matches: readonly ReportRow[], height: (entry: ReportRow) => number) {
    const start = new Uint32Array(matches.length + 1);
    let count = 0;
    for (const entry of matches) {
      const end = start[count]! + height(entry);
      if (end > mostRows && count > 0) break;
      start[++count] = end;
    }
    this.matchCount = matches.length;
    this.entries = matches.slice(0, count);
    this.start = start.subarray(0, count + 1);
    this.sums = new Float64Array(count);
    let sum = 0;
    for (const [block, { flat }] of this.entries.entries()) {
      sum += Number(flat);
      this.sums[block] = sum;
    }
  }

  get rowCount(): number {
    return this.start[this.entries.length]!;
  }

  /** The block of a row. */
  at(row: number): number {
    let [low, high] = [0, this.entries.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.start[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** CSR from nodes to edges. */
interface EdgesOfNode {
  readonly start: Uint32Array;
  readonly edges: Uint32Array;
}

/** The edges to every node. */
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
