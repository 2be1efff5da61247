/** The body of a benchmark function: its timed loops, and its sub-benchmarks with literal names. */

import type { Node } from 'web-tree-sitter';
import { append } from '../../base/lists.ts';
import { SubNames } from './benchmarkNames.ts';
import { mostLevels } from './nesting.ts';
import type { ScannedBenchmark, TimedLoop } from './scannedBenchmark.ts';
import { namedChildren, parameterNames, rangeOf, readStringLiteral, selectorOf } from './syntax.ts';
import { askedInHeader } from './timedLoops.ts';

export interface BenchmarkToWalk {
  readonly name: string;
  readonly nameNode: Node;
  /** The first and the last node of the whole declaration. */
  readonly range: readonly [Node, Node];
  readonly body: readonly Node[];
  /** The name of the `*testing.B` in the body. */
  readonly parameter: string;
  /** Functions of the file by name: `b.Run("x", benchX)` runs one of them. */
  readonly functions: ReadonlyMap<string, Node>;
  /** Line of the file where the parsed text starts. */
  readonly firstLine: number;
  readonly names: SubNames;
  /** The benchmark is added here, and after it its sub-benchmarks. */
  readonly found: ScannedBenchmark[];
  /** By function of the file, the loops that it is known to have. */
  readonly loopsOf: Map<Node, readonly TimedLoop[]>;
}

interface OpenBenchmark extends ScannedBenchmark {
  readonly loops: TimedLoop[];
}

/** In characters. Longer names are not followed: each sub-benchmark has those of all around it in its own. */
const longestName = 1000;

/** The benchmark that an identifier belongs to, and whether it is a `*testing.PB`; `null` if that is not known. */
type Meaning = { readonly benchmark: OpenBenchmark; readonly parallel: boolean } | null;
type Scope = ReadonlyMap<string, Meaning>;

/** The value of a name that consists of literals only, such as `"a" + "b"`; `null` if it is computed. */
function literalName(node: Node | undefined): string | null {
  if (!node) return null;
  const parts: string[] = [];
  const pending = [node];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (/string_literal$/.test(part.type)) {
      const text = readStringLiteral(part.text);
      if (text === null) return null;
      parts.push(text);
    } else if (part.type === 'parenthesized_expression') {
      append(pending, namedChildren(part).slice(0, 1));
    } else if (part.type === 'binary_expression' && part.childForFieldName('operator')?.text === '+') {
      append(pending, namedChildren(part).reverse());
    } else return null;
  }
  return parts.join('');
}

/** Adds the benchmark and the sub-benchmarks in its body, in source order. */
export function walkBenchmark(walk: BenchmarkToWalk): void {
  const { body, range, firstLine } = walk;
  const benchmark: OpenBenchmark = {
    name: walk.name,
    nameRange: rangeOf(walk.nameNode, walk.nameNode, firstLine),
    range: rangeOf(...range, firstLine),
    bodyRange: rangeOf(body[0] ?? range[0], body.at(-1) ?? range[1], firstLine),
    loops: [],
  };
  walk.found.push(benchmark);
  walkBody(benchmark, walk);
}

/** Without recursion, and not into too many blocks: files are made to hurt. */
function walkBody(benchmark: OpenBenchmark, walk: BenchmarkToWalk): void {
  const scope: Scope = new Map([[walk.parameter, { benchmark, parallel: false }]]);
  /** The meaning of a function literal's first parameter, by the id of the literal's node. Set by the call that has it as argument. */
  const callbacks = new Map<number, Meaning>();
  const pending = walk.body.map((node) => ({ node, scope, level: 0 })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, scope } = next;
    const level = node.type === 'block' ? next.level + 1 : next.level;
    if (level > mostLevels) continue;
    if (node.type === 'for_statement') recordLoop(node, scope, walk.firstLine);
    if (node.type === 'call_expression') readCall(node, scope, walk, callbacks);
    const isLiteral = node.type === 'func_literal';
    const inside = isLiteral ? literalScope(node, scope, callbacks.get(node.id) ?? null) : scope;
    for (const child of namedChildren(node).reverse()) pending.push({ node: child, scope: inside, level });
  }
}

/** `scope` with the parameters of `literal`. The first one means `first`; what the others mean is not known. */
function literalScope(literal: Node, scope: Scope, first: Meaning): Scope {
  const names = parameterNames(literal);
  if (names.length === 0) return scope;
  return new Map<string, Meaning>([
    ...scope,
    ...names.map((name, i): [string, Meaning] => [name, i === 0 ? first : null]),
  ]);
}

/** Adds the sub-benchmark of `b.Run("literal", ...)`. Records the meaning of a callback given to `b.Run` or `b.RunParallel`. */
function readCall(call: Node, scope: Scope, walk: BenchmarkToWalk, callbacks: Map<number, Meaning>): void {
  const called = selectorOf(call.childForFieldName('function'));
  const meaning = called && scope.get(called.receiver);
  const list = call.childForFieldName('arguments');
  if (!meaning || meaning.parallel || !list) return;
  const given = namedChildren(list);
  const [nameNode] = given;
  const callback = given.at(-1);
  if (called.field === 'RunParallel' && callback) {
    callbacks.set(callback.id, { benchmark: meaning.benchmark, parallel: true });
  }
  const name = called.field === 'Run' ? literalName(nameNode) : null;
  if (name === null || !nameNode || !callback) return;
  if (meaning.benchmark.name.length + name.length > longestName) return;
  const body = callback.type === 'func_literal' ? callback.childForFieldName('body') : null;
  const named = callback.type === 'identifier' ? walk.functions.get(callback.text) : undefined;
  const benchmark = {
    name: walk.names.next(meaning.benchmark.name, name),
    nameRange: rangeOf(nameNode, nameNode, walk.firstLine),
    range: rangeOf(call, call, walk.firstLine),
    bodyRange: rangeOf(body ?? call, body ?? call, walk.firstLine),
  };
  if (named) walk.found.push({ ...benchmark, loops: loopsOf(named, walk) });
  else {
    const open: OpenBenchmark = { ...benchmark, loops: [] };
    walk.found.push(open);
    callbacks.set(callback.id, { benchmark: open, parallel: false });
  }
}

/** The loops of a function of the file that is the body of sub-benchmarks. */
function loopsOf(declaration: Node, walk: BenchmarkToWalk): readonly TimedLoop[] {
  const known = walk.loopsOf.get(declaration);
  if (known !== undefined) return known;
  const [parameter] = parameterNames(declaration);
  const body = declaration.childForFieldName('body');
  const range = rangeOf(declaration, declaration, walk.firstLine);
  const benchmark: OpenBenchmark = { name: '', nameRange: range, range, bodyRange: range, loops: [] };
  walk.loopsOf.set(declaration, benchmark.loops);
  if (parameter === undefined || !body) return benchmark.loops;
  // Sub-benchmarks inside it are not added, as the function may run itself.
  walkBody(benchmark, {
    ...walk,
    body: [body],
    parameter,
    functions: new Map(),
    names: new SubNames(),
    found: [],
  });
  return benchmark.loops;
}

/** A loop is timed if its header asks a `*testing.B` or a `*testing.PB` whether to go on. */
function recordLoop(loop: Node, scope: Scope, firstLine: number): void {
  for (const { counter, asks } of askedInHeader(loop)) {
    const meaning = scope.get(counter);
    if (!meaning || meaning.parallel !== (asks === 'Next')) continue;
    meaning.benchmark.loops.push({
      startLine: loop.startPosition.row + firstLine,
      endLine: loop.endPosition.row + firstLine,
    });
    return;
  }
}
