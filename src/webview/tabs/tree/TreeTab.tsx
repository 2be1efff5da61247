import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { foldedCause } from '../../../analysis/flame/drawnStacks.ts';
import { baseName } from '../../../analysis/names/filePaths.ts';
import { QuietButton } from '../../controls/Button.tsx';
import type { OpenRow, TreeRow } from '../../engine/tableQuestions.ts';
import type { Column, GridTree } from '../../table/column.ts';
import { operationColumns } from '../../table/costColumns.ts';
import { FunctionGrid } from '../../table/FunctionGrid.tsx';
import { AllColumnsButton, RowDetails } from '../../table/RowDetails.tsx';
import { useTableRows } from '../../table/useTableRows.ts';
import type { Changes } from '../../view/changes.ts';
import { placeLabel, rowCountText, underPer, type ValueFormat } from '../../view/format.ts';
import { outsideTexts } from '../../view/outsideTexts.ts';
import type { TabProps } from '../../view/tabProps.ts';
import { turned } from './openRows.ts';

/**
 * The call tree as a table: callees below their callers, or from the leaf, callers below what they call. It opens along the
 * hot path.
 *
 * @param fromLeaf as in the flame graph
 */
export function TreeTab(props: TabProps & { fromLeaf: boolean }) {
  const { engine, scope, format, search, actions, changes, fromLeaf } = props;
  const [open, setOpen] = useState<readonly OpenRow[] | null>(null);
  const [showsAllColumns, setShowsAllColumns] = useState(false);
  const rows = useTableRows(engine, 'tree', (rows) => ({
    ...scope,
    search,
    functionName: '',
    fromLeaf,
    open,
    ...rows,
  }));
  const { table } = rows;
  const columns = useMemo(
    () => treeColumns(format, fromLeaf, changes.isUncertain),
    [format, fromLeaf, changes],
  );
  const tree: GridTree<TreeRow> = {
    level: ({ level }) => level,
    isOpen: ({ isLeaf, openAt }) => (isLeaf ? null : openAt !== -1),
    parentPlace: ({ parentPlace }) => parentPlace,
    turn: (row) => {
      if (table !== null) setOpen(turned(table.open, row));
    },
  };
  return (
    <div class="top">
      <div class="top-bar">
        <output>{table !== null && rowCountText(table.rowCount)}</output>
        <QuietButton
          title={l10n.t(
            'Open the calls that carry at least half of the cost of their caller, and close all others',
          )}
          onClick={() => setOpen(null)}
        >
          {l10n.t('Hot path')}
        </QuietButton>
        <AllColumnsButton isPressed={showsAllColumns} onPress={setShowsAllColumns} />
      </div>
      <FunctionGrid
        {...rows}
        actions={actions}
        label={fromLeaf ? l10n.t('Functions with their callers') : l10n.t('Functions with their callees')}
        columns={columns}
        showsAllColumns={showsAllColumns}
        details={(row) => <RowDetails row={row} columns={columns} />}
        order={null}
        tree={tree}
        showsRow={table?.rowOfFunction ?? -1}
        onEnter={({ functionName }) => {
          if (functionName !== '') actions.showCallers(functionName);
        }}
      />
    </div>
  );
}

/** The columns of the tree. Where all costs are of operations, what one of them costs stands first. */
function treeColumns(
  format: ValueFormat,
  fromLeaf: boolean,
  isUncertain: Changes['isUncertain'],
): Column<TreeRow>[] {
  const { value, share, part } = format;
  const tone = ({ functionName }: TreeRow) => (isUncertain(functionName) ? 'muted' : '');
  const flat = fromLeaf
    ? l10n.t('In the function at the top itself, called this way')
    : l10n.t('In the function itself, called this way');
  const cum = fromLeaf
    ? l10n.t('In the function and all it calls')
    : l10n.t('In the function and all it calls, called this way');
  const number = (column: Omit<Column<TreeRow>, 'kind'>): Column<TreeRow> => ({
    ...column,
    kind: 'number',
    tone,
  });
  const cumText = (text: (cum: number) => string) => (row: TreeRow) =>
    row.cum === null ? '' : text(row.cum);
  const main = fromLeaf ? 'flat' : 'cum';
  const operations = format.isOfOperations
    ? operationColumns<TreeRow>(format.per, (row, of) => {
        const cost = (row.timed ?? row)[of];
        return cost === null ? '' : underPer(format, cost);
      }).map((column) => ({ ...column, tone, from: column.id === `${main}-op` ? 0 : 46 }))
    : [];
  const costs = [
    number({ id: 'flat', label: l10n.t('flat'), meaning: flat, from: 32, text: (row) => value(row.flat) }),
    number({
      id: 'flat-share',
      label: l10n.t('flat %'),
      meaning: l10n.t('Share of the total'),
      from: 58,
      text: (row) => share(row.flat),
    }),
    number({ id: 'cum', label: l10n.t('cum'), meaning: cum, from: 38, text: cumText(value) }),
    number({
      id: 'cum-share',
      label: l10n.t('cum %'),
      meaning: l10n.t('Share of the total'),
      from: 64,
      text: cumText(share),
    }),
    number({
      id: 'parent-share',
      label: l10n.t('of row above'),
      meaning: l10n.t('Share of the row that it stands below'),
      from: 72,
      text: ({ level, shareOfParent }) => (level === 1 ? '' : format.shareOf(shareOfParent, 1)),
    }),
  ].map((column) => {
    // The number that the rows are ordered by is always there, and has its bar.
    if (column.id !== main) return column;
    const from = operations.length > 0 ? 50 : 0;
    return { ...column, from, bar: (row: TreeRow) => part(fromLeaf ? row.flat : (row.cum ?? 0)) };
  });
  return [nameColumn(), ...operations, ...costs, placeColumn()];
}

function nameColumn(): Column<TreeRow> {
  return {
    id: 'name',
    label: l10n.t('name'),
    meaning: l10n.t('What is below a row: its callees; from the leaf, its callers'),
    kind: 'name',
    from: 0,
    text: textOf,
    short: (row) => (row.functionName === '' ? { starts: [0], without: 'nothing' } : row.short),
    note: ({ inlined }) =>
      inlined === 'all' ? l10n.t(' (inlined)') : inlined === 'some' ? l10n.t(' (inlined in part)') : '',
    title: textOf,
    tone: ({ isMatch }) => (isMatch ? 'is-match' : ''),
  };
}

/** The name of a function, or of what stands outside of the timed loop. */
function textOf({ label }: TreeRow): string {
  const cause = foldedCause(label);
  return cause === undefined ? label : outsideTexts()[cause].label;
}

function placeColumn(): Column<TreeRow> {
  return {
    id: 'place',
    label: l10n.t('source'),
    meaning: l10n.t('File and line with most of the cost'),
    kind: 'place',
    from: 88,
    text: ({ file, line }) => placeLabel(baseName(file), line),
    title: ({ file, line }) => placeLabel(file, line),
  };
}
