/**
 * What is wrong with a benchmark by its source alone. Rules are narrow on purpose: a hint about sound code costs more
 * trust than a missed one.
 */
import type { Node } from 'web-tree-sitter';
import { isBenchmarkName } from '../../bench/benchfmt/resultLine.ts';
import type { SourceEdit, SourceSmell } from './benchmarkSmells.ts';
import { type FoundLoop, findTimedLoops } from './scanTimedLoops.ts';
import {
  callsOfOthers,
  descendants,
  functionWith,
  methodOn,
  namedChildren,
  nodeRange,
  statements,
} from './syntax.ts';

/** Smells of a parsed test file, in no particular order. */
export function sourceSmells(root: Node, types: ReadonlySet<string>): SourceSmell[] {
  const loops = findTimedLoops(root, types);
  return [
    ...bodiesOf(root, types).flatMap((body) => nUnused(body) ?? []),
    ...loops.flatMap((found) => timerInLoop(found) ?? []),
    ...loops.flatMap(setupInLoop),
  ];
}

/** A benchmark's function: declared, or a literal given to `b.Run`. */
interface BenchmarkBody {
  readonly name: string;
  /** Where its name stands. */
  readonly nameNode: Node;
  readonly body: Node;
  /** What it calls its `*testing.B`; empty where it has no name for it. */
  readonly parameter: string;
}

function bodiesOf(root: Node, types: ReadonlySet<string>): BenchmarkBody[] {
  const declared = descendants(root, 'function_declaration').flatMap((node) => {
    const nameNode = node.childForFieldName('name');
    return nameNode && isBenchmarkName(nameNode.text) ? bodyOf(node, nameNode, types) : [];
  });
  const literals = descendants(root, 'func_literal').flatMap((node) => {
    const call = node.parent?.type === 'argument_list' ? node.parent.parent : null;
    const called = call?.childForFieldName('function');
    const [nameNode] = namedChildren(node.parent);
    const isRun = called?.type === 'selector_expression' && called.childForFieldName('field')?.text === 'Run';
    return isRun && nameNode ? bodyOf(node, nameNode, types) : [];
  });
  return [...declared, ...literals];
}

function bodyOf(node: Node, nameNode: Node, types: ReadonlySet<string>): BenchmarkBody[] {
  const [only, ...others] = namedChildren(node.childForFieldName('parameters'));
  const body = node.childForFieldName('body');
  const pointedTo = /^\*\s*(.*)$/.exec(only?.childForFieldName('type')?.text ?? '')?.[1] ?? '';
  if (!only || !body || others.length > 0 || !types.has(pointedTo)) return [];
  const parameter = only.childForFieldName('name')?.text ?? '';
  return [{ name: nameNode.text, nameNode, body, parameter: parameter === '_' ? '' : parameter }];
}

/** Methods of `*testing.B` that neither repeat the work nor hand the benchmark on. */
const idleMethods = new Set(
  (
    'ReportAllocs ResetTimer StartTimer StopTimer SetBytes ReportMetric Elapsed Helper Log Logf Error Errorf Fatal ' +
    'Fatalf Fail FailNow Failed Name TempDir Setenv Chdir Cleanup Context'
  ).split(' '),
);

/** Any other use of `b` (b.N, b.Loop, b.Run, b.Skip, handed to a function, kept in a variable) may be in order. */
function nUnused({ name, nameNode, body, parameter }: BenchmarkBody): SourceSmell | null {
  if (callsOfOthers(body, parameter).length === 0) return null;
  const uses = descendants(body, 'identifier').filter(({ text }) => text === parameter);
  const isIdle = uses.every(({ parent, id }) => {
    if (parent?.type !== 'selector_expression' || parent.childForFieldName('operand')?.id !== id)
      return false;
    return idleMethods.has(parent.childForFieldName('field')?.text ?? '');
  });
  if (!isIdle) return null;
  return { code: 'n-unused', range: nodeRange(nameNode), subject: name, fix: repeatBody(body, parameter) };
}

/** The body inside a loop over `b.N`; null where that changes its meaning or cannot be done line by line. */
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

/** In every round: behind a condition or in a function literal the calls may be rare. */
function timerInLoop({ loop, counter, asks }: FoundLoop): SourceSmell | null {
  if (asks === 'Next') return null;
  for (const call of descendants(loop.childForFieldName('body'), 'call_expression')) {
    const method = methodOn(call, counter);
    if (method !== 'StopTimer' && method !== 'StartTimer') continue;
    if (isRare(call, loop)) continue;
    return { code: 'timer-in-loop', range: nodeRange(call), subject: call.text, fix: null };
  }
  return null;
}

const rarely = new Set([
  'if_statement',
  'func_literal',
  'expression_switch_statement',
  'type_switch_statement',
  'select_statement',
]);

function isRare(node: Node, within: Node): boolean {
  for (let at = node.parent; at && at.id !== within.id; at = at.parent) if (rarely.has(at.type)) return true;
  return false;
}

/** Functions that make something worth keeping, at a cost that dwarfs most of what is then done with it. */
const makers =
  /^(?:regexp\.(?:MustCompile|Compile)(?:POSIX)?|template\.(?:Must|New|ParseFiles|ParseGlob)|(?:os|ioutil)\.ReadFile|time\.LoadLocation|x509\.SystemCertPool)$/;

/** A benchmark so named is about making. */
const aboutMaking =
  /compile|parse|new|load|open|read|templ|regexp|init|setup|create|make|cold|construct|without/i;

/**
 * Something made from constants alone, in a loop that goes on to do something else: what it makes is the same in
 * every round. Where making is all that happens, it is what is measured.
 */
function setupInLoop({ loop, counter, asks }: FoundLoop): SourceSmell[] {
  const body = loop.childForFieldName('body');
  const owner = functionWith(loop, counter);
  if (body === null || asks === 'Next' || aboutMaking.test(namesAround(owner))) return [];
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
        fix: isChanged(statement, body) ? null : moveBefore(statement, loop),
      },
    ];
  }
  return [];
}

/** The names of the functions and the sub-benchmarks around a loop. */
function namesAround(owner: Node | null): string {
  const names: string[] = [];
  for (let at = owner; at; at = at.parent) {
    names.push(at.childForFieldName('name')?.text ?? '');
    if (at.type === 'func_literal') names.push(namedChildren(at.parent)[0]?.text ?? '');
  }
  return names.join(' ');
}

/** The call on the right of `x := maker("constant")`, a chain of makers included; null for others. */
function madeBy(declaration: Node): Node | null {
  const right = namedChildren(declaration.childForFieldName('right'));
  const [call] = right;
  if (!call || right.length !== 1 || call.type !== 'call_expression') return null;
  const isFixed = descendants(call, 'identifier').every((identifier) => isPackageOfMaker(identifier));
  const makes = descendants(call, 'call_expression').some((each) =>
    makers.test(each.childForFieldName('function')?.text ?? ''),
  );
  return isFixed && makes && descendants(call, 'func_literal').length === 0 ? call : null;
}

/** `regexp` in `regexp.MustCompile`: the only identifiers that a call made of constants has. */
function isPackageOfMaker({ parent, id }: Node): boolean {
  if (parent?.type !== 'selector_expression' || parent.childForFieldName('operand')?.id !== id) return false;
  return makers.test(parent.text);
}

/** Does the loop's body give something else to a variable that `declaration` declares? */
function isChanged(declaration: Node, body: Node): boolean {
  const declared = new Set(namedChildren(declaration.childForFieldName('left')).map(({ text }) => text));
  return descendants(body, 'assignment_statement').some((assignment) =>
    descendants(assignment.childForFieldName('left'), 'identifier').some(({ text }) => declared.has(text)),
  );
}

/** The statement on the line before the loop; null where either shares its lines with others. */
function moveBefore(statement: Node, loop: Node): SourceEdit[] | null {
  const { row, column } = statement.startPosition;
  const end = statement.endPosition;
  const isAlone = (node: Node) =>
    node.previousSibling?.endPosition.row !== node.startPosition.row &&
    node.nextSibling?.startPosition.row !== node.endPosition.row;
  const raw = descendants(statement, 'raw_string_literal');
  if (!isAlone(statement) || row === loop.startPosition.row || raw.some(({ text }) => text.includes('\n')))
    return null;
  if (loop.previousSibling?.endPosition.row === loop.startPosition.row) return null;
  const at = loop.startPosition;
  const less = column - at.column;
  const lines = statement.text.split('\n').map((line, i) => (i === 0 ? line : line.slice(less)));
  return [
    {
      range: { startLine: at.row, startCharacter: at.column, endLine: at.row, endCharacter: at.column },
      newText: `${lines.join('\n')}\n${'\t'.repeat(at.column)}`,
    },
    { range: { startLine: row, startCharacter: 0, endLine: end.row + 1, endCharacter: 0 }, newText: '' },
  ];
}
