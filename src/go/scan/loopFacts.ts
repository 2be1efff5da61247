/** What the source of a file says about its timed loops. */
import type { Node } from 'web-tree-sitter';
import type { LoopFacts, SourceEdit } from './benchmarkSmells.ts';
import {
  callsOfOthers,
  descendants,
  functionWith,
  methodOn,
  namedChildren,
  nodeRange,
  statements,
} from './syntax.ts';
import { findTimedLoops, type TimedLoopNode } from './timedLoops.ts';

/** The facts of all timed loops in a parsed file, except those of RunParallel. */
export function loopFacts(root: Node, types: ReadonlySet<string>): LoopFacts[] {
  return findTimedLoops(root, types).flatMap((found) => {
    const owner = found.asks === 'Next' ? null : functionWith(found.loop, found.counter);
    return owner === null ? [] : factsOf(found, owner);
  });
}

function factsOf({ loop, counter, asks }: TimedLoopNode, owner: Node): LoopFacts {
  const body = loop.childForFieldName('body');
  const timerCalls = descendants(owner, 'call_expression').filter((call) =>
    /^(?:Reset|Start|Stop)Timer$/.test(methodOn(call, counter) ?? ''),
  );
  const range = nodeRange(loop);
  const header =
    body === null
      ? range
      : { ...range, endLine: body.startPosition.row, endCharacter: body.startPosition.column };
  return {
    style: asks === 'Loop' ? 'Loop' : 'N',
    range,
    header,
    functionRange: nodeRange(owner),
    dropsResults: body !== null && dropsResults(body, counter),
    calls: body !== null && callsOfOthers(body, counter).length > 0,
    leavesTimer: timerCalls.length === 0,
    useLoop: asks === 'N' ? useLoop(loop, counter) : null,
    resetBefore: resetBefore(loop, counter, owner),
  };
}

/** Every statement is a call or assigns only to `_`, and at least one function is called. */
function dropsResults(body: Node, counter: string): boolean {
  const all = statements(body);
  const isDropped = all.every((statement) => {
    if (statement.type === 'expression_statement') return statement.namedChild(0)?.type === 'call_expression';
    if (statement.type !== 'assignment_statement') return false;
    return namedChildren(statement.childForFieldName('left')).every(({ text }) => text === '_');
  });
  return isDropped && callsOfOthers(body, counter).length > 0;
}

/** `for i := 0; i < b.N; i++` -> `for b.Loop()`, if the body does not use `i`. */
function useLoop(loop: Node, counter: string): SourceEdit | null {
  const body = loop.childForFieldName('body');
  const [clause] = namedChildren(loop).filter(({ type }) => type !== 'block');
  if (body === null || clause === undefined) return null;
  const declared = descendants(
    clause.childForFieldName('initializer') ?? clause.childForFieldName('left'),
    'identifier',
  );
  const names = new Set(declared.map(({ text }) => text));
  if (descendants(body, 'identifier').some(({ text }) => names.has(text))) return null;
  return { range: nodeRange(clause), newText: `${counter}.Loop()` };
}

/** Only for a loop that is a statement of the function's own body and has its line to itself. */
function resetBefore(loop: Node, counter: string, owner: Node): SourceEdit | null {
  const isOwn = statements(owner.childForFieldName('body')).some(({ id }) => id === loop.id);
  const before = loop.previousSibling;
  if (!isOwn || before?.endPosition.row === loop.startPosition.row) return null;
  const range = nodeRange(loop);
  const indent = '\t'.repeat(range.startCharacter);
  return {
    range: { ...range, endLine: range.startLine, endCharacter: range.startCharacter },
    newText: `${counter}.ResetTimer()\n${indent}`,
  };
}
