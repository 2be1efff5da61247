import {
  type CallGraph,
  type CallNode,
  callGraph,
  type GraphOptions,
} from '../../analysis/callGraph/callGraph.ts';
import { tableUnit } from '../../analysis/values/costFormat.ts';
import { scale } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import { ok } from '../../base/result.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `callgrind`: the call graph by address, as KCachegrind reads it. */
export const callgrind = {
  fileEnding: 'out',
  output: (context) => ok(callgrindText(context)),
} satisfies Report;

function* callgrindText({
  costs,
  measured,
  format,
  graph: asked,
  options,
}: ReportContext): Generator<string> {
  const graph = callGraph(costs, measured, whole(asked, options['call-tree'] === true), 'all');
  const outputUnit = tableUnit(graph.nodes, measured.total, format, { isWhole: true });
  const inUnit = (value: Value) => Math.trunc(scale(value, format.sampleUnit, outputUnit).value);
  const calleeName = distinctNames(graph);
  const [binaries, files, functions] = [new Names(), new Names(), new Names()];
  yield 'positions: instr line\n';
  yield `events: ${plain(measured.type)}(${plain(outputUnit)})\n`;
  let before: CallNode | null = null;
  for (const node of graph.nodes) {
    const { info } = node;
    if (before === null || !isSameFunction(before, node)) {
      yield `\nob=${binaries.short(info.objectFile)}\nfl=${files.short(info.file)}\nfn=${functions.short(info.name)}\n`;
    }
    yield `${position(before, node)} ${info.line} ${inUnit(node.flat)}\n`;
    for (const { callee, weight } of node.callees) {
      yield `cfl=${files.short(callee.info.file)}\ncfn=${functions.short(calleeName(callee))}\n`;
      // How often it was called is not known.
      yield `calls=0 ${position(before, callee)} ${callee.info.line}\n* * ${inUnit(weight)}\n`;
    }
    before = node;
  }
}

function whole(asked: GraphOptions, callTree: boolean): GraphOptions {
  const { noInlines = false, showColumns = false, cumSort = false, dropNegative = false } = asked;
  const nodes = { granularity: 'addresses', noInlines, showColumns, keepBinaries: true } as const;
  return { ...nodes, cumSort, dropNegative, callTree };
}

function isSameFunction({ info: a }: CallNode, { info: b }: CallNode): boolean {
  return a.objectFile === b.objectFile && a.file === b.file && a.name === b.name;
}

/**
 * The address of a node, in the shortest form that the format has: absolute, or the distance from the node that was
 * written before, or `*` for the same address.
 */
function position(before: CallNode | null, { info: { address } }: CallNode): string {
  const absolute = `0x${address.toString(16)}`;
  if (before === null) return absolute;
  if (address === before.info.address) return '*';
  const distance = BigInt.asIntN(64, address - before.info.address);
  const relative = `${distance < 0n ? '' : '+'}${distance}`;
  return relative.length < absolute.length ? relative : absolute;
}

/** The format's way to write a name in full only once: `(1) main.main`, then `(1)`. */
class Names {
  readonly #numbers = new Map<string, number>();

  short(name: string): string {
    if (name === '') return '';
    const known = this.#numbers.get(name);
    if (known !== undefined) return `(${known})`;
    this.#numbers.set(name, this.#numbers.size + 1);
    return `(${this.#numbers.size}) ${plain(name)}`;
  }
}

/** A name must not end its line: what follows would be read as costs. */
function plain(name: string): string {
  return name.replace(/[\r\n]+/g, ' ');
}

/**
 * Names of callees. KCachegrind takes functions of one name and file for the same function. Where the graph has several of
 * them, in a call tree or in several binaries, they are numbered: `f [1/2]`.
 */
function distinctNames({ nodes }: CallGraph): (node: CallNode) => string {
  const numbers = new Map<string, Map<string, number>>();
  const numbersOf = ({ info: { file, name } }: CallNode) => {
    const key = `${file}\0${name}`;
    let ofName = numbers.get(key);
    if (ofName === undefined) {
      ofName = new Map();
      numbers.set(key, ofName);
    }
    return ofName;
  };
  for (const node of nodes) {
    const ofName = numbersOf(node);
    const key = functionKey(node);
    if (!ofName.has(key)) ofName.set(key, ofName.size + 1);
  }
  return (node) => {
    const ofName = numbersOf(node);
    const number = ofName.get(functionKey(node));
    const { name } = node.info;
    return ofName.size > 1 && number !== undefined ? `${name} [${number}/${ofName.size}]` : name;
  };
}

/** Equal for nodes that are of one function, in a tree also called from the same node. */
function functionKey({ context, info: { objectFile, startLine } }: CallNode): string {
  return `${context ?? ''}\0${startLine}\0${objectFile}`;
}
