/**
 * Finds what is wrong with a benchmark by its source alone. The rules are strict on purpose: a wrong hint about good code
 * does more harm than a missing hint.
 */
import type { Node } from 'web-tree-sitter';
import { isBenchmarkName } from '../../bench/benchfmt/resultLine.ts';
import type { SourceEdit, SourceSmell } from './benchmarkSmells.ts';
import { type FunctionAround, placedNodes } from './nesting.ts';
import {
  callsOfOthers,
  descendants,
  descendantsOutside,
  methodOn,
  namedChildren,
  nodeRange,
  selectorOf,
  shortText,
  statements,
} from './syntax.ts';
import { findTimedLoops, type TimedLoopNode } from './timedLoops.ts';

/** The smells of a parsed test file, in no particular order. */
export function sourceSmells(root: Node, types: ReadonlySet<string>): SourceSmell[] {
  const loops = findTimedLoops(root, types);
  const lines = root.text.split('\n');
  return [
    ...bodiesOf(root, types).flatMap((body) => nUnused(body) ?? []),
    ...loops.flatMap((found) => timerInLoop(found) ?? []),
    ...loops.flatMap((found) => setupInLoop(found, lines)),
  ];
}

/** The function of a benchmark: a declaration, or a literal given to `b.Run`. */
interface BenchmarkBody {
  readonly name: string;
  readonly nameNode: Node;
  readonly body: Node;
  /** The name of its `*testing.B`; empty if it has none. */
  readonly parameter: string;
}

function bodiesOf(root: Node, types: ReadonlySet<string>): BenchmarkBody[] {
  const declared = descendants(root, 'function_declaration').flatMap((node) => {
    const nameNode = node.childForFieldName('name');
    return nameNode && isBenchmarkName(nameNode.text) ? bodyOf(node, nameNode, types) : [];
  });
  const literals = new Map<number, Node>();
  const calls = new Map<number, Node>();
  for (const { node, within } of placedNodes(root, ['func_literal'])) {
    literals.set(node.id, node);
    if (within?.type === 'call_expression') calls.set(within.id, within);
  }
  const run = [...calls.values()].flatMap((call) => {
    const called = call.childForFieldName('function');
    if (called?.type !== 'selector_expression' || called.childForFieldName('field')?.text !== 'Run')
      return [];
    const given = namedChildren(call.childForFieldName('arguments'));
    const [nameNode] = given;
    return given.flatMap(({ id }) => {
      const literal = literals.get(id);
      return literal === undefined || nameNode === undefined ? [] : bodyOf(literal, nameNode, types);
    });
  });
  return [...declared, ...run];
}

function bodyOf(node: Node, nameNode: Node, types: ReadonlySet<string>): BenchmarkBody[] {
  const [only, ...others] = namedChildren(node.childForFieldName('parameters'));
  const body = node.childForFieldName('body');
  const pointedTo = /^\*(.*)$/s.exec(only?.childForFieldName('type')?.text ?? '')?.[1]?.trim() ?? '';
  if (!only || !body || others.length > 0 || !types.has(pointedTo)) return [];
  const parameter = only.childForFieldName('name')?.text ?? '';
  return [{ name: nameNode.text, nameNode, body, parameter: parameter === '_' ? '' : parameter }];
}

/** Methods of `*testing.B` that neither repeat the work nor pass the `*testing.B` on. */
const idleMethods = new Set(
  (
    'ReportAllocs ResetTimer StartTimer StopTimer SetBytes ReportMetric Elapsed Helper Log Logf Error Errorf Fatal ' +
    'Fatalf Fail FailNow Failed Name TempDir Setenv Chdir Cleanup Context'
  ).split(' '),
);

/** Any use of `b` except calls of idle methods may be right: b.N, b.Loop, b.Run, b.Skip, `b` as an argument or in a variable. */
function nUnused({ name, nameNode, body, parameter }: BenchmarkBody): SourceSmell | null {
  if (callsOfOthers(body, parameter).length === 0) return null;
  const uses = descendants(body, 'identifier').filter(({ text }) => text === parameter);
  const idle = descendants(body, 'selector_expression').filter((selector) => {
    const called = selectorOf(selector);
    return called?.receiver === parameter && idleMethods.has(called.field);
  });
  if (idle.length < uses.length) return null;
  return { code: 'n-unused', range: nodeRange(nameNode), subject: name, fix: repeatBody(body, parameter) };
}

/** Puts the body into a loop over `b.N`; `null` if that changes its meaning or cannot be done line by line. */
function repeatBody(body: Node, parameter: string): SourceEdit[] | null {
  const all = statements(body);
  const [first, last] = [all[0], all.at(-1)];
  if (parameter === '' || !first || !last) return null;
  const isPlain =
    first.startPosition.row > body.startPosition.row &&
    last.endPosition.row < body.endPosition.row &&
    descendants(body, 'defer_statement').length === 0 &&
    descendants(body, 'return_statement').length === 0 &&
    descendants(body, 'raw_string_literal').every((text) => text.startPosition.row === text.endPosition.row);
  if (!isPlain) return null;
  const { row, column } = first.startPosition;
  const indent = '\t'.repeat(column);
  const insert = (line: number, character: number, newText: string): SourceEdit => ({
    range: { startLine: line, startCharacter: character, endLine: line, endCharacter: character },
    newText,
  });
  const edits = [insert(row, 0, `${indent}for i := 0; i < ${parameter}.N; i++ {\n`)];
  for (let line = row; line <= last.endPosition.row; line++) edits.push(insert(line, 0, '\t'));
  edits.push(insert(body.endPosition.row, 0, `${indent}}\n`));
  return edits;
}

/** Only calls in every round. Calls behind a condition or in a function literal may be rare. */
function timerInLoop({ loop, counter, asks }: TimedLoopNode): SourceSmell | null {
  if (asks === 'Next') return null;
  for (const call of descendantsOutside(loop.childForFieldName('body'), 'call_expression', rarely)) {
    const method = methodOn(call, counter);
    if (method !== 'StopTimer' && method !== 'StartTimer') continue;
    return { code: 'timer-in-loop', range: nodeRange(call), subject: call.text, fix: null };
  }
  return null;
}

const rarely = [
  'if_statement',
  'func_literal',
  'expression_switch_statement',
  'type_switch_statement',
  'select_statement',
];

/** Functions that take far longer than most uses of what they return. */
const makers =
  /^(?:regexp\.(?:MustCompile|Compile)(?:POSIX)?|template\.(?:Must|New|ParseFiles|ParseGlob)|(?:os|ioutil)\.ReadFile|time\.LoadLocation|x509\.SystemCertPool)$/;

/** A benchmark with such a name measures how long it takes to make something. */
const aboutMaking =
  /compile|parse|new|load|open|read|templ|regexp|init|setup|create|make|cold|construct|without/i;

/**
 * A value made from constants only, in a loop that also does something else: it is the same in every round, and can be
 * made before the loop. A loop that does nothing else measures the making.
 */
function setupInLoop({ loop, counter, asks, owner }: TimedLoopNode, lines: readonly string[]): SourceSmell[] {
  const body = loop.childForFieldName('body');
  if (body === null || asks === 'Next' || aboutMaking.test(namesAround(owner?.with(counter) ?? null)))
    return [];
  for (const statement of statements(body)) {
    const made = statement.type === 'short_var_declaration' ? madeBy(statement) : null;
    if (made === null) continue;
    const others = callsOfOthers(body, counter).filter(
      ({ startIndex, endIndex }) => startIndex < made.startIndex || endIndex > made.endIndex,
    );
    if (others.length === 0) continue;
    return [
      {
        code: 'setup-in-loop',
        range: nodeRange(made),
        subject: made.childForFieldName('function')?.text.replace(/\s+/g, '') ?? '',
        fix: isChanged(statement, body) ? null : moveBefore(statement, loop, lines),
      },
    ];
  }
  return [];
}

/** The names of all functions and sub-benchmarks around a loop. */
function namesAround(owner: FunctionAround | null): string {
  const names: string[] = [];
  for (let at = owner; at !== null; at = at.outer) names.push(at.name);
  return names.join(' ');
}

/** The call on the right of `x := maker("constant")`, which may be a chain of makers; `null` for other declarations. */
function madeBy(declaration: Node): Node | null {
  const right = namedChildren(declaration.childForFieldName('right'));
  const [call] = right;
  if (!call || right.length !== 1 || call.type !== 'call_expression') return null;
  // The only names in a call made of constants are packages: `regexp` in `regexp.MustCompile`.
  const packages = descendants(call, 'selector_expression').filter(
    (selector) => selectorOf(selector) !== null && makers.test(shortText(selector)),
  );
  const isFixed = packages.length === descendants(call, 'identifier').length;
  const makes = descendants(call, 'call_expression').some((each) =>
    makers.test(shortText(each.childForFieldName('function'))),
  );
  return isFixed && makes && descendants(call, 'func_literal').length === 0 ? call : null;
}

/** Whether the loop's body assigns to a variable that `declaration` declares. */
function isChanged(declaration: Node, body: Node): boolean {
  const declared = new Set(namedChildren(declaration.childForFieldName('left')).map(({ text }) => text));
  return descendants(body, 'assignment_statement').some((assignment) =>
    descendants(assignment.childForFieldName('left'), 'identifier').some(({ text }) => declared.has(text)),
  );
}

/** Moves the statement to the line before the loop; `null` if the statement or the loop shares a line with something else. */
function moveBefore(statement: Node, loop: Node, lines: readonly string[]): SourceEdit[] | null {
  const { row, column } = statement.startPosition;
  const end = statement.endPosition;
  const at = loop.startPosition;
  const isFirst = (start: { row: number; column: number }) =>
    (lines[start.row] ?? '').slice(0, start.column).trim() === '';
  const isLast = (lines[end.row] ?? '').slice(end.column).trim() === '';
  const raw = descendants(statement, 'raw_string_literal');
  if (!isFirst(statement.startPosition) || !isLast || !isFirst(at)) return null;
  if (row === at.row || raw.some(({ text }) => text.includes('\n'))) return null;
  const less = column - at.column;
  const moved = statement.text.split('\n').map((line, i) => (i === 0 ? line : line.slice(less)));
  return [
    {
      range: { startLine: at.row, startCharacter: at.column, endLine: at.row, endCharacter: at.column },
      newText: `${moved.join('\n')}\n${'\t'.repeat(at.column)}`,
    },
    { range: { startLine: row, startCharacter: 0, endLine: end.row + 1, endCharacter: 0 }, newText: '' },
  ];
}
