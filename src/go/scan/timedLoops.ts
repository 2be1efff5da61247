/**
 * The loops whose work a benchmark counts, in any function of a file: in benchmarks, in sub-benchmarks whose names are
 * computed, in functions that get a `*testing.B` as an argument.
 */

import type { Node } from 'web-tree-sitter';
import type { LineRange } from '../../analysis/benchmark/loopInstructions.ts';
import type { TimedCode } from '../../analysis/benchmark/timedRegion.ts';
import { append } from '../../base/lists.ts';
import { type FunctionAround, placedNodes } from './nesting.ts';
import { descendants, descendantsOutside, namedChildren, selectorOf, shortText } from './syntax.ts';
import { behindStarted, betweenSwitches } from './timedStatements.ts';
import { timerPauses, timerSwitches } from './timerPauses.ts';

/** `for b.Loop()`; `for ... b.N ...` or `for range b.N`; `for pb.Next()` in the body given to RunParallel. */
const questions = ['Loop', 'N', 'Next'] as const;

/** The header of a loop asks a variable whether to go on. */
export interface AskedInHeader {
  /** The name of the variable: a `*testing.B` or a `*testing.PB`, if the loop is a timed one. */
  readonly counter: string;
  readonly asks: (typeof questions)[number];
  /** `counter.asks` */
  readonly node: Node;
}

/** What the header of a `for` statement asks, in source order. Whether it asks a `*testing.B` is left to the caller. */
export function askedInHeader(loop: Node): AskedInHeader[] {
  const header = namedChildren(loop).filter(({ type }) => type !== 'block');
  const selectors = header.flatMap((part) => inHeader(part, 'selector_expression'));
  return selectors.flatMap((node) => {
    const selector = selectorOf(node);
    const asks = questions.find((each) => each === selector?.field);
    return selector === null || asks === undefined ? [] : { counter: selector.receiver, asks, node };
  });
}

/** Without those in function literals, which run when they are called. */
function inHeader(part: Node, type: string): Node[] {
  return descendantsOutside(part, type, ['func_literal']);
}

/** A `for` statement whose iterations the benchmark counts. */
export interface TimedLoopNode extends Omit<AskedInHeader, 'node'> {
  readonly loop: Node;
  readonly owner: FunctionAround | null;
}

/**
 * All timed loops of a parsed file, in source order.
 *
 * @param types how this file writes `testing.B`: `testing.B`, `tt.B`, `B`
 */
export function findTimedLoops(root: Node, types: ReadonlySet<string>): TimedLoopNode[] {
  // A file writes `*testing.PB` as it writes `*testing.B`, with another last letter.
  const parallel = new Set([...types].map((written) => written.replace(/B$/, 'PB')));
  return placedNodes(root, ['for_statement']).flatMap(({ node: loop, owner }) => {
    const asked = askedInHeader(loop).find(({ counter, asks }) =>
      pointsTo(asks === 'Next' ? parallel : types, owner?.with(counter)?.parameters.get(counter)),
    );
    return asked === undefined ? [] : { counter: asked.counter, asks: asked.asks, loop, owner };
  });
}

/** Whether a type, as it is written, is a pointer to one of these. */
function pointsTo(types: ReadonlySet<string>, type = ''): boolean {
  return type.startsWith('*') && types.has(type.slice(1).trim());
}

/**
 * The timed lines of a parsed file: those of each loop, from its header to its closing brace, without the lines on which
 * the timer is stopped. And the lines of the top-level declarations that have such loops.
 */
export function timedCode(root: Node, types: ReadonlySet<string>): TimedCode {
  const loops: LineRange[] = [];
  const functions = new Map<number, LineRange>();
  const meanings = new Meanings(root);
  const isBenchmark = (owner: FunctionAround | null, name: string) =>
    pointsTo(types, meanings.typeOf(owner, name));
  const found = [...findTimedLoops(root, types), ...loopsOverCopies(root, isBenchmark)];
  for (const { loop, counter } of found) append(loops, withoutPauses(loop, counter));
  const nodes = found.map(({ loop }) => loop).sort((a, b) => a.startIndex - b.startIndex);
  const starts = nodes.map(({ startIndex }) => startIndex);
  const others = [...behindStarted(root, nodes), ...betweenSwitches(root, starts, isBenchmark)];
  for (const { lines } of others) loops.push(lines);
  for (const start of [...starts, ...others.map((each) => each.start)]) {
    const declaration = root.firstChildForIndex(start);
    if (declaration !== null) functions.set(declaration.id, linesOf(declaration));
  }
  const paused = timerPauses(root, isBenchmark);
  return { loops, functions: [...functions.values()], ...(paused.length === 0 ? {} : { paused }) };
}

/**
 * Loops that count to `b.N` by another name, and those whose benchmark is no parameter:
 *
 *   n := b.N                   for i := 0; i < n; i++
 *   b := t.(*testing.B)        for range b.N
 *   s.b of type *testing.B     for range s.b.N
 */
function loopsOverCopies(
  root: Node,
  isBenchmark: (owner: FunctionAround | null, name: string) => boolean,
): TimedLoopNode[] {
  const placed = placedNodes(root, ['short_var_declaration', 'for_statement']);
  const copies = new Map<string, string>();
  for (const { node: declaration, owner } of placed) {
    if (owner === null || declaration.type === 'for_statement') continue;
    const [name] = namedChildren(declaration.childForFieldName('left'));
    const [value] = namedChildren(declaration.childForFieldName('right'));
    const asked = selectorOf(value ?? null);
    if (name === undefined || asked?.field !== 'N' || !isBenchmark(owner, asked.receiver)) continue;
    copies.set(`${owner.node.id} ${shortText(name)}`, asked.receiver);
  }
  return placed.flatMap(({ node: loop, owner }): TimedLoopNode[] => {
    if (loop.type !== 'for_statement') return [];
    const header = namedChildren(loop).filter(({ type }) => type !== 'block');
    for (const part of header) {
      for (const node of inHeader(part, 'identifier')) {
        const counter = copies.get(`${owner?.node.id} ${shortText(node)}`);
        if (counter !== undefined) return [{ loop, counter, asks: 'N', owner }];
      }
      for (const node of inHeader(part, 'selector_expression')) {
        const counter = shortText(node.childForFieldName('operand'));
        const asks = questions.find((each) => each === node.childForFieldName('field')?.text);
        if (counter === '' || asks === undefined || asks === 'Next') continue;
        if ((owner?.with(counter) ?? null) !== null) continue;
        if (isBenchmark(owner, counter)) return [{ loop, counter, asks, owner }];
      }
    }
    return [];
  });
}

/** The types, as they are written, of what names mean in a file. */
class Meanings {
  /** By function, what it declares by a type assertion, or from a field. */
  readonly #declared = new Map<number, ReadonlyMap<string, string>>();
  #fields: ReadonlyMap<string, string> | null = null;

  constructor(private readonly root: Node) {}

  /** Of a parameter, a variable from a type assertion or a field, a field; empty if the file does not say it. */
  typeOf(owner: FunctionAround | null, name: string): string {
    const parameter = owner?.with(name)?.parameters.get(name);
    if (parameter !== undefined) return parameter;
    const declared = owner === null ? undefined : this.#declaredIn(owner.node).get(name);
    if (declared !== undefined) return declared;
    const [, field] = /^\w+\.(\w+)$/.exec(name) ?? [];
    return field === undefined ? '' : (this.#typesOfFields().get(field) ?? '');
  }

  #declaredIn(func: Node): ReadonlyMap<string, string> {
    const known = this.#declared.get(func.id);
    if (known !== undefined) return known;
    const declared = new Map<string, string>();
    for (const declaration of descendants(func, 'short_var_declaration')) {
      const [left] = namedChildren(declaration.childForFieldName('left'));
      const values = namedChildren(declaration.childForFieldName('right'));
      const assertion = values.find(({ type }) => type === 'type_assertion_expression');
      const name = shortText(left ?? null);
      if (declared.has(name)) continue;
      const [, field] = /^\w+\.(\w+)$/.exec(shortText(values[0] ?? null)) ?? [];
      if (assertion !== undefined) declared.set(name, shortText(assertion.childForFieldName('type')));
      else if (field !== undefined) declared.set(name, this.#typesOfFields().get(field) ?? '');
    }
    this.#declared.set(func.id, declared);
    return declared;
  }

  #typesOfFields(): ReadonlyMap<string, string> {
    if (this.#fields !== null) return this.#fields;
    const fields = new Map<string, string>();
    for (const declaration of descendants(this.root, 'field_declaration')) {
      const type = shortText(declaration.childForFieldName('type'));
      for (const name of declaration.childrenForFieldName('name')) {
        if (name !== null && !fields.has(name.text)) fields.set(name.text, type);
      }
    }
    this.#fields = fields;
    return fields;
  }
}

/** 1-based, both included. */
function linesOf({ startPosition, endPosition }: Node): LineRange {
  return [startPosition.row + 1, endPosition.row + 1];
}

/**
 * The lines of a loop, without those between `b.StopTimer()` and `b.StartTimer()`. Only calls that are statements of the
 * loop's own body count: a call behind a condition does not happen in every round.
 *
 *   for range b.N {          timed
 *       b.StopTimer()        -
 *       fresh := copyOf(xs)  -
 *       b.StartTimer()       -
 *       sort.Ints(fresh)     timed
 *   }                        timed
 */
function withoutPauses(loop: Node, counter: string): LineRange[] {
  const [first, last] = linesOf(loop);
  const body = loop.childForFieldName('body');
  const switches = timerSwitches(body, (name) => name === counter).filter(({ does }) => does !== 'Reset');
  const ranges: LineRange[] = [];
  // Where the first call in the loop starts the timer, it was stopped before the loop.
  let from = switches[0]?.does === 'Start' ? null : first;
  for (const { line, does } of switches) {
    if (does === 'Start') from ??= line + 1;
    else if (from !== null) {
      if (from < line) ranges.push([from, line - 1]);
      from = null;
    }
  }
  if (from !== null && from <= last) ranges.push([from, last]);
  return ranges;
}
