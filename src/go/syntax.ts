/** Questions about nodes of Go's grammar that several scans ask. */
import type { Node } from 'web-tree-sitter';
import type { SourceRange } from './scannedBenchmark.ts';

export function nodeRange({ startPosition, endPosition }: Node): SourceRange {
  return {
    startLine: startPosition.row,
    startCharacter: startPosition.column,
    endLine: endPosition.row,
    endCharacter: endPosition.column,
  };
}

export function namedChildren(node: Node | null): Node[] {
  return (node?.namedChildren ?? []).flatMap((child) => (child && child.type !== 'comment' ? child : []));
}

export function descendants(node: Node | null, type: string): Node[] {
  return (node?.descendantsOfType(type) ?? []).flatMap((each) => each ?? []);
}

/** The statements of a block. */
export function statements(block: Node | null): Node[] {
  const children = namedChildren(block);
  const list = children.find(({ type }) => type === 'statement_list');
  return list === undefined ? children : namedChildren(list);
}

/** Is `call` a method call on the identifier `receiver`? Its method, else null. */
export function methodOn(call: Node, receiver: string): string | null {
  const called = call.childForFieldName('function');
  if (called?.type !== 'selector_expression') return null;
  const operand = called.childForFieldName('operand');
  return operand?.type === 'identifier' && operand.text === receiver
    ? (called.childForFieldName('field')?.text ?? null)
    : null;
}

const builtins = new Set(
  'append cap clear close complex copy delete imag len make max min new panic print println real recover'.split(
    ' ',
  ),
);
const builtinTypes = new Set(
  'bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any'.split(
    ' ',
  ),
);

/** Calls in `node` of functions and methods: no builtins, no conversions to builtin types, none on `receiver`. */
export function callsOfOthers(node: Node, receiver: string): Node[] {
  return descendants(node, 'call_expression').filter((call) => {
    const called = call.childForFieldName('function');
    if (called?.type === 'identifier') return !builtins.has(called.text) && !builtinTypes.has(called.text);
    return methodOn(call, receiver) === null;
  });
}

/** The innermost function around `node` that has a parameter of this name; null at the top level. */
export function functionWith(node: Node, parameter: string): Node | null {
  for (let at = node.parent; at; at = at.parent) {
    const names = namedChildren(at.childForFieldName('parameters')).flatMap((each) =>
      each.childrenForFieldName('name').map((name) => name?.text),
    );
    if (names.includes(parameter)) return at;
  }
  return null;
}
