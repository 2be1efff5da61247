/** Questions about the nodes of a parsed Go file that several scans ask. */

import type { Node } from 'web-tree-sitter';
import { append } from '../../base/lists.ts';
import type { SourceRange } from './scannedBenchmark.ts';

export function nodeRange(node: Node): SourceRange {
  return rangeOf(node, node, 0);
}

/**
 * From the start of one node to the end of another.
 *
 * @param firstLine line of the file where the parsed text starts
 */
export function rangeOf(first: Node, last: Node, firstLine: number): SourceRange {
  return {
    startLine: first.startPosition.row + firstLine,
    startCharacter: first.startPosition.column,
    endLine: last.endPosition.row + firstLine,
    endCharacter: last.endPosition.column,
  };
}

/** The children that are named in the grammar, without comments. */
export function namedChildren(node: Node | null): Node[] {
  return (node?.namedChildren ?? []).flatMap((child) => (child && child.type !== 'comment' ? child : []));
}

/** The nodes of this type in `node`, in source order; `node` itself is one if it has the type. */
export function descendants(node: Node | null, type: string): Node[] {
  return (node?.descendantsOfType(type) ?? []).flatMap((each) => each ?? []);
}

/** The nodes of this type in `node`, without those in nodes of the types of `barriers`. */
export function descendantsOutside(node: Node | null, type: string, barriers: readonly string[]): Node[] {
  let end = 0;
  return (node?.descendantsOfType([type, ...barriers]) ?? []).flatMap((each) => {
    if (each === null || each.startIndex < end) return [];
    if (each.type === type) return each;
    end = each.endIndex;
    return [];
  });
}

/** In characters. Names and types that mean something to us are shorter, and longer ones must not be compared again and again. */
const mostCharacters = 200;

/** The text of a name, a type, a selector; empty if it is very long. */
export function shortText(node: Node | null): string {
  return node === null || node.endIndex - node.startIndex > mostCharacters ? '' : node.text;
}

/** The statements of a block. */
export function statements(block: Node | null): Node[] {
  return namedChildren(statementList(block));
}

/** What has the statements of a block as its children. */
export function statementList(block: Node | null): Node | null {
  return namedChildren(block).find(({ type }) => type === 'statement_list') ?? block;
}

/** `receiver.field`, where the receiver is a plain identifier; else `null`. */
export function selectorOf(node: Node | null): { receiver: string; field: string } | null {
  if (node?.type !== 'selector_expression') return null;
  const operand = node.childForFieldName('operand');
  const field = node.childForFieldName('field');
  return operand?.type === 'identifier' && field ? { receiver: operand.text, field: field.text } : null;
}

/** The method's name in a call `receiver.Method(...)`; `null` for any other call. */
export function methodOn(call: Node, receiver: string): string | null {
  const called = selectorOf(call.childForFieldName('function'));
  return called?.receiver === receiver ? called.field : null;
}

/** The names of a function's parameters, in order. */
export function parameterNames(func: Node): string[] {
  return namedChildren(func.childForFieldName('parameters')).flatMap((declaration) =>
    declaration.childrenForFieldName('name').flatMap((name) => (name?.isNamed ? name.text : [])),
  );
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

/** Whether Go declares the name itself. */
export function isPredeclared(name: string): boolean {
  return builtins.has(name) || builtinTypes.has(name) || /^(?:comparable|true|false|iota|nil)$/.test(name);
}

/** The calls in `node`, without builtins, conversions to builtin types, and methods called on `receiver`. */
export function callsOfOthers(node: Node, receiver: string): Node[] {
  return descendants(node, 'call_expression').filter((call) => {
    const called = call.childForFieldName('function');
    if (called?.type === 'identifier') return !builtins.has(called.text) && !builtinTypes.has(called.text);
    return methodOn(call, receiver) === null;
  });
}

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

const escapeOrText = /\\(?:x([\da-fA-F]{2})|([0-7]{3})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))|[^\\]+/gsu;

/** The value of an interpreted (`"..."`) or raw string literal; `null` if the text is not one. */
export function readStringLiteral(literal: string): string | null {
  const inside = literal.slice(1, -1);
  if (literal.length >= 2 && literal.startsWith('`') && literal.endsWith('`')) {
    return inside.replaceAll('\r', '');
  }
  if (literal.length < 2 || !literal.startsWith('"') || !literal.endsWith('"')) return null;
  // `\xff` and `\377` stand for bytes, not for characters, so the value is built as bytes of UTF-8.
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [text, hexByte, octalByte, short, long, simple] of inside.matchAll(escapeOrText)) {
    const codePoint = short ?? long;
    if (hexByte !== undefined) bytes.push(Number.parseInt(hexByte, 16));
    else if (octalByte !== undefined) bytes.push(Number.parseInt(octalByte, 8) & 0xff);
    else if (codePoint !== undefined) {
      const code = Number.parseInt(codePoint, 16);
      if (code > 0x10ffff) return null;
      append(bytes, encoder.encode(String.fromCodePoint(code)));
    } else if (simple !== undefined) {
      const byte = simpleEscapes[simple];
      if (byte === undefined) return null;
      bytes.push(byte);
    } else append(bytes, encoder.encode(text));
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}
