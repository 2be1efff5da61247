import { number, object, oneOf, property, type Read } from '../../base/outsideValues.ts';

/** Where the user has put the page: beside the code or below it, and how much of the two it takes, from 0 to 1. */
export const pageLayout = object({ side: oneOf('right', 'below'), share: number });

export type PageLayout = Read<typeof pageLayout>;

/**
 * Where the page is, from what the command `vscode.getEditorLayout` answers. `null` unless the page has one of two groups
 * of editors, at the right or below: an extension can put it there again, and nowhere else without moving the user's own.
 *
 * @param column the page's, from 1
 */
export function pageLayoutIn(layout: unknown, column: number | undefined): PageLayout | null {
  const groups = property(layout, 'groups');
  if (!Array.isArray(groups) || groups.length !== 2 || column !== 2) return null;
  const [code, page] = groups.map((group: unknown) =>
    property(group, 'groups') === undefined ? number(property(group, 'size')) : undefined,
  );
  if (code === undefined || page === undefined || code <= 0 || page <= 0) return null;
  return {
    side: property(layout, 'orientation') === 0 ? 'right' : 'below',
    share: Math.round((page / (code + page)) * 1000) / 1000,
  };
}

/** For the command `vscode.setEditorLayout`: code in the first group, and the page in the second at this place. */
export function editorLayout({ side, share }: PageLayout): object {
  return { orientation: side === 'right' ? 0 : 1, groups: [{ size: 1 - share }, { size: share }] };
}

/** A group of editors. */
export interface EditorGroup {
  /** From 1. */
  readonly column: number;
  /** It shows code. */
  readonly hasCode: boolean;
}

/** Columns that VS Code has at most. */
const mostColumns = 9;

/**
 * The editor column in which a new page opens: one in which no code is seen, the next after the active one if there are
 * several, else a new one at the end. The page would hide the code that it explains.
 *
 * @param active the column that the user is in
 */
export function columnForPage(active: number, groups: readonly EditorGroup[]): number {
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
