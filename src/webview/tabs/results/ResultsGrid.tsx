import * as l10n from '@vscode/l10n';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ResultRow } from '../../../protocol.ts';
import type { ResultsOrder } from '../../view/savedView.ts';
import type { ResultColumn } from './columns.ts';
import { nextOrder } from './resultRows.ts';
import { resultRowHeight, useResultRows, widestRows } from './windowedRows.ts';

/** The table of results. Arrow keys go from row to row, Enter or a click shows a row's profile. */
export function ResultsGrid(props: {
  label: string;
  rows: readonly ResultRow[];
  columns: readonly ResultColumn[];
  order: ResultsOrder;
  shownRun: string | null;
  onOrder: (order: ResultsOrder) => void;
  onShow: (row: ResultRow) => void;
  /** The user wants the menu of a row, at a point of the screen. */
  onMenu: (row: ResultRow, x: number, y: number) => void;
}) {
  const { label, rows, columns, order, shownRun, onOrder, onShow, onMenu } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const { drawn, focusRow } = useResultRows(scroller, rows.length);
  const widest = useMemo(() => widestRows(rows, columns), [rows, columns]);
  const end = Math.min(rows.length, drawn.from + drawn.count);
  useEffect(() => {
    const shown = table.current?.querySelector('[aria-current]');
    shown?.scrollIntoView({ block: 'nearest' });
    const at = rows.findIndex(({ runId }) => runId === shownRun);
    if (at === -1) return;
    if (!shown) scroller.current?.scrollTo({ top: at * resultRowHeight });
    // The page draws everything anew for another profile. The keyboard goes on from the row that was chosen.
    const { activeElement, body } = document;
    const isHere = activeElement === body || table.current?.contains(activeElement) === true;
    if (document.hasFocus() && isHere) focusRow(at);
  }, [shownRun]);
  return (
    <div class="results-scroll" ref={scroller}>
      <table
        class="results-table"
        ref={table}
        aria-rowcount={rows.length + 1}
        onKeyDown={(event) => moveBetweenRows(event, rows.length, focusRow)}
      >
        <caption class="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <Header
              id="name"
              label={l10n.t('benchmark')}
              meaning={l10n.t('In the order of the source')}
              {...{ order, onOrder }}
            />
            {columns.map(({ id, label, meaning, kind }) => (
              <Header key={id} {...{ id, label, meaning, order, onOrder }} class={`results-${kind}`} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space rows={drawn.from} />
          {rows.slice(drawn.from, end).map((row, i) => (
            <Row
              key={row.runId}
              row={row}
              place={drawn.from + i}
              columns={columns}
              isShown={row.runId === shownRun}
              onShow={() => onShow(row)}
              onMenu={(x, y) => onMenu(row, x, y)}
            />
          ))}
          <Space rows={rows.length - end} />
        </tbody>
        <tbody>
          {widest.map((row) => (
            <tr key={row.runId}>
              <th>{row.name}</th>
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The place of rows that are not drawn. */
function Space({ rows }: { rows: number }) {
  return rows === 0 ? null : <tr style={{ height: `${rows * resultRowHeight}px` }} />;
}

/** Up, down, Home and End move the focus between the buttons of the rows. */
function moveBetweenRows(event: KeyboardEvent, count: number, focusRow: (row: number) => void): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  const step = steps[event.key];
  const row = document.activeElement?.closest<HTMLElement>('.results-row')?.dataset.row;
  if (step === undefined || event.altKey || row === undefined) return;
  event.preventDefault();
  focusRow(Math.max(0, Math.min(count - 1, Number(row) + step)));
}

function Header(props: {
  id: string;
  label: string;
  meaning: string;
  order: ResultsOrder;
  onOrder: (order: ResultsOrder) => void;
  class?: string;
}) {
  const { id, label, meaning, order, onOrder } = props;
  const isSorted = order.by === id;
  return (
    <th
      scope="col"
      class={props.class ?? ''}
      title={meaning}
      aria-sort={isSorted ? (order.reverse ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" class="sort" onClick={() => onOrder(nextOrder(order, id))}>
        {label}
        <span aria-hidden="true">{isSorted ? (order.reverse ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  );
}

/** Where the part of a name begins that differs from its neighbours: after the last slash, or after `Benchmark`. */
function startOfLastPart(name: string): number {
  return name.includes('/') ? name.lastIndexOf('/') + 1 : 'Benchmark'.length;
}

function Row(props: {
  row: ResultRow;
  /** Its place among all rows. */
  place: number;
  columns: readonly ResultColumn[];
  isShown: boolean;
  onShow: () => void;
  onMenu: (x: number, y: number) => void;
}) {
  const { row, place, columns, isShown, onShow, onMenu } = props;
  const { name, hasProfile } = row;
  const end = startOfLastPart(name);
  return (
    <tr
      class={isShown ? 'results-row shown' : 'results-row'}
      data-row={place}
      aria-rowindex={place + 2}
      onClick={hasProfile ? onShow : undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.clientX, event.clientY);
      }}
    >
      <th scope="row" title={hasProfile ? name : l10n.t('{0} has no profile', name)}>
        <button
          type="button"
          class="results-name"
          aria-current={isShown ? 'true' : undefined}
          aria-disabled={!hasProfile}
        >
          <bdi>
            <span class="results-parent">{name.slice(0, end)}</span>
            {name.slice(end)}
          </bdi>
        </button>
      </th>
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} />
      ))}
    </tr>
  );
}

function Cell({ column, row }: { column: ResultColumn; row: ResultRow }) {
  const text = column.text(row);
  const detail = column.detail(row);
  const tone = column.kind === 'change' ? ` ${row.change?.verdict ?? ''}` : '';
  return (
    <td
      class={`results-${column.kind}${tone}`}
      title={[text, detail].filter((part) => part !== '').join(' · ')}
    >
      {text}
      {column.kind === 'change' && detail !== '' && <span class="results-detail"> {detail}</span>}
    </td>
  );
}
