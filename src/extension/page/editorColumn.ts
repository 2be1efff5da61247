/**
 * The editor column in which source is shown for a page: one that already shows code, not the page's own,
 * so that both stay in sight.
 *
 * @param page column of the page, from 1
 * @param editors columns of the visible text editors, the likeliest first
 */
export function columnForSource(page: number | undefined, editors: readonly number[]): number {
  return editors.find((column) => column !== page) ?? (page === 1 ? 2 : 1);
}
