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
