import { Name, shownName } from '../view/Name.tsx';
import { type Column, cellStyle } from './columns.ts';
import type { ColumnWidths } from './columnWidths.ts';

/** A row of the grid, drawn at its place in the table. */
export function CostRow<Row>(props: {
  row: Row;
  /** Place in the table, from 0. */
  place: number;
  columns: readonly Column<Row>[];
  widths: ColumnWidths;
  rowHeight: number;
  isSelected: boolean;
  class: string;
  onSelect: () => void;
  onOpen: () => void;
  onMenu: (x: number, y: number) => void;
}) {
  const { row, place, columns, widths, rowHeight, isSelected } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keyboard
    // biome-ignore lint/a11y/useSemanticElements: rows are placed where they are scrolled to
    <div
      id={`row-${place}`}
      role="row"
      tabIndex={-1}
      class={`grid-row ${props.class}`}
      // Rows are numbered from 1, and the header is row 1.
      aria-rowindex={place + 2}
      aria-selected={isSelected}
      style={{ top: `${place * rowHeight}px` }}
      onClick={props.onSelect}
      onDblClick={props.onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onSelect();
        props.onMenu(event.clientX, event.clientY);
      }}
    >
      {columns.map((column, index) => (
        <Cell
          key={column.id}
          row={row}
          column={column}
          index={index}
          characters={widths.get(column.id) ?? 0}
        />
      ))}
    </div>
  );
}

function Cell<Row>(props: { row: Row; column: Column<Row>; index: number; characters: number }) {
  const { row, column, index } = props;
  const { bar, onFollow, kind } = column;
  const text = column.text(row);
  const note = column.note?.(row) ?? '';
  const shown =
    column.short === undefined ? text.slice(0, 1000) : <Name name={text} short={column.short(row)} />;
  // The parts of a shortened name would be read as words.
  const control = column.short === undefined ? text.slice(0, 1000) : shownName(text, column.short(row));
  const whole = `${text.slice(0, 1000)}${note}`;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it
    <div
      role={kind === 'name' ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      {...cellStyle(column, props.characters)}
      title={column.title?.(row).slice(0, 1000)}
      {...(column.short === undefined ? {} : { 'aria-label': column.spoken?.(whole, row) ?? whole })}
    >
      {bar !== null && bar(row) > 0 && (
        <span class="bar" style={{ width: `${Math.min(100, 100 * bar(row))}%` }} aria-hidden="true" />
      )}
      {onFollow === undefined ? (
        shown
      ) : (
        // Enter on the row does the same.
        <button
          type="button"
          class="link"
          tabIndex={-1}
          aria-label={`${control}${note}`}
          onClick={() => onFollow(row)}
        >
          {shown}
        </button>
      )}
      {note !== '' && <span class="name-note">{note}</span>}
    </div>
  );
}
