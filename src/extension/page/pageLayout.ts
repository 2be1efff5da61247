/** Among which editors a page and the code that it explains are shown, so that neither hides the other. */

/** Columns that VS Code has at most. */
const mostColumns = 9;

/**
 * The editor column in which a new page opens: one in which no code is seen, the next after the active one if there are
 * several, else a new one at the end. The page would hide the code that it explains.
 *
 * @param active the column that the user is in
 * @param groups of editors; their columns begin with 1
 */
export function columnForPage(
  active: number,
  groups: readonly { readonly column: number; readonly hasCode: boolean }[],
): number {
  const free = groups.filter(({ hasCode }) => !hasCode).map(({ column }) => column);
  const other = free.filter((column) => column !== active);
  return other.find((column) => column > active) ?? other[0] ?? Math.min(groups.length + 1, mostColumns);
}

/**
 * The editor column in which the source of a page's frame is shown: a column that shows code already, and not the
 * page's own, so that the user sees both.
 *
 * @param page column of the page, from 1
 * @param editors columns of the visible text editors, the preferred one first
 */
export function columnForSource(page: number | undefined, editors: readonly number[]): number {
  return editors.find((column) => column !== page) ?? (page === 1 ? 2 : 1);
}
