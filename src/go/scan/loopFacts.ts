/** What the source of a file says about its timed loops. */
import type { Node } from 'web-tree-sitter';
import type { LoopFacts, SourceEdit } from './benchmarkSmells.ts';
import type { FunctionAround } from './nesting.ts';
import {
  callsOfOthers,
  descendants,
  namedChildren,
  nodeRange,
  selectorOf,
  statementList,
  statements,
} from './syntax.ts';
import { findTimedLoops, type TimedLoopNode } from './timedLoops.ts';

/** The facts of all timed loops in a parsed file, except those of RunParallel. */
export function loopFacts(root: Node, types: ReadonlySet<string>): LoopFacts[] {
  const owners = new Map<number, OwnerFacts>();
  return findTimedLoops(root, types).flatMap((found) => {
    const owner = found.asks === 'Next' ? null : (found.owner?.with(found.counter) ?? null);
    if (owner === null) return [];
    const known = owners.get(owner.node.id) ?? ownerFacts(owner);
    owners.set(owner.node.id, known);
    return factsOf(found, owner, known);
  });
}

/** What all loops of a function have in common. */
interface OwnerFacts {
  /** On which names it resets, starts or stops a timer. */
  readonly timers: ReadonlySet<string>;
  /** By the id of a statement of its own body, the last line of what stands before it; `null` if nothing does. */
  readonly lineBefore: ReadonlyMap<number, number | null>;
}

function ownerFacts({ node }: FunctionAround): OwnerFacts {
  const timers = descendants(node, 'call_expression').flatMap((call) => {
    const called = selectorOf(call.childForFieldName('function'));
    return called !== null && /^(?:Reset|Start|Stop)Timer$/.test(called.field) ? called.receiver : [];
  });
  const lineBefore = new Map<number, number | null>();
  let before: Node | null = null;
  for (const statement of statementList(node.childForFieldName('body'))?.children ?? []) {
    if (statement !== null) lineBefore.set(statement.id, before?.endPosition.row ?? null);
    before = statement;
  }
  return { timers: new Set(timers), lineBefore };
}

function factsOf(
  { loop, counter, asks }: TimedLoopNode,
  owner: FunctionAround,
  known: OwnerFacts,
): LoopFacts {
  const body = loop.childForFieldName('body');
  const range = nodeRange(loop);
  const header =
    body === null
      ? range
      : { ...range, endLine: body.startPosition.row, endCharacter: body.startPosition.column };
  return {
    style: asks === 'Loop' ? 'Loop' : 'N',
    range,
    header,
    functionRange: nodeRange(owner.node),
    dropsResults: body !== null && dropsResults(body, counter),
    calls: body !== null && callsOfOthers(body, counter).length > 0,
    leavesTimer: !known.timers.has(counter),
    useLoop: asks === 'N' ? useLoop(loop, counter) : null,
    resetBefore: resetBefore(loop, counter, known),
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
function resetBefore(loop: Node, counter: string, { lineBefore }: OwnerFacts): SourceEdit | null {
  const before = lineBefore.get(loop.id);
  if (before === undefined || before === loop.startPosition.row) return null;
  const range = nodeRange(loop);
  const indent = '\t'.repeat(range.startCharacter);
  return {
    range: { ...range, endLine: range.startLine, endCharacter: range.startCharacter },
    newText: `${counter}.ResetTimer()\n${indent}`,
  };
}
