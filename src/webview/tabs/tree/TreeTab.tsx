import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { QuietButton } from '../../controls/Button.tsx';
import type { OpenRow, TreeRow } from '../../engine/tableQuestions.ts';
import type { GridTree } from '../../table/column.ts';
import { FunctionGrid } from '../../table/FunctionGrid.tsx';
import { AllColumnsButton, RowDetails } from '../../table/RowDetails.tsx';
import { useTableRows } from '../../table/useTableRows.ts';
import { rowCountText } from '../../view/format.ts';
import type { TabProps } from '../../view/tabProps.ts';
import { turned } from './openRows.ts';
import { treeColumns } from './treeColumns.ts';

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
