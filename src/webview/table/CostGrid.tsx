// biome-ignore-all lint/a11y/useSemanticElements: elements of a table cannot leave out the rows that are not in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { TableAnswer, TableRow, TableSort } from '../engine/questions.ts';
import { CostRow } from './CostRow.tsx';
import { type Column, cellClass, type TableOrder } from './columns.ts';
import { tableRowHeight } from './tableRowHeight.ts';

export interface CostGridProps {
  /** `null` until the first rows are there. */
  readonly table: TableAnswer | null;
  readonly columns: readonly Column[];
  readonly order: TableOrder;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onSort: (sort: TableSort) => void;
  readonly onEnter: (row: TableRow) => void;
  readonly onOpen: (row: TableRow) => void;
  /** The menu of the row at a place in the order is wanted, at a point of the screen. */
  readonly onMenu: (place: number, x: number, y: number) => void;
}

/** The table itself: header, rows, selection and keys. */
export function CostGrid(props: CostGridProps) {
  const { table, columns, order, scroller } = props;
  const [selected, setSelected] = useState(-1);
  const rowCount = table?.rowCount ?? 0;
  const selectedRow = table?.rows[selected - table.from];

  const openMenu = () => {
    const bounds = document.getElementById(`row-${selected}`)?.getBoundingClientRect();
    if (bounds !== undefined) props.onMenu(selected, bounds.left + 200, bounds.bottom);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeAfter(event.key, selected, rowCount, scroller.current);
    if (place !== null) {
      setSelected(place);
      reveal(scroller.current, place);
    } else if (selectedRow === undefined) return;
    else if (event.key === 'Enter') props.onEnter(selectedRow);
    else if (event.key === 'o') props.onOpen(selectedRow);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu();
    else return;
    event.preventDefault();
  };

  return (
    <div
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={l10n.t('What costs how much')}
      aria-rowcount={rowCount + 1}
      {...(selectedRow === undefined ? {} : { 'aria-activedescendant': `row-${selected}` })}
      onKeyDown={onKeyDown}
    >
      <div class="grid-head" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <Header key={column.id} column={column} order={order} onSort={props.onSort} />
        ))}
      </div>
      <div class="grid-scroll" ref={scroller} role="rowgroup">
        <div class="grid-space" role="presentation" style={{ height: `${rowCount * tableRowHeight}px` }}>
          {table?.rows.map((row, index) => (
            <CostRow
              key={table.from + index}
              row={row}
              place={table.from + index}
              columns={columns}
              isSelected={table.from + index === selected}
              onSelect={() => setSelected(table.from + index)}
              onOpen={() => props.onOpen(row)}
              onMenu={(x, y) => props.onMenu(table.from + index, x, y)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Header(props: { column: Column; order: TableOrder; onSort: (sort: TableSort) => void }) {
  const { column, order, onSort } = props;
  const { sort, label } = column;
  const isSorted = sort !== null && sort === order.sort;
  // Names begin with the first, costs with the largest.
  const isAscending = (sort === 'name') !== order.reverse;
  return (
    <div
      role="columnheader"
      class={cellClass(column)}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
      title={column.meaning}
    >
      {sort === null ? (
        label
      ) : (
        <button type="button" class="sort" onClick={() => onSort(sort)}>
          {label}
          <span aria-hidden="true">{isSorted ? (order.reverse ? ' ▴' : ' ▾') : ''}</span>
        </button>
      )}
    </div>
  );
}

/** Where a key goes from a row; `null` if nowhere. */
function placeAfter(key: string, place: number, count: number, scroller: HTMLElement | null): number | null {
  const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / tableRowHeight) - 2);
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

function reveal(scroller: HTMLElement | null, place: number): void {
  if (scroller === null) return;
  const top = place * tableRowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + tableRowHeight > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = top + tableRowHeight - scroller.clientHeight;
  }
}
