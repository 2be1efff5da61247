/**
 * The lines whose work a benchmark counts, wherever in a file they stand: in benchmarks, in sub-benchmarks with computed
 * names, in functions that a benchmark hands its `*testing.B` to.
 */
import type { Node } from 'web-tree-sitter';
import type { LineRange, TimedCode } from '../../analysis/benchmark/timedRegion.ts';

/** Fields of `*testing.B` and `*testing.PB` that a timed loop's header asks. */
const loopFields = [
  { field: 'Loop', of: 'B' },
  { field: 'N', of: 'B' },
  { field: 'Next', of: 'PB' },
] as const;

/**
 * The timed lines of a parsed file, header and closing brace of each loop included, without the lines on which its
 * timer is stopped.
 *
 * @param types How this file writes `testing.B`: `testing.B`, `tt.B`, `B`.
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

/** A `for` statement whose iterations the benchmark counts. */
export interface FoundLoop {
  readonly loop: Node;
  /** The name of the `*testing.B` or `*testing.PB` that its header asks whether to go on. */
  readonly counter: string;
  /** `Next` is a parallel one's. */
  readonly asks: 'Loop' | 'N' | 'Next';
}

/** All timed loops of a parsed file, in source order. */
export function findTimedLoops(root: Node, types: ReadonlySet<string>): FoundLoop[] {
  return root.descendantsOfType('for_statement').flatMap((loop) => (loop && timedLoop(loop, types)) ?? []);
}

function linesOf({ startPosition, endPosition }: Node): LineRange {
  return [startPosition.row + 1, endPosition.row + 1];
}

function topLevelAncestor(node: Node): Node {
  let at = node;
  while (at.parent?.parent) at = at.parent;
  return at;
}

function timedLoop(loop: Node, types: ReadonlySet<string>): FoundLoop | null {
  const header = loop.namedChildren.filter((child) => child && child.type !== 'block');
  for (const part of header) {
    for (const used of part?.type === 'selector_expression' ? [part] : selectorsIn(part)) {
      const operand = used.childForFieldName('operand');
      const asked = used.childForFieldName('field')?.text;
      const known = loopFields.find(({ field }) => field === asked);
      if (operand?.type !== 'identifier' || known === undefined) continue;
      if (isTesting(parameterType(used, operand.text), known.of, types)) {
        return { loop, counter: operand.text, asks: known.field };
      }
    }
  }
  return null;
}

function selectorsIn(node: Node | null): Node[] {
  return (node?.descendantsOfType('selector_expression') ?? []).flatMap((each) => each ?? []);
}

/** The type, as written, of the parameter that `name` means at `node`; null where it is no parameter. */
function parameterType(node: Node, name: string): string | null {
  for (let at = node.parent; at; at = at.parent) {
    const parameters = at.childForFieldName('parameters')?.namedChildren ?? [];
    for (const parameter of parameters) {
      const names = parameter?.childrenForFieldName('name') ?? [];
      if (names.some((each) => each?.text === name))
        return parameter?.childForFieldName('type')?.text ?? null;
    }
  }
  return null;
}

/** `*testing.PB` is written as `*testing.B` is, with another last letter. */
function isTesting(type: string | null, wanted: 'B' | 'PB', types: ReadonlySet<string>): boolean {
  const pointedTo = /^\*\s*(.*)$/.exec(type ?? '')?.[1];
  if (pointedTo === undefined) return false;
  if (wanted === 'B') return types.has(pointedTo);
  return [...types].some((written) => written.replace(/B$/, 'PB') === pointedTo);
}

/**
 * A loop's lines, 1-based, without those between `b.StopTimer()` and `b.StartTimer()`. Both calls among the body's
 * own statements only: behind a condition they do not tell what every round does.
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
  // A timer that the loop first starts was stopped before it.
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
  /** `StartTimer` rather than `StopTimer`. */
  readonly starts: boolean;
}

function timerSwitches(loop: Node, counter: string): TimerSwitch[] {
  const body = loop.childForFieldName('body');
  const [list] = body?.namedChildren.filter((child) => child?.type === 'statement_list') ?? [];
  const statements = (list ?? body)?.namedChildren ?? [];
  return statements.flatMap((statement) => {
    const called = /^(\w+)\s*\.\s*(Start|Stop)Timer\s*\(\s*\)$/.exec(statement?.text.slice(0, 100) ?? '');
    if (!statement || called?.[1] !== counter) return [];
    return [{ line: statement.startPosition.row + 1, starts: called[2] === 'Start' }];
  });
}
