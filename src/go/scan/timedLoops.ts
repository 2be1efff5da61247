/**
 * The loops whose work a benchmark counts, in any function of a file: in benchmarks, in sub-benchmarks whose names are
 * computed, in functions that get a `*testing.B` as an argument.
 */
import type { Node } from 'web-tree-sitter';
import type { LineRange, TimedCode } from '../../analysis/benchmark/timedRegion.ts';
import { descendants, namedChildren, selectorOf, statements } from './syntax.ts';

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
  const selectors = header.flatMap((part) => descendants(part, 'selector_expression'));
  return selectors.flatMap((node) => {
    const selector = selectorOf(node);
    const asks = questions.find((each) => each === selector?.field);
    return selector === null || asks === undefined ? [] : { counter: selector.receiver, asks, node };
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
  const pointedTo = /^\*\s*(.*)$/.exec(type ?? '')?.[1];
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
  for (const { loop, counter } of findTimedLoops(root, types)) {
    loops.push(...withoutPauses(loop, counter));
    const declaration = topLevelAncestor(loop);
    functions.set(declaration.id, linesOf(declaration));
  }
  return { loops, functions: [...functions.values()] };
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
