// biome-ignore-all lint/a11y/useSemanticElements: elements of a table cannot leave out the rows that are not in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/noStaticElementInteractions: its role depends on whether it is a tree
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: as above
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { textWidth } from '../../base/textWidth.ts';
import type { RowsAnswer } from '../engine/tableQuestions.ts';
import {
  type Column,
  type ColumnWidths,
  cellStyle,
  columnsWidth,
  type GridOrder,
  type GridTree,
} from './column.ts';
import { GridRow } from './GridRow.tsx';

export type RowsInSight<Row> = Omit<RowsAnswer<Row>, 'rowOfFunction'>;

export interface GridProps<Row> {
  readonly label: string;
  /** `null` until the first rows are known. */
  readonly table: RowsInSight<Row> | null;
  readonly columns: readonly Column<Row>[];
  /** `null` where the user cannot choose the order. */
  readonly order: GridOrder | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** Every column is shown, and the table is scrolled sideways; without it, those that there is room for. */
  readonly showsAllColumns?: boolean;
  /** Stands below the table: what the selected row has in columns that are not shown. */
  readonly details?: (row: Row) => ComponentChildren;
  readonly tree?: GridTree<Row>;
  /** A class for the row's element; empty for none. */
  readonly rowClass?: (row: Row) => string;
  /** The page shows what this row is about. */
  readonly isCurrent?: (row: Row) => boolean;
  /** Place of a row that is selected and scrolled into sight when this changes; -1 for none. */
  readonly showsRow?: number;
  readonly onSort?: (by: string) => void;
  readonly onChoose?: (row: Row) => void;
  readonly onEnter: (row: Row) => void;
  /** The user double-clicks on the row, or presses the key that opens the editor. */
  readonly onOpen: (row: Row) => void;
  /** The user wants the menu of the row at a place in the table, at a point of the screen. */
  readonly onMenu: (place: number, x: number, y: number) => void;
}

/** A table of any length: header, rows, selection and keys. */
export function Grid<Row>(props: GridProps<Row>) {
  const { table, columns, order, scroller, rowHeight, showsRow = -1 } = props;
  const [selected, setSelected] = useState(-1);
  // Who sorts wants to see the first rows, wherever the selected one is then, until another row is chosen.
  const isSorted = useRef(false);
  const select = (place: number) => {
    isSorted.current = false;
    setSelected(place);
  };
  const widths = useColumnWidths(columns, table?.rows ?? []);
  const rowCount = table?.rowCount ?? 0;
  const selectedRow = table?.rows[selected - table.from];

  // At once: a key that comes right after the table starts from this row.
  useLayoutEffect(() => {
    if (showsRow === -1) return;
    setSelected(showsRow);
    if (!isSorted.current) bringIntoMiddle(scroller.current, showsRow, rowHeight);
  }, [showsRow]);

  const openMenu = () => {
    const bounds = document.getElementById(`row-${selected}`)?.getBoundingClientRect();
    if (bounds !== undefined) props.onMenu(selected, Math.max(0, bounds.left) + 40, bounds.bottom);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const { tree } = props;
    const isTurn = selectedRow !== undefined && turnsRow(event.key, tree?.isOpen(selectedRow) ?? null);
    const place =
      selectedRow !== undefined && tree !== undefined && event.key === 'ArrowLeft' && !isTurn
        ? Math.max(tree.parentPlace(selectedRow), 0)
        : placeAfter(event.key, selected, rowCount, rowsInSight(scroller.current, rowHeight));
    if (isTurn) tree?.turn(selectedRow);
    else if (place !== null) {
      select(place);
      reveal(scroller.current, place, rowHeight);
    } else if (selectedRow === undefined) return;
    else if (event.key === 'Enter') props.onEnter(selectedRow);
    else if (event.key === 'o') props.onOpen(selectedRow);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu();
    else return;
    event.preventDefault();
  };

  return (
    <div class="grid-frame">
      <div
        class={props.showsAllColumns === true ? 'grid all-columns' : 'grid'}
        role={props.tree === undefined ? 'grid' : 'treegrid'}
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        {...(selectedRow === undefined ? {} : { 'aria-activedescendant': `row-${selected}` })}
        style={{ '--row-height': `${rowHeight}px`, '--columns': columnsWidth(columns, widths) }}
        onKeyDown={onKeyDown}
      >
        <div class="grid-scroll" ref={scroller} role="rowgroup">
          <div class="grid-head" role="row" aria-rowindex={1}>
            {columns.map((column, index) => (
              <Header
                key={column.id}
                column={column}
                index={index}
                characters={widths.get(column.id) ?? 0}
                order={order}
                onSort={() => {
                  props.onSort?.(column.id);
                  isSorted.current = true;
                  scroller.current?.scrollTo({ top: 0 });
                }}
              />
            ))}
          </div>
          <div class="grid-space" role="presentation" style={{ height: `${rowCount * rowHeight}px` }}>
            {table?.rows.map((row, index) => (
              <GridRow
                key={table.from + index}
                row={row}
                place={table.from + index}
                columns={columns}
                widths={widths}
                rowHeight={rowHeight}
                isSelected={table.from + index === selected}
                tree={props.tree}
                isCurrent={props.isCurrent?.(row) ?? false}
                class={props.rowClass?.(row) ?? ''}
                onSelect={() => {
                  select(table.from + index);
                  props.onChoose?.(row);
                }}
                onOpen={() => props.onOpen(row)}
                onMenu={(x, y) => {
                  select(table.from + index);
                  props.onMenu(table.from + index, x, y);
                }}
              />
            ))}
          </div>
        </div>
      </div>
      {selectedRow !== undefined && props.details?.(selectedRow)}
    </div>
  );
}

function Header<Row>(props: {
  column: Column<Row>;
  /** From 0. */
  index: number;
  characters: number;
  order: GridOrder | null;
  onSort: () => void;
}) {
  const { column, order } = props;
  const { id, label } = column;
  const sorted = order?.by !== id ? null : order.isAscending ? 'ascending' : 'descending';
  return (
    <div
      role="columnheader"
      {...cellStyle(column, props.characters)}
      aria-colindex={props.index + 1}
      aria-sort={sorted ?? 'none'}
      title={column.meaning}
    >
      {order !== null && column.isSortable ? (
        <button type="button" class="sort" onClick={props.onSort}>
          {label}
          <span aria-hidden="true">{sorted === null ? '' : sorted === 'ascending' ? ' ▴' : ' ▾'}</span>
        </button>
      ) : (
        label
      )}
    </div>
  );
}

/** Whether a key opens or closes a row. @param isOpen `null` where nothing is below it */
function turnsRow(key: string, isOpen: boolean | null): boolean {
  if (isOpen === null) return false;
  return key === ' ' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight');
}

/** The place that a key goes to from a row; `null` if the key goes nowhere. */
function placeAfter(key: string, place: number, count: number, inSight: number): number | null {
  const page = Math.max(1, Math.floor(inSight) - 2);
  const places: Record<string, number> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + page,
    PageUp: place - page,
    Home: 0,
    End: count - 1,
  };
  const to = places[key];
  return to === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, to));
}

/** The number of rows that have room below the header, which stays in sight. */
function rowsInSight(scroller: HTMLElement | null, rowHeight: number): number {
  const head = scroller?.firstElementChild?.clientHeight ?? 0;
  return scroller === null ? 0 : (scroller.clientHeight - head) / rowHeight;
}

function reveal(scroller: HTMLElement | null, place: number, rowHeight: number): void {
  if (scroller === null) return;
  const [top, height] = [place * rowHeight, rowsInSight(scroller, rowHeight) * rowHeight];
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + height) scroller.scrollTop = top + rowHeight - height;
}

/** Scrolls to a row that is not in sight. */
function bringIntoMiddle(scroller: HTMLElement | null, place: number, rowHeight: number): void {
  if (scroller === null) return;
  const [top, height] = [place * rowHeight, rowsInSight(scroller, rowHeight) * rowHeight];
  if (top >= scroller.scrollTop && top + rowHeight <= scroller.scrollTop + height) return;
  scroller.scrollTop = top - height / 2;
}

/**
 * The widths of the columns of numbers, so that no number is cut. A column becomes wider when rows with longer numbers
 * come into sight, but never narrower again while the user scrolls.
 */
function useColumnWidths<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ColumnWidths {
  const known = useMemo(() => new Map<string, number>(), [columns]);
  return useMemo(() => {
    for (const { id, kind, label, text, isSortable } of columns) {
      if (kind === 'name' || kind === 'place') continue;
      // Behind the heading of the sorted column stands an arrow.
      const heading = textWidth(label) + (isSortable ? 2 : 0);
      let widest = Math.max(known.get(id) ?? 0, heading, 5);
      for (const row of rows) widest = Math.max(widest, textWidth(text(row)));
      known.set(id, widest);
    }
    return new Map(known);
  }, [known, rows]);
}
