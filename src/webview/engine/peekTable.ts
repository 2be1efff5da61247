import { tableUnit } from '../../analysis/costFormat.ts';
import type { EdgeTable } from '../../analysis/edges.ts';
import { costedEntries, type Entry, sortEntries } from '../../analysis/entries.ts';
import { findEdges, sumNodes } from '../../analysis/graph.ts';
import { counts, type Measure, remeasured } from '../../analysis/measure.ts';
import { type NodeTable, nodeTable } from '../../analysis/nodes.ts';
import { compareText } from '../../analysis/textOrder.ts';
import type { Profile } from '../../pprof/profile.ts';
import { FunctionPlaces } from './functionPlaces.ts';
import type {
  PeekAnswer,
  PeekedCall,
  PeekedFunction,
  PeekQuestion,
  PeekRow,
  SearchText,
} from './questions.ts';
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
  readonly #entries: readonly Entry[];
  readonly #edges: EdgeTable;
  readonly #callers: EdgesOfNode;
  readonly #callees: EdgesOfNode;
  readonly #places: FunctionPlaces;
  readonly #unit: string;
  #shown: { readonly key: string; readonly blocks: Blocks } | null = null;

  /** @param ofAll the measure of the whole profile: shares are of that */
  constructor(profile: Profile, sampleType: number, ofAll: Measure) {
    const measured = remeasured(profile, sampleType, ofAll);
    const nodes = nodeTable(profile);
    this.#nodes = nodes;
    this.#entries = sortEntries(costedEntries(nodes, sumNodes(profile, nodes, measured.weights)), false);
    this.#edges = findEdges(profile, nodes, measured.weights, (sample) => counts(measured, sample));
    this.#callers = edgesOf(this.#edges.target, this.#edges.length, nodes.count);
    this.#callees = edgesOf(this.#edges.source, this.#edges.length, nodes.count);
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
      const made = this.#rowsOf(blocks, block).slice(row - blocks.start[block]!, end - blocks.start[block]!);
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
      ({ node }) => 1 + degree(this.#callers, node) + degree(this.#callees, node),
    );
    this.#shown = { key, blocks };
    return blocks;
  }

  #rowOfFunction(blocks: Blocks, functionName: string): number {
    const block = functionName === '' ? -1 : blocks.entries.findIndex(({ label }) => label === functionName);
    return block === -1 ? -1 : blocks.start[block]! + degree(this.#callers, blocks.entries[block]!.node);
  }

  #rowsOf(blocks: Blocks, block: number): PeekRow[] {
    const entry = blocks.entries[block]!;
    const own: BlockRow = {
      ...this.#named(entry.node, entry.label),
      kind: 'function',
      flat: Number(entry.flat),
      sum: blocks.sums[block]!,
      cum: Number(entry.cum),
    };
    const rows: BlockRow[] = [
      ...this.#calls('caller', this.#callers, this.#edges.source, entry),
      own,
      ...this.#calls('callee', this.#callees, this.#edges.target, entry),
    ];
    return rows.map((row, index) => ({ ...row, startsBlock: index === 0 }));
  }

  /** Heaviest first, then by name: the order in which pprof lists edges. */
  #calls(kind: 'caller' | 'callee', of: EdgesOfNode, ends: Uint32Array, { node, cum }: Entry): BlockRow[] {
    const calls = [...of.edges.subarray(of.start[node]!, of.start[node + 1]!)].map((edge) => ({
      label: this.#nodes.label(ends[edge]!),
      node: ends[edge]!,
      value: Number(this.#edges.weight(edge)),
      inline: this.#edges.inline[edge] === 1,
    }));
    calls.sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || compareText(a.label, b.label));
    return calls.map(({ label, node, value, inline }) => ({
      ...this.#named(node, label),
      kind,
      value,
      of: Number(cum),
      inline,
    }));
  }

  #named(node: number, label: string): Omit<PeekedFunction, 'kind' | 'flat' | 'sum' | 'cum' | 'startsBlock'> {
    const { name } = this.#nodes.info(node);
    return { label, functionName: name, ...this.#places.of(name) };
  }
}

/** A row that does not know yet whether it is its block's first. */
type BlockRow = Omit<PeekedFunction, 'startsBlock'> | Omit<PeekedCall, 'startsBlock'>;

/** Which rows are whose: block `b`, a function with its neighbours, has the rows from `start[b]` on. */
class Blocks {
  /** As many of the entries as there is room for. */
  readonly entries: readonly Entry[];
  readonly matchCount: number;
  readonly start: Uint32Array;
  /** Flat of each block's function and of those above it. */
  readonly sums: Float64Array;

  constructor(matches: readonly Entry[], height: (entry: Entry) => number) {
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

/** @param ends the node of each edge that it is to be found by */
function edgesOf(ends: Uint32Array, edgeCount: number, nodeCount: number): EdgesOfNode {
  const start = new Uint32Array(nodeCount + 1);
  for (let edge = 0; edge < edgeCount; edge++) start[ends[edge]! + 1] = start[ends[edge]! + 1]! + 1;
  for (let node = 0; node < nodeCount; node++) start[node + 1] = start[node + 1]! + start[node]!;
  const next = start.slice(0, nodeCount);
  const edges = new Uint32Array(edgeCount);
  for (let edge = 0; edge < edgeCount; edge++) {
    const node = ends[edge]!;
    edges[next[node]!] = edge;
    next[node] = next[node]! + 1;
  }
  return { start, edges };
}

function degree({ start }: EdgesOfNode, node: number): number {
  return start[node + 1]! - start[node]!;
}
