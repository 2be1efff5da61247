import type { ComponentChildren } from 'preact';
import type { ShortName } from '../../analysis/names/nameSet.ts';
import type { IconName } from '../controls/Icon.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** What its values are, as a tooltip. */
  readonly meaning: string;
  /** A click on the heading sorts the table by this column. */
  readonly isSortable?: boolean;
  readonly kind: 'number' | 'name' | 'place' | 'text';
  /** The width that the table must have for the column to be shown, in the font's size (`em`). */
  readonly from: number;
  readonly text: (row: Row) => string;
  /** What is shown instead of the plain text. */
  readonly shown?: (row: Row) => ComponentChildren;
  /** Of a name, which is shortened where there is little room. */
  readonly short?: (row: Row) => ShortName;
  /** What is read out instead of the text to those who do not see where in the table it stands, or how it is coloured. */
  readonly spoken?: (text: string, row: Row) => string;
  /** Stands before the text; `spoken` says what it means. */
  readonly icon?: (row: Row) => IconName | null;
  /** Stands behind the text. */
  readonly note?: (row: Row) => string;
  /** The full text, as a tooltip. */
  readonly title?: (row: Row) => string;
  /** A class for the cell; empty for none. */
  readonly tone?: (row: Row) => string;
  /** Is called for a click on the text; without it the text is no link. */
  readonly onFollow?: (row: Row) => void;
  /** Whether the text of this row is a link; without it, that of every row. */
  readonly canFollow?: (row: Row) => boolean;
  /**
   * The share of the total that is drawn as a bar, 0 to 1. A number has one as long as the column with its share is not
   * shown.
   */
  readonly bar?: (row: Row) => number;
}

/** A table whose rows stand below one another as those of a tree. */
export interface GridTree<Row> {
  /** 1 at the top. */
  readonly level: (row: Row) => number;
  /** `null` where nothing is below it. */
  readonly isOpen: (row: Row) => boolean | null;
  /** Place in the table of the row above it in the tree; -1 at the top. */
  readonly parentPlace: (row: Row) => number;
  /** Opens what is closed, closes what is open. */
  readonly turn: (row: Row) => void;
}

/** The column that a table is sorted by. */
export interface GridOrder {
  readonly by: string;
  readonly isAscending: boolean;
}

/** The number of characters that the widest text of each column has, by the column's id; none of names and places. */
export type ColumnWidths = ReadonlyMap<string, number>;

/** Numbers and texts have notes behind them in room of their own, which the style sheet takes away from narrow tables. */
function noteRoom({ kind, note }: Pick<Column<never>, 'kind' | 'note'>): string {
  return kind === 'name' || note === undefined ? '' : ' + var(--note-room)';
}

/** The class of a cell, and the sizes from which the style sheet makes its width: none where it has no room. */
export function cellStyle(
  column: Pick<Column<never>, 'id' | 'kind' | 'from' | 'note'>,
  characters: number,
): { readonly class: string; readonly style: Record<string, string> } {
  const { id, kind, from } = column;
  // Units and signs are wider than digits.
  const width = kind === 'place' ? '14em' : `calc(${characters}ch + 1.6em${noteRoom(column)})`;
  return { class: `cell cell-${kind} column-${id}`, style: { '--from': `${from}em`, '--width': width } };
}

/** The width of all columns but the names', for the style sheet. */
export function columnsWidth(
  columns: readonly Pick<Column<never>, 'id' | 'kind' | 'note'>[],
  widths: ColumnWidths,
): string {
  const numbers = columns.filter(({ id }) => widths.has(id));
  const characters = numbers.reduce((sum, { id }) => sum + widths.get(id)!, 0);
  const places = columns.filter(({ kind }) => kind === 'place').length;
  return `calc(${characters}ch + ${1.6 * numbers.length + 14 * places}em${numbers.map(noteRoom).join('')})`;
}
