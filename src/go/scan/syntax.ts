import type { Node } from 'web-tree-sitter';
import type { SourceRange } from './scannedBenchmark.ts';

/** Questions about nodes of Go's grammar that several scans ask. */

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

/** Source that does not parse, as it is while someone types: cut up so that the rest of it still does. */

/** A top-level declaration and what follows it, up to the next one. */
export interface Piece {
  readonly text: string;
  /** 0-based line of the file where it starts, at the left margin. */
  readonly line: number;
}

/**
 * One open brace makes the grammar swallow everything below it. Code under gofmt starts every
 * top-level declaration at the left margin and nothing else, so a broken file is cut there and each
 * piece parsed alone. Comments and raw strings that the parse of the whole (`root`) recognised are
 * not cut.
 */
export function topLevelPieces(root: Node, text: string): Piece[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((content, line) => {
    if (!/^(?:func|type|var|const|import)\b/.test(content)) return [];
    const node = root.descendantForPosition({ row: line, column: 0 });
    return node && /^(?:comment|raw_string_literal)/.test(node.type) ? [] : line;
  });
  return starts.map((line, i) => ({ text: lines.slice(line, starts[i + 1]).join('\n'), line }));
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * What closes the brackets left open in a parsed piece: `func f() { g(func() {` -> `})}`. Appended
 * to the piece, it lets the grammar see the calls around the place where someone types.
 */
export function missingClosers(root: Node): string {
  const open: string[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const closer = node.childCount === 0 && !node.isMissing ? closers[node.type] : undefined;
    if (closer !== undefined) open.push(closer);
    // A closer that fits an outer bracket closes the forgotten inner ones with it.
    else if (!node.isMissing && open.includes(node.type)) open.length = open.lastIndexOf(node.type);
    for (const child of node.children.reverse()) if (child) pending.push(child);
  }
  return open.reverse().join('');
}

/** Go string literals. */

const simpleEscapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
};

const piece = /\\(?:x([\da-fA-F]{2})|([0-7]{3})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))|[^\\]+/gsu;

/** The value of an interpreted (`"..."`) or raw literal, as source text; `null` if it is not one. */
export function readStringLiteral(literal: string): string | null {
  const inside = literal.slice(1, -1);
  if (literal.length >= 2 && literal.startsWith('`') && literal.endsWith('`')) {
    return inside.replaceAll('\r', '');
  }
  if (literal.length < 2 || !literal.startsWith('"') || !literal.endsWith('"')) return null;
  // `\xff` and `\377` are bytes, not characters, so the value is put together as UTF-8.
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [text, hexByte, octalByte, short, long, simple] of inside.matchAll(piece)) {
    const codePoint = short ?? long;
    if (hexByte !== undefined) bytes.push(Number.parseInt(hexByte, 16));
    else if (octalByte !== undefined) bytes.push(Number.parseInt(octalByte, 8) & 0xff);
    else if (codePoint !== undefined) {
      const code = Number.parseInt(codePoint, 16);
      if (code > 0x10ffff) return null;
      bytes.push(...encoder.encode(String.fromCodePoint(code)));
    } else if (simple !== undefined) {
      const byte = simpleEscapes[simple];
      if (byte === undefined) return null;
      bytes.push(byte);
    } else bytes.push(...encoder.encode(text));
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}
