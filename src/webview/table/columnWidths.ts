import { useMemo } from 'preact/hooks';
import type { Column } from './columns.ts';

/** The number of characters that the widest text of each column of numbers has, by the column's id. */
export type ColumnWidths = ReadonlyMap<string, number>;

/**
 * The widths of the columns of numbers, so that no number is cut. A column becomes wider when rows with longer numbers
 * come into sight, but never narrower again while the user scrolls.
 */
export function useColumnWidths<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ColumnWidths {
  const known = useMemo(() => new Map<string, number>(), [columns]);
  return useMemo(() => {
    for (const { id, kind, label, text, sort } of columns) {
      if (kind === 'name' || kind === 'place') continue;
      // Behind the heading of the sorted column stands an arrow.
      const heading = label.length + (sort === null ? 0 : 2);
      let widest = Math.max(known.get(id) ?? 0, heading, 5);
      for (const row of rows) widest = Math.max(widest, text(row).length);
      known.set(id, widest);
    }
    return new Map(known);
  }, [known, rows]);
}

/** The width of all columns but the names', for the style sheet. */
export function columnsWidth(
  columns: readonly Pick<Column<never>, 'id' | 'kind'>[],
  widths: ColumnWidths,
): string {
  const numbers = columns.filter(({ id }) => widths.has(id));
  const characters = numbers.reduce((sum, { id }) => sum + widths.get(id)!, 0);
  const places = columns.filter(({ kind }) => kind === 'place').length;
  return `calc(${characters}ch + ${1.6 * numbers.length + 14 * places}em)`;
}
