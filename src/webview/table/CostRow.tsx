import { type Column, cellClass } from './columns.ts';
import { tableRowHeight } from './useVisibleRows.ts';

/** A row of the grid, drawn at its place in the table. */
export function CostRow<Row>(props: {
  row: Row;
  /** Place in the table, from 0. */
  place: number;
  columns: readonly Column<Row>[];
  isSelected: boolean;
  class: string;
  onSelect: () => void;
  onOpen: () => void;
  onMenu: (x: number, y: number) => void;
}) {
  const { row, place, columns, isSelected } = props;
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
      style={{ top: `${place * tableRowHeight}px` }}
      onClick={props.onSelect}
      onDblClick={props.onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onSelect();
        props.onMenu(event.clientX, event.clientY);
      }}
    >
      {columns.map((column) => (
        <Cell key={column.id} row={row} column={column} />
      ))}
    </div>
  );
}

function Cell<Row>({ row, column }: { row: Row; column: Column<Row> }) {
  const { bar, onFollow } = column;
  const text = column.text(row).slice(0, 1000);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the row
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
    <div role="gridcell" class={cellClass(column)} title={column.title?.(row).slice(0, 1000)}>
      {bar !== null && bar(row) > 0 && (
        <span class="bar" style={{ width: `${Math.min(100, 100 * bar(row))}%` }} aria-hidden="true" />
      )}
      {onFollow === undefined ? (
        <span>{text}</span>
      ) : (
        // Enter on the row does the same.
        <button type="button" class="link" tabIndex={-1} onClick={() => onFollow(row)}>
          {text}
        </button>
      )}
    </div>
  );
}
