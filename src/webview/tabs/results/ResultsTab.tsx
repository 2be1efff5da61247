import * as l10n from '@vscode/l10n';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ResultRow, ResultsScope, ResultsTable } from '../../../protocol.ts';
import { IconButton } from '../../controls/Icon.tsx';
import { Menu, type MenuItem } from '../../controls/Menu.tsx';
import { Message } from '../../controls/statusPages.tsx';
import { FailedTab } from '../../view/FailedQuestion.tsx';
import type { OpenMenu } from '../../view/FunctionMenu.tsx';
import { copy, copyNames } from '../../view/functionActions.ts';
import type { ResultsOrder, ResultsView } from '../../view/savedView.ts';
import type { Asked } from '../../view/useHostAnswer.ts';
import { type ResultColumn, resultColumns } from './columns.ts';
import { type Cells, csv, markdown } from './copyTable.ts';
import { ResultsGrid } from './ResultsGrid.tsx';
import { isIn, scopeChoices, scopeOf, sortedRows } from './resultRows.ts';

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
  const [menu, setMenu] = useState<OpenMenu<ResultRow> | null>(null);
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
  const setOrder = (order: ResultsOrder) => onView({ ...view, order });
  return (
    <div class="results">
      <div class="top-bar">
        <ScopeSelect
          table={table}
          scope={scope}
          onChange={(scope) => onView({ ...view, scope, chosenAt: table.shownRun })}
        />
        <output>{rows.length > 1 && l10n.t('{0} results', rows.length)}</output>
        <CopyMenu rows={rows} columns={columns} />
      </div>
      {rows.length === 0 ? (
        <Message
          icon="info"
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
          onOrder={setOrder}
          onShow={(row) => onShow(row, true)}
          onMenu={(of, x, y) => setMenu({ of, x, y })}
        />
      )}
      {menu !== null && (
        <Menu
          label={menu.of.name}
          items={rowMenu(menu.of, onShow)}
          x={menu.x}
          y={menu.y}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
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
  const choices = scopeChoices(table);
  const chosen = choices.findIndex((each) => JSON.stringify(each.scope) === JSON.stringify(scope));
  if (choices.length < 2) return <span class="results-scope">{table.package}</span>;
  return (
    <select
      class="small-select results-scope"
      aria-label={l10n.t('Results of')}
      // A part with all rows of the package is not listed beside it.
      value={Math.max(0, chosen)}
      onChange={({ currentTarget: { value } }) =>
        onChange(choices[Number(value)]?.scope ?? { of: 'package' })
      }
    >
      {choices.map(({ scope, count }, index) => (
        <option key={JSON.stringify(scope)} value={index}>
          {scope.of === 'package'
            ? l10n.t('{0} ({1}, all)', table.package, count)
            : `${scope.name} (${count})`}
        </option>
      ))}
    </select>
  );
}

function CopyMenu({ rows, columns }: { rows: readonly ResultRow[]; columns: readonly ResultColumn[] }) {
  const [openAt, setOpenAt] = useState<DOMRect | null>(null);
  const items = (): MenuItem[] => {
    const cells = cellsOf(rows, columns);
    return [
      { label: l10n.t('Copy as Markdown'), onChoose: () => copy(markdown(cells)) },
      { label: l10n.t('Copy as CSV'), onChoose: () => copy(csv(cells)) },
    ];
  };
  return (
    <>
      <IconButton
        icon="copy"
        label={l10n.t('Copy the table')}
        onClick={({ currentTarget }) => setOpenAt(currentTarget.getBoundingClientRect())}
      />
      {openAt !== null && (
        <Menu
          label={l10n.t('Copy the table')}
          items={items()}
          x={openAt.left}
          y={openAt.bottom + 2}
          onClose={() => setOpenAt(null)}
        />
      )}
    </>
  );
}

function cellsOf(rows: readonly ResultRow[], columns: readonly ResultColumn[]): Cells {
  const cell = (column: ResultColumn, row: ResultRow) => {
    const [text, detail] = [column.text(row), column.detail(row)];
    return column.kind === 'change' && detail !== '' ? `${text} (${detail})` : text;
  };
  return [
    [l10n.t('benchmark'), ...columns.map(({ label }) => label)],
    ...rows.map((row) => [row.name, ...columns.map((column) => cell(column, row))]),
  ];
}
