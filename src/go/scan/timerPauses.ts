/** The lines on which no time is measured, although a timed loop may run them: the timer is stopped, or is reset later. */
import type { Node } from 'web-tree-sitter';
import type { LineRange } from '../../analysis/benchmark/timedRegion.ts';
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
 * @param isBenchmark whether a name at a node means a `*testing.B`
 */
export function timerPauses(
  root: Node,
  isBenchmark: (node: Node, name: string) => boolean,
): readonly LineRange[] {
  if (!/\.\s*(?:Stop|Reset)Timer\b/.test(root.text)) return [];
  return descendants(root, 'block').flatMap((block) => {
    const switches = timerSwitches(block, isBenchmark);
    if (switches.length === 0) return [];
    const isOwn = /^func|^method/.test(block.parent?.type ?? '');
    return withoutLiterals(pausesOf(switches, block, isOwn), block);
  });
}

interface TimerSwitch {
  /** 1-based. */
  readonly line: number;
  readonly does: string;
}

function timerSwitches(block: Node, isBenchmark: (node: Node, name: string) => boolean): TimerSwitch[] {
  return statements(block).flatMap((statement) => {
    const call = statement.type === 'expression_statement' ? statement.namedChild(0) : null;
    const called = selectorOf(call?.childForFieldName('function') ?? null);
    const does = /^(Start|Stop|Reset)Timer$/.exec(called?.field ?? '')?.[1];
    if (called === null || does === undefined || !isBenchmark(statement, called.receiver)) return [];
    return [{ line: statement.startPosition.row + 1, does }];
  });
}

function pausesOf(switches: readonly TimerSwitch[], block: Node, isOwn: boolean): LineRange[] {
  const pauses: LineRange[] = [];
  let from: number | null = null;
  for (const { line, does } of switches) {
    if (does === 'Stop') from ??= line;
    else if (does === 'Start' && from !== null) {
      pauses.push([from, line]);
      from = null;
    } else if (does === 'Reset' && isOwn) pauses.push([block.startPosition.row + 2, line]);
  }
  if (from !== null) pauses.push([from, block.endPosition.row]);
  return pauses;
}

function withoutLiterals(pauses: readonly LineRange[], block: Node): LineRange[] {
  const literals = descendants(block, 'func_literal').map(
    ({ startPosition, endPosition }): LineRange => [startPosition.row + 1, endPosition.row + 1],
  );
  const left = literals.reduce<readonly LineRange[]>((ranges, [first, last]) => {
    const parts = ranges.flatMap(([from, to]): LineRange[] => [
      [from, Math.min(to, first - 1)],
      [Math.max(from, last + 1), to],
    ]);
    // Parts that are none must go at once: each would become two with every literal.
    return parts.filter(([from, to]) => from <= to);
  }, pauses);
  return left.filter(([from, to], i) => left.findIndex((each) => each[0] === from && each[1] === to) === i);
}
