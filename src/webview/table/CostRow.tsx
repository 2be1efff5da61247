import type { TableRow } from '../engine/questions.ts';
import { type Column, cellClass } from './columns.ts';
import { tableRowHeight } from './tableRowHeight.ts';

/** A row of the table, at its place in the order. */
export function CostRow(props: {
  row: TableRow;
  /** From 0. */
  place: number;
  columns: readonly Column[];
  isSelected: boolean;
  onSelect: () => void;
  onOpen: () => void;
  onMenu: (x: number, y: number) => void;
}) {
  const { row, place, columns, isSelected } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keyboard
    // biome-ignore lint/a11y/useSemanticElements: rows stand where they are scrolled to
    <div
      id={`row-${place}`}
      role="row"
      tabIndex={-1}
      class="grid-row"
      // The header is the first.
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
      {columns.map((column) => {
        const text = column.text(row);
        return (
          // biome-ignore lint/a11y/useSemanticElements: as the row
          // biome-ignore lint/a11y/useFocusableInteractive: the grid's active row is what has the focus
          <div
            key={column.id}
            role="gridcell"
            class={cellClass(column)}
            title={column.title?.(row).slice(0, 1000)}
          >
            {column.bar !== null && (
              <span
                class="bar"
                style={{ width: `${Math.min(100, 100 * column.bar(row))}%` }}
                aria-hidden="true"
              />
            )}
            <span>{text.slice(0, 1000)}</span>
          </div>
        );
      })}
    </div>
  );
}
