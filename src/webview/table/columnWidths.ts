import { useMemo } from 'preact/hooks';
import type { Column, ColumnWidths } from './column.ts';

/**
 * The widths of the columns of numbers, so that no number is cut. A column becomes wider when rows with longer numbers
 * come into sight, but never narrower again while the user scrolls.
 */
export function useColumnWidths<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ColumnWidths {
  const known = useMemo(() => new Map<string, number>(), [columns]);
  return useMemo(() => {
    for (const { id, kind, label, text, isSortable } of columns) {
      if (kind === 'name' || kind === 'place') continue;
      // Behind the heading of the sorted column stands an arrow.
      const heading = label.length + (isSortable ? 2 : 0);
      let widest = Math.max(known.get(id) ?? 0, heading, 5);
      for (const row of rows) widest = Math.max(widest, text(row).length);
      known.set(id, widest);
    }
    return new Map(known);
  }, [known, rows]);
}
