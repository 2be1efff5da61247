import type { Node } from 'web-tree-sitter';
import { descendants, namedChildren } from './syntax.ts';

/** Where a statement begins in its text; or why none begins on the line. */
export type FoundStatement =
  | { readonly offset: number }
  /** The line is inside a statement that begins on this line, 0-based. */
  | { readonly inside: number }
  | { readonly why: 'broken' | 'no-function' };

/** The first statement of a block, or of a case, that begins on a line. A header (`else if`, `case`) is none of its own. */
export function statementOn(root: Node, line: number): FoundStatement {
  if (root.hasError) return { why: 'broken' };
  let around: Node | null = null;
  for (const statement of descendants(root, 'statement_list').flatMap(namedChildren)) {
    const { row } = statement.startPosition;
    if (row === line) return { offset: statement.startIndex };
    // Outer statements come first.
    if (row < line && statement.endPosition.row >= line && row >= (around?.startPosition.row ?? 0)) {
      around = statement;
    }
  }
  return around === null ? { why: 'no-function' } : { inside: around.startPosition.row };
}
