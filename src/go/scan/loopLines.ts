import type { Node } from 'web-tree-sitter';
import { descendants, namedChildren } from './syntax.ts';

/** Lines of a source file, 1-based, both included. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** The lines that a `for` executes again and again. What it ranges over is evaluated once. */
export function loopLines(root: Node): LineSpan[] {
  return descendants(root, 'for_statement').flatMap((loop) => {
    const isRange = namedChildren(loop).some(({ type }) => type === 'range_clause');
    const again = isRange ? loop.childForFieldName('body') : loop;
    if (again === null) return [];
    // The body of a range begins on the line of its header.
    const first =
      again.startPosition.row + (isRange && again.endPosition.row > again.startPosition.row ? 2 : 1);
    return { first, last: again.endPosition.row + 1 };
  });
}
