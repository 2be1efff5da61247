import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ResultRow } from '../../../protocol.ts';
import { type RowRange, useVisibleRows } from '../../table/useVisibleRows.ts';
import type { ResultColumn } from './columns.ts';

/** Height of a row in CSS pixels: of its text, its padding and its line; see results.css. */
export const resultRowHeight = 25;
/** Fewer rows are all drawn. */
const manyRows = 300;

/** The rows of a long table that are drawn, and what moves the keyboard to one that is not. */
export function useResultRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
): { readonly drawn: RowRange; readonly focusRow: (row: number) => void } {
  const visible = useVisibleRows(scroller, resultRowHeight);
  const drawn = count < manyRows ? { from: 0, count } : visible;
  const wanted = useRef<number | null>(null);
  const focusWanted = () => {
    const row = wanted.current;
    const name = scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"] .results-name`);
    if (row === null || !name) return;
    wanted.current = null;
    name.focus();
  };
  useLayoutEffect(focusWanted, [drawn]);
  const focusRow = (row: number) => {
    wanted.current = row;
    focusWanted();
    // It is drawn when it is in sight.
    if (wanted.current !== null) scroller.current?.scrollTo({ top: row * resultRowHeight });
  };
  return { drawn, focusRow };
}

/** For each column the row with the longest text: they keep the widths of the columns while other rows are drawn. */
export function widestRows(rows: readonly ResultRow[], columns: readonly ResultColumn[]): ResultRow[] {
  if (rows.length < manyRows) return [];
  const texts = [({ name }: ResultRow) => name, ...columns.map(({ text }) => text)];
  const widest = texts.map((text) =>
    rows.reduce((best, row) => (text(row).length > text(best).length ? row : best)),
  );
  return [...new Set(widest)];
}
