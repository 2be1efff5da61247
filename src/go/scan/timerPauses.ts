/** The lines on which no time is measured, although a timed loop may run them: the timer is stopped, or is reset later. */
import type { Node } from 'web-tree-sitter';
import type { LineRange } from '../../analysis/benchmark/loopInstructions.ts';
import { type FunctionAround, placedNodes } from './nesting.ts';
import { descendants, selectorOf, statements } from './syntax.ts';

/**
 * In every block, the lines from `b.StopTimer()` to the next `b.StartTimer()` or to the block's end, behind a condition too;
 * and in a function's own block, what stands before its last `b.ResetTimer()`. Without the lines of function literals: these
 * run when they are called.
 *
 *   fill(b.N)                  not measured
 *   b.ResetTimer()             -
 *   for i := range b.N {
 *       if i%100 == 0 {
 *           b.StopTimer()      -
 *           clean()            not measured
 *           b.StartTimer()     -
 *       }
 *
 * @param isBenchmark whether a name in a function means a `*testing.B`
 */
export function timerPauses(
  root: Node,
  isBenchmark: (owner: FunctionAround | null, name: string) => boolean,
): readonly LineRange[] {
  if (!/\.\s*(?:Stop|Reset)Timer\b/.test(root.text)) return [];
  return placedNodes(root, ['block']).flatMap(({ node: block, owner }) => {
    const switches = timerSwitches(block, (name) => isBenchmark(owner, name));
    if (switches.length === 0) return [];
    const isOwn = owner?.node.childForFieldName('body')?.id === block.id;
    return withoutLiterals(pausesOf(switches, block, isOwn), block);
  });
}

interface TimerSwitch {
  /** 1-based. */
  readonly line: number;
  readonly does: string;
}

/** The statements of a block that start, stop or reset the timer. */
export function timerSwitches(block: Node | null, isBenchmark: (name: string) => boolean): TimerSwitch[] {
  return statements(block).flatMap((statement) => {
    const call = statement.type === 'expression_statement' ? statement.namedChild(0) : null;
    const called = selectorOf(call?.childForFieldName('function') ?? null);
    const does = /^(Start|Stop|Reset)Timer$/.exec(called?.field ?? '')?.[1];
    if (called === null || does === undefined || !isBenchmark(called.receiver)) return [];
    return [{ line: statement.startPosition.row + 1, does }];
  });
}

/** In source order; none begins before another one ends. */
function pausesOf(switches: readonly TimerSwitch[], block: Node, isOwn: boolean): LineRange[] {
  let pauses: LineRange[] = [];
  let from: number | null = null;
  for (const { line, does } of switches) {
    if (does === 'Stop') from ??= line;
    else if (does === 'Start' && from !== null) {
      pauses.push([from, line]);
      from = null;
    } else if (does === 'Reset' && isOwn) {
      pauses = [[block.startPosition.row + 2, line]];
      if (from !== null) from = line;
    }
  }
  if (from !== null) pauses.push([from, block.endPosition.row]);
  return pauses;
}

function withoutLiterals(pauses: readonly LineRange[], block: Node): LineRange[] {
  const literals = descendants(block, 'func_literal');
  const left: LineRange[] = [];
  let next = 0;
  for (const [first, last] of pauses) {
    let from = first;
    for (; next < literals.length; next++) {
      const { startPosition, endPosition } = literals[next]!;
      if (startPosition.row + 1 > last) break;
      if (startPosition.row + 1 > from) left.push([from, startPosition.row]);
      from = Math.max(from, endPosition.row + 2);
      // It may reach into the next pause.
      if (from > last) break;
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}
