import * as l10n from '@vscode/l10n';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Cells } from '../../../base/tableText.ts';
import type { ResultRow, ResultsScope, ResultsTable } from '../../../protocol.ts';
import { type MenuItem, useMenu } from '../../controls/Menu.tsx';
import { Select } from '../../controls/Select.tsx';
import { Message } from '../../controls/statusPages.tsx';
import { CopyMenu } from '../../table/CopyMenu.tsx';
import type { Column } from '../../table/column.ts';
import { Grid } from '../../table/Grid.tsx';
import { tableRowHeight, useVisibleRows } from '../../table/useVisibleRows.ts';
import { FailedTab } from '../../view/FailedQuestion.tsx';
import { copyNames } from '../../view/functionActions.ts';
import type { ResultsOrder, ResultsView } from '../../view/savedView.ts';
import type { Asked } from '../../view/useHostAnswer.ts';
import { resultColumns } from './columns.tsx';
import { isIn, nextOrder, scopeChoices, scopeOf, sortedRows } from './resultRows.ts';

interface ResultsProps {
  readonly view: ResultsView;
  readonly onView: (view: ResultsView) => void;
  /** The user wants the profile of a result in the lines and the page; `isStaying` if the page stays at this table. */
  readonly onShow: (row: ResultRow, isStaying: boolean) => void;
  /** The table is on the screen. */
  readonly onDrawn: () => void;
}

/** The results of all benchmarks of a package, or of a part of it. */
export function ResultsTab({
  results,
  before,
  ...props
}: ResultsProps & {
  readonly results: Asked<ResultsTable | null>;
  /** What is shown until the answer is there. */
  readonly before: ResultsTable | null;
}) {
  if (results.is === 'failed') return <FailedTab heading={l10n.t('No results')} failed={results} />;
  const table = results.is === 'answered' ? results.answer : before;
  return table === null ? null : <Results {...props} table={table} />;
}

function Results({ table, view, onView, onShow, onDrawn }: ResultsProps & { readonly table: ResultsTable }) {
  useEffect(onDrawn, []);
  const [menu, openMenu] = useMenu();
  const scope = scopeOf(table, view);
  const rows = useMemo(
    () =>
      sortedRows(
        table.rows.filter((row) => isIn(row, scope)),
        view.order,
      ),
    [table, JSON.stringify(scope), view.order],
  );
  const columns = useMemo(() => resultColumns(table, rows, document.documentElement.lang), [table, rows]);
  return (
    <div class="results">
      <div class="top-bar">
        <ScopeSelect
          table={table}
          scope={scope}
          onChange={(scope) => onView({ ...view, scope, chosenAt: table.shownRun })}
        />
        <output>{rows.length > 1 && l10n.t('{0} results', rows.length)}</output>
        <CopyMenu cells={() => cellsOf(rows, columns)} names={1} />
      </div>
      {rows.length === 0 ? (
        <Message
          heading={l10n.t('No results')}
          text={l10n.t('Profile a benchmark to see its result here.')}
        />
      ) : (
        <ResultsGrid
          label={l10n.t('Results of {0}', scope.of === 'package' ? table.package : scope.name)}
          rows={rows}
          columns={columns}
          order={view.order}
          shownRun={table.shownRun}
          onOrder={(order) => onView({ ...view, order })}
          onShow={(row) => {
            if (row.hasProfile) onShow(row, true);
          }}
          onMenu={(row, x, y) => openMenu({ label: row.name, items: rowMenu(row, onShow), x, y })}
        />
      )}
      {menu}
    </div>
  );
}

/** The grid of the rows. A click or Enter shows a row's profile. */
function ResultsGrid(props: {
  label: string;
  rows: readonly ResultRow[];
  columns: readonly Column<ResultRow>[];
  order: ResultsOrder;
  shownRun: string | null;
  onOrder: (order: ResultsOrder) => void;
  onShow: (row: ResultRow) => void;
  /** The user wants the menu of a row, at a point of the screen. */
  onMenu: (row: ResultRow, x: number, y: number) => void;
}) {
  const { label, rows, columns, order, shownRun, onShow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMemo(tableRowHeight, []);
  const { from, count } = useVisibleRows(scroller, rowHeight);
  useEffect(() => {
    // The page draws everything anew for another profile. The keyboard goes on from the row that was chosen.
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (isLost && shownRun !== null) scroller.current?.closest<HTMLElement>('[role="grid"]')?.focus();
  }, []);
  return (
    <Grid
      label={label}
      table={{ rowCount: rows.length, from, rows: rows.slice(from, from + count) }}
      columns={columns}
      order={{ by: order.by, isAscending: !order.reverse }}
      scroller={scroller}
      rowHeight={rowHeight}
      showsAllColumns={true}
      isCurrent={({ runId }) => runId === shownRun}
      showsRow={rows.findIndex(({ runId }) => runId === shownRun)}
      onSort={(by) => props.onOrder(nextOrder(order, by))}
      onChoose={onShow}
      onEnter={onShow}
      onOpen={() => {}}
      onMenu={(place, x, y) => props.onMenu(rows[place]!, x, y)}
    />
  );
}

function rowMenu(row: ResultRow, onShow: ResultsProps['onShow']): MenuItem[] {
  const shows: MenuItem[] = [
    { label: l10n.t('Show its costs'), onChoose: () => onShow(row, true) },
    { label: l10n.t('Show its flame graph'), onChoose: () => onShow(row, false) },
  ];
  return [
    ...(row.hasProfile ? shows : []),
    { label: l10n.t('Copy name'), startsGroup: row.hasProfile, onChoose: () => copyNames([row.name]) },
  ];
}

function ScopeSelect(props: {
  table: ResultsTable;
  scope: ResultsScope;
  onChange: (scope: ResultsScope) => void;
}) {
  const { table, scope, onChange } = props;
  const choices = scopeChoices(table).map(({ scope, count }) => ({
    id: JSON.stringify(scope),
    scope,
    label:
      scope.of === 'package' ? l10n.t('{0} ({1}, all)', table.package, count) : `${scope.name} (${count})`,
  }));
  const [all, ...parts] = choices;
  const chosen = choices.find(({ id }) => id === JSON.stringify(scope));
  if (all === undefined || parts.length === 0) return <span class="results-scope">{table.package}</span>;
  return (
    <Select
      label={l10n.t('Results of')}
      class="results-scope"
      choices={choices}
      // A part with all rows of the package is not listed beside it.
      value={(chosen ?? all).id}
      onChange={(chosen) => onChange(choices.find(({ id }) => id === chosen)?.scope ?? all.scope)}
    />
  );
}

function cellsOf(rows: readonly ResultRow[], columns: readonly Column<ResultRow>[]): Cells {
  const cell = ({ text, note }: Column<ResultRow>, row: ResultRow) => {
    const detail = note?.(row) ?? '';
    return detail === '' ? text(row) : `${text(row)} (${detail})`;
  };
  return [
    columns.map(({ label }) => label),
    ...rows.map((row) => columns.map((column) => cell(column, row))),
  ];
}
