import { LinkButton } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { Name, shownName } from '../view/Name.tsx';
import { type Column, type ColumnWidths, cellStyle, type GridTree } from './column.ts';

/** A row of the grid, drawn at its place in the table. */
export function GridRow<Row>(props: {
  row: Row;
  /** Place in the table, from 0. */
  place: number;
  columns: readonly Column<Row>[];
  widths: ColumnWidths;
  rowHeight: number;
  isSelected: boolean;
  isCurrent: boolean;
  tree: GridTree<Row> | undefined;
  class: string;
  onSelect: () => void;
  onOpen: () => void;
  onMenu: (x: number, y: number) => void;
}) {
  const { row, place, columns, widths, rowHeight, isSelected, tree } = props;
  const isOpen = tree?.isOpen(row) ?? null;
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
      aria-current={props.isCurrent ? 'true' : undefined}
      aria-level={tree?.level(row)}
      aria-expanded={isOpen === null ? undefined : isOpen}
      style={{ top: `${place * rowHeight}px` }}
      onClick={props.onSelect}
      onDblClick={props.onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
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
          tree={column.kind === 'name' ? tree : undefined}
        />
      ))}
    </div>
  );
}

function Cell<Row>(props: {
  row: Row;
  column: Column<Row>;
  index: number;
  characters: number;
  /** Of the cell in which the tree is drawn. */
  tree: GridTree<Row> | undefined;
}) {
  const { row, column, index, tree } = props;
  const { kind, spoken } = column;
  const onFollow = column.canFollow?.(row) === false ? undefined : column.onFollow;
  const text = column.text(row);
  const note = column.note?.(row) ?? '';
  const icon = column.icon?.(row) ?? null;
  const bar = column.bar?.(row) ?? 0;
  const short = column.short?.(row);
  const brief = text.slice(0, 1000);
  const shown = short === undefined ? (column.shown?.(row) ?? brief) : <Name name={text} short={short} />;
  const whole = `${brief}${note}`;
  const style = cellStyle(column, props.characters);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it
    <div
      role={kind === 'name' ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      {...style}
      class={`${style.class} ${column.tone?.(row) ?? ''}`}
      title={column.title?.(row).slice(0, 1000)}
      // The parts of a shortened name would be read as words.
      aria-label={short === undefined && spoken === undefined ? undefined : (spoken?.(whole, row) ?? whole)}
    >
      {tree !== undefined && <Twisty row={row} tree={tree} />}
      {bar > 0 && <span class="bar" style={{ width: `${Math.min(100, 100 * bar)}%` }} aria-hidden="true" />}
      {icon !== null && <Icon name={icon} />}
      {onFollow === undefined ? (
        shown
      ) : (
        // Enter on the row does the same.
        <LinkButton
          tabIndex={-1}
          aria-label={`${short === undefined ? brief : shownName(text, short)}${note}`}
          onClick={() => onFollow(row)}
        >
          {shown}
        </LinkButton>
      )}
      {note !== '' && <span class="name-note">{note}</span>}
    </div>
  );
}

/** The room in front of a name in a tree, and the arrow that opens it. Keys do the same on the row. */
function Twisty<Row>({ row, tree }: { row: Row; tree: GridTree<Row> }) {
  const isOpen = tree.isOpen(row);
  return (
    <span
      class={isOpen === true ? 'twisty is-open' : 'twisty'}
      style={{ '--level': tree.level(row) - 1 }}
      aria-hidden="true"
      onClick={() => {
        if (isOpen !== null) tree.turn(row);
      }}
      onDblClick={(event) => event.stopPropagation()}
    >
      {isOpen !== null && <Icon name="chevron-right" />}
    </span>
  );
}
