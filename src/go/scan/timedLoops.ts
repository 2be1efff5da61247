/**
 * The loops whose work a benchmark counts, in any function of a file: in benchmarks, in sub-benchmarks whose names are
 * computed, in functions that get a `*testing.B` as an argument.
 */

import type { Node } from 'web-tree-sitter';
import type { LineRange, TimedCode } from '../../analysis/benchmark/timedRegion.ts';
import { append } from '../../base/lists.ts';
import { descendants, namedChildren, selectorOf, statements } from './syntax.ts';
import { timerPauses } from './timerPauses.ts';

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
  const selectors = header.flatMap((part) => descendantsOutsideLiterals(part, 'selector_expression', loop));
  return selectors.flatMap((node) => {
    const selector = selectorOf(node);
    const asks = questions.find((each) => each === selector?.field);
    return selector === null || asks === undefined ? [] : { counter: selector.receiver, asks, node };
  });
}

/** Without those in function literals, which run when they are called. */
function descendantsOutsideLiterals(part: Node, type: string, around: Node): Node[] {
  return descendants(part, type).filter((node) => {
    for (let at = node.parent; at && at.id !== around.id; at = at.parent)
      if (at.type === 'func_literal') return false;
    return true;
  });
}

/** A `for` statement whose iterations the benchmark counts. */
export interface TimedLoopNode extends AskedInHeader {
  readonly loop: Node;
}

/**
 * All timed loops of a parsed file, in source order.
 *
 * @param types how this file writes `testing.B`: `testing.B`, `tt.B`, `B`
 */
export function findTimedLoops(root: Node, types: ReadonlySet<string>): TimedLoopNode[] {
  return descendants(root, 'for_statement').flatMap((loop) => {
    const asked = askedInHeader(loop).find(({ counter, asks, node }) =>
      isTesting(parameterType(node, counter), asks === 'Next' ? 'PB' : 'B', types),
    );
    return asked === undefined ? [] : { ...asked, loop };
  });
}

/** The type, as it is written, of the parameter that `name` means at `node`; `null` if it is no parameter. */
function parameterType(node: Node, name: string): string | null {
  for (let at = node.parent; at; at = at.parent) {
    const declaration = namedChildren(at.childForFieldName('parameters')).find((parameter) =>
      parameter.childrenForFieldName('name').some((each) => each?.text === name),
    );
    if (declaration !== undefined) return declaration.childForFieldName('type')?.text ?? null;
  }
  return null;
}

/** A file writes `*testing.PB` as it writes `*testing.B`, with another last letter. */
function isTesting(type: string | null, wanted: 'B' | 'PB', types: ReadonlySet<string>): boolean {
  const pointedTo = /^\*(.*)$/s.exec(type ?? '')?.[1]?.trim();
  if (pointedTo === undefined) return false;
  if (wanted === 'B') return types.has(pointedTo);
  return [...types].some((written) => written.replace(/B$/, 'PB') === pointedTo);
}

/**
 * The timed lines of a parsed file: those of each loop, from its header to its closing brace, without the lines on which
 * the timer is stopped. And the lines of the top-level declarations that have such loops.
 */
export function timedCode(root: Node, types: ReadonlySet<string>): TimedCode {
  const loops: LineRange[] = [];
  const functions = new Map<number, LineRange>();
  for (const { loop, counter } of [...findTimedLoops(root, types), ...loopsOverCopies(root, types)]) {
    append(loops, withoutPauses(loop, counter));
    const declaration = topLevelAncestor(loop);
    functions.set(declaration.id, linesOf(declaration));
  }
  const paused = timerPauses(root, (node, name) => isTesting(typeOf(node, name), 'B', types));
  return { loops, functions: [...functions.values()], ...(paused.length === 0 ? {} : { paused }) };
}

/**
 * Loops that count to `b.N` by another name, and those whose benchmark is no parameter:
 *
 *   n := b.N                   for i := 0; i < n; i++
 *   b := t.(*testing.B)        for range b.N
 *   s.b of type *testing.B     for range s.b.N
 */
function loopsOverCopies(root: Node, types: ReadonlySet<string>): TimedLoopNode[] {
  const copies = new Map<string, { counter: string; node: Node }>();
  for (const declaration of descendants(root, 'short_var_declaration')) {
    const [name] = namedChildren(declaration.childForFieldName('left'));
    const [value] = namedChildren(declaration.childForFieldName('right'));
    const asked = selectorOf(value ?? null);
    const owner = functionAround(declaration);
    if (name === undefined || asked?.field !== 'N' || owner === null) continue;
    if (!isTesting(typeOf(declaration, asked.receiver), 'B', types)) continue;
    copies.set(`${owner.id} ${name.text}`, { counter: asked.receiver, node: declaration });
  }
  return descendants(root, 'for_statement').flatMap((loop): TimedLoopNode[] => {
    const header = namedChildren(loop).filter(({ type }) => type !== 'block');
    for (const part of header) {
      for (const node of descendantsOutsideLiterals(part, 'identifier', loop)) {
        const copy = copies.get(`${functionAround(loop)?.id} ${node.text}`);
        if (copy !== undefined) return [{ loop, counter: copy.counter, asks: 'N', node }];
      }
      for (const node of descendantsOutsideLiterals(part, 'selector_expression', loop)) {
        const operand = node.childForFieldName('operand');
        const asks = questions.find((each) => each === node.childForFieldName('field')?.text);
        if (operand === null || asks === undefined || asks === 'Next') continue;
        if (parameterType(node, operand.text) !== null) continue;
        if (isTesting(typeOf(node, operand.text), 'B', types)) {
          return [{ loop, counter: operand.text, asks, node }];
        }
      }
    }
    return [];
  });
}

/** The innermost function around a node. */
function functionAround(node: Node): Node | null {
  let at = node.parent;
  while (at && !/^func|^method/.test(at.type)) at = at.parent;
  return at;
}

/** The type, as it is written, of what `name` means at `node`: of a parameter, a variable that a type assertion declares, a field. */
function typeOf(node: Node, name: string): string | null {
  const parameter = parameterType(node, name);
  if (parameter !== null) return parameter;
  const owner = functionAround(node);
  const asserted = descendants(owner, 'type_assertion_expression').find((assertion) => {
    const declaration = assertion.parent?.parent;
    const [declared] = namedChildren(declaration?.childForFieldName('left') ?? null);
    return declaration?.type === 'short_var_declaration' && declared?.text === name;
  });
  if (asserted !== undefined) return asserted.childForFieldName('type')?.text ?? null;
  const [, field] = /^\w+\.(\w+)$/.exec(name) ?? [];
  if (field === undefined) return null;
  const declared = descendants(node.tree.rootNode, 'field_declaration').find((declaration) =>
    declaration.childrenForFieldName('name').some((each) => each?.text === field),
  );
  return declared?.childForFieldName('type')?.text ?? null;
}

/** 1-based, both included. */
function linesOf({ startPosition, endPosition }: Node): LineRange {
  return [startPosition.row + 1, endPosition.row + 1];
}

function topLevelAncestor(node: Node): Node {
  let at = node;
  while (at.parent?.parent) at = at.parent;
  return at;
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
  const switches = timerSwitches(loop, counter);
  const ranges: LineRange[] = [];
  // Where the first call in the loop starts the timer, it was stopped before the loop.
  let from = switches[0]?.starts === true ? null : first;
  for (const { line, starts } of switches) {
    if (starts) from ??= line + 1;
    else if (from !== null) {
      if (from < line) ranges.push([from, line - 1]);
      from = null;
    }
  }
  if (from !== null && from <= last) ranges.push([from, last]);
  return ranges;
}

interface TimerSwitch {
  /** 1-based. */
  readonly line: number;
  /** True for `StartTimer`, false for `StopTimer`. */
  readonly starts: boolean;
}

function timerSwitches(loop: Node, counter: string): TimerSwitch[] {
  return statements(loop.childForFieldName('body')).flatMap(({ text, startPosition }) => {
    const called = /^(\w+)\s*\.\s*(Start|Stop)Timer\s*\(\s*\)$/.exec(text.slice(0, 100));
    if (called?.[1] !== counter) return [];
    return [{ line: startPosition.row + 1, starts: called[2] === 'Start' }];
  });
}
