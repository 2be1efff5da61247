/**
 * What is timed without a loop over `b.N` around it:
 *
 *   for range 4 {                            b.StartTimer()
 *       go func() {                          for _, key := range keys {   timed
 *           for range b.N / 4 { … }              get(key)                 timed
 *       }()                                  }                            timed
 *   }                                        b.StopTimer()
 *   wait.Wait()   timed
 */
import type { Node } from 'web-tree-sitter';
import type { LineRange } from '../../analysis/benchmark/loopInstructions.ts';
import { type FunctionAround, placedNodes } from './nesting.ts';
import { descendants, selectorOf, statements } from './syntax.ts';
import { timerSwitches } from './timerPauses.ts';

/** Lines, and where in the file they begin. */
export interface TimedLines {
  readonly lines: LineRange;
  readonly start: number;
}

/** A method that starts its argument in a goroutine: of `sync.WaitGroup`, `errgroup.Group`, pools. */
const startingMethod = 'Go';

/**
 * The lines behind a statement that starts timed loops in other goroutines, if there is no other timed loop: a benchmark waits there.
 *
 * @param loops the timed loops, in source order
 */
export function behindStarted(root: Node, loops: readonly Node[]): TimedLines[] {
  if (loops.length === 0) return [];
  const found = new Map<number, TimedLines>();
  let next = 0;
  for (const { node, owner } of placedNodes(root, ['go_statement', 'call_expression'])) {
    while (next < loops.length && loops[next]!.startIndex < node.startIndex) next++;
    const body = owner?.node.childForFieldName('body');
    if (body == null || found.has(body.id) || !isWithin(loops[next], node) || !isStart(node)) continue;
    let behind = next;
    while (isWithin(loops[behind], node)) behind++;
    // Of a timed loop there, the rest of the function is what it was before: setup.
    if (isWithin(loops[behind], body)) continue;
    const around = statements(body).find((statement) => isWithin(node, statement));
    const [first, last] = [(around?.endPosition.row ?? body.endPosition.row) + 2, body.endPosition.row];
    found.set(body.id, { lines: [first, last], start: node.startIndex });
  }
  return [...found.values()].filter(({ lines: [first, last] }) => first <= last);
}

function isStart(node: Node): boolean {
  return (
    node.type === 'go_statement' || selectorOf(node.childForFieldName('function'))?.field === startingMethod
  );
}

/**
 * The loops between a call that starts the timer, or resets it, and the next one that stops it, in the same block. One that has
 * sub-benchmarks in it does not count: these have timers of their own.
 *
 * @param known where the timed loops begin: of these it is known better which lines are timed
 */
export function betweenSwitches(
  root: Node,
  known: readonly number[],
  isBenchmark: (owner: FunctionAround | null, name: string) => boolean,
): TimedLines[] {
  if (!/\.\s*StopTimer\b/.test(root.text)) return [];
  return placedNodes(root, ['block']).flatMap(({ node: block, owner }) => {
    const switches = timerSwitches(block, (name) => isBenchmark(owner, name));
    if (switches.length === 0) return [];
    let next = 0;
    return statements(block).flatMap((statement): TimedLines[] => {
      const line = statement.startPosition.row + 1;
      while (next < switches.length && switches[next]!.line < line) next++;
      const isTimed = next > 0 && switches[next - 1]!.does !== 'Stop' && switches[next]?.does === 'Stop';
      if (statement.type !== 'for_statement' || !isTimed || runsOthers(statement)) return [];
      if (known.some((start) => start >= statement.startIndex && start < statement.endIndex)) return [];
      return [{ lines: [line, statement.endPosition.row + 1], start: statement.startIndex }];
    });
  });
}

function runsOthers(loop: Node): boolean {
  return descendants(loop, 'call_expression').some((call) =>
    /^Run(?:Parallel)?$/.test(selectorOf(call.childForFieldName('function'))?.field ?? ''),
  );
}

function isWithin(node: Node | undefined, outer: Node): boolean {
  return node !== undefined && node.startIndex >= outer.startIndex && node.endIndex <= outer.endIndex;
}
