/** Source that does not parse, as it is while someone types: cut up so that the rest of it still does. */
import type { Node } from 'web-tree-sitter';

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
