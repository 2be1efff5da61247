import type { OpenRow, TreeRow } from '../../engine/tableQuestions.ts';

/** The open rows after the user has opened or closed one. What was open below a closed row is forgotten. */
export function turned(
  open: readonly OpenRow[],
  { openAt, parentAt, label }: Pick<TreeRow, 'openAt' | 'parentAt' | 'label'>,
): OpenRow[] {
  if (openAt === -1) return [...open, { parent: parentAt, name: label }];
  /** By place: the place among those that stay; -1 for what is closed. */
  const places: number[] = [];
  const left: OpenRow[] = [];
  for (const [at, { parent, name }] of open.entries()) {
    const above = parent === -1 ? -1 : places[parent]!;
    const isClosed = at === openAt || (parent !== -1 && above === -1);
    places.push(isClosed ? -1 : left.length);
    if (!isClosed) left.push({ parent: above, name });
  }
  return left;
}
