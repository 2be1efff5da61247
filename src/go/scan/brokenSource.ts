/** Source that does not parse, as it is while someone types: cut into pieces, so that all but one of them do. */
import type { Node } from 'web-tree-sitter';

/** A top-level declaration with everything up to the next one. */
export interface Piece {
  readonly text: string;
  /** 0-based line of the file where the piece starts. It starts at column 0. */
  readonly line: number;
}

/**
 * Cuts the text in front of each top-level declaration. One missing brace makes the grammar read everything below it as
 * part of the same declaration, but in code formatted by gofmt only top-level declarations begin at column 0.
 *
 * @param root of the whole text, parsed. A line inside a comment or a raw string that it has recognised is no start.
 */
export function topLevelPieces(root: Node, text: string): Piece[] {
  const lines = text.split('\n');
  const inside = new Set<number>();
  for (const node of root.descendantsOfType([
    'comment',
    'raw_string_literal',
    'raw_string_literal_content',
  ])) {
    if (node === null) continue;
    for (let row = node.startPosition.row + 1; row <= node.endPosition.row; row++) inside.add(row);
  }
  const starts = lines.flatMap((content, line) =>
    /^(?:func|type|var|const|import)\b/.test(content) && !inside.has(line) ? line : [],
  );
  return starts.map((line, i) => ({ text: lines.slice(line, starts[i + 1]).join('\n'), line }));
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * The brackets that close what a parsed piece has left open: `})}` for `func f() { g(func() {`. With them at its end
 * the grammar recognises the calls around the place where someone types.
 */
export function missingClosers(root: Node): string {
  const open: string[] = [];
  /** By closer, how many of them are in `open`. */
  const missing = new Map<string, number>();
  const count = (closer: string, change: number) => missing.set(closer, (missing.get(closer) ?? 0) + change);
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const closer = node.childCount === 0 && !node.isMissing ? closers[node.type] : undefined;
    if (closer !== undefined) {
      open.push(closer);
      count(closer, 1);
    } else if (!node.isMissing && (missing.get(node.type) ?? 0) > 0) {
      // A closing bracket that fits an outer one also ends the inner ones that were forgotten.
      for (let last = ''; last !== node.type; count(last, -1)) last = open.pop() ?? node.type;
    }
    for (const child of node.children.reverse()) if (child) pending.push(child);
  }
  return open.reverse().join('');
}
