/** The inside of a benchmark function: its timed loops and the sub-benchmarks with literal names. */
import type { Node } from 'web-tree-sitter';
import { SubNames } from './benchmarkNames.ts';
import type { ScannedBenchmark, SourceRange, TimedLoop, TimedLoopStyle } from './scannedBenchmark.ts';
import { readStringLiteral } from './syntax.ts';

export interface BenchmarkToWalk {
  readonly name: string;
  readonly nameNode: Node;
  /** First and last node of the whole declaration. */
  readonly range: readonly [Node, Node];
  readonly body: readonly Node[];
  /** What the body calls its `*testing.B`. */
  readonly parameter: string;
  /** Functions of the file by name: `b.Run("x", benchX)` runs one of them. */
  readonly functions: ReadonlyMap<string, Node>;
  /** Line of the file where the parsed text starts. */
  readonly firstLine: number;
  readonly names: SubNames;
  /** Receives the benchmark and, after it, its sub-benchmarks. */
  readonly found: ScannedBenchmark[];
}

interface OpenBenchmark extends ScannedBenchmark {
  readonly loops: TimedLoop[];
}

/** What an identifier of type `*testing.B` or `*testing.PB` stands for; null for one we cannot name. */
type Meaning = { readonly benchmark: OpenBenchmark; readonly parallel: boolean } | null;
type Scope = ReadonlyMap<string, Meaning>;

function rangeOf(first: Node, last: Node, firstLine: number): SourceRange {
  return {
    startLine: first.startPosition.row + firstLine,
    startCharacter: first.startPosition.column,
    endLine: last.endPosition.row + firstLine,
    endCharacter: last.endPosition.column,
  };
}

function namedChildren(node: Node): Node[] {
  return node.namedChildren.flatMap((child) => child ?? []);
}

/** Names of a function literal's parameters, in order. */
function parameterNames(literal: Node): string[] {
  const parameters = literal.childForFieldName('parameters');
  if (!parameters) return [];
  return namedChildren(parameters).flatMap((declaration) =>
    declaration.childrenForFieldName('name').flatMap((name) => (name?.isNamed ? name.text : [])),
  );
}

/** `x.Name` -> [x, Name] where x is a plain identifier. */
function selector(node: Node | null): { receiver: string; field: string } | null {
  if (node?.type !== 'selector_expression') return null;
  const operand = node.childForFieldName('operand');
  const field = node.childForFieldName('field');
  return operand?.type === 'identifier' && field ? { receiver: operand.text, field: field.text } : null;
}

/** A name made of literals alone, `"a" + "b"` included; null where it is computed. */
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
      pending.push(...namedChildren(part).slice(0, 1));
    } else if (part.type === 'binary_expression' && part.childForFieldName('operator')?.text === '+') {
      pending.push(...namedChildren(part).reverse());
    } else return null;
  }
  return parts.join('');
}

/** Records `walk` and everything inside it, in source order. */
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

/** Iterative: generated code nests deeply. */
function walkBody(benchmark: OpenBenchmark, walk: BenchmarkToWalk): void {
  const scope: Scope = new Map([[walk.parameter, { benchmark, parallel: false }]]);
  /** What the first parameter of a function literal means, by the literal's node id; set at its call. */
  const callbacks = new Map<number, Meaning>();
  const pending = walk.body.map((node) => ({ node, scope })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, scope } = next;
    if (node.type === 'for_statement') recordLoop(node, scope, walk.firstLine);
    if (node.type === 'call_expression') readCall(node, scope, walk, callbacks);
    const isLiteral = node.type === 'func_literal';
    const inside = isLiteral ? literalScope(node, scope, callbacks.get(node.id) ?? null) : scope;
    for (const child of namedChildren(node).reverse()) pending.push({ node: child, scope: inside });
  }
}

/** `scope` with the parameters of `literal`: the first one means `first`, the others nothing known. */
function literalScope(literal: Node, scope: Scope, first: Meaning): Scope {
  const names = parameterNames(literal);
  if (names.length === 0) return scope;
  return new Map<string, Meaning>([
    ...scope,
    ...names.map((name, i): [string, Meaning] => [name, i === 0 ? first : null]),
  ]);
}

/** `b.Run("literal", ...)` records a sub-benchmark; it and `b.RunParallel` give their callback a meaning. */
function readCall(call: Node, scope: Scope, walk: BenchmarkToWalk, callbacks: Map<number, Meaning>): void {
  const called = selector(call.childForFieldName('function'));
  const meaning = called && scope.get(called.receiver);
  const list = call.childForFieldName('arguments');
  if (!meaning || meaning.parallel || !list) return;
  const given = namedChildren(list).filter(({ type }) => type !== 'comment');
  const [nameNode] = given;
  const callback = given.at(-1);
  if (called.field === 'RunParallel' && callback) {
    callbacks.set(callback.id, { benchmark: meaning.benchmark, parallel: true });
  }
  const name = called.field === 'Run' ? literalName(nameNode) : null;
  if (name === null || !nameNode || !callback) return;
  const body = callback.type === 'func_literal' ? callback.childForFieldName('body') : null;
  const benchmark: OpenBenchmark = {
    name: walk.names.next(meaning.benchmark.name, name),
    nameRange: rangeOf(nameNode, nameNode, walk.firstLine),
    range: rangeOf(call, call, walk.firstLine),
    bodyRange: rangeOf(body ?? call, body ?? call, walk.firstLine),
    loops: [],
  };
  walk.found.push(benchmark);
  callbacks.set(callback.id, { benchmark, parallel: false });
  const named = callback.type === 'identifier' ? walk.functions.get(callback.text) : undefined;
  if (named) addLoopsOf(named, benchmark, walk);
}

/** Adds the loops of a function of the file that is the sub-benchmark's body. */
function addLoopsOf(declaration: Node, benchmark: OpenBenchmark, walk: BenchmarkToWalk): void {
  const [parameter] = parameterNames(declaration);
  const body = declaration.childForFieldName('body');
  if (parameter === undefined || !body) return;
  // Its own sub-benchmarks are not recorded, and it may run itself: nothing further is followed.
  walkBody(benchmark, {
    ...walk,
    body: [body],
    parameter,
    functions: new Map(),
    names: new SubNames(),
    found: [],
  });
}

const fields: Readonly<Record<string, TimedLoopStyle>> = { Loop: 'Loop', N: 'N', Next: 'Parallel' };

/** A loop is timed when its header asks a `*testing.B` or `*testing.PB` whether to go on. */
function recordLoop(loop: Node, scope: Scope, firstLine: number): void {
  const header = namedChildren(loop).filter((child) => child.type !== 'block');
  const pending = [...header];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'func_literal') continue;
    const used = selector(node);
    const meaning = used && scope.get(used.receiver);
    const style = used && fields[used.field];
    if (meaning && style && meaning.parallel === (style === 'Parallel')) {
      meaning.benchmark.loops.push({
        style: style === 'N' && header[0]?.type === 'range_clause' ? 'RangeN' : style,
        startLine: loop.startPosition.row + firstLine,
        endLine: loop.endPosition.row + firstLine,
      });
      return;
    }
    pending.push(...namedChildren(node));
  }
}
