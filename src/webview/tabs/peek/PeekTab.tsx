import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { PeekAnswer } from '../../engine/tableQuestions.ts';
import { FunctionGrid } from '../../table/FunctionGrid.tsx';
import { AllColumnsButton, RowDetails } from '../../table/RowDetails.tsx';
import { useTableRows } from '../../table/useTableRows.ts';
import { groupedDigits } from '../../view/format.ts';
import type { TabProps } from '../../view/tabProps.ts';
import { useShownFunction } from '../../view/useAnswer.ts';
import { peekColumns } from './peekColumns.ts';

/**
 * pprof's peek as a table: every function, with its callers above it and its callees below it. A name leads to its
 * own rows.
 */
export function PeekTab(props: TabProps) {
  const { engine, scope, type, format, search, actions, changes } = props;
  const functionName = useShownFunction(props);
  const [showsAllColumns, setShowsAllColumns] = useState(false);
  // Asked without the function, the rows would come, and jump to it a moment later.
  const rows = useTableRows(engine, 'peek', (rows) =>
    functionName === null ? null : { ...scope, search, functionName, ...rows },
  );
  const { table } = rows;
  // Of a base that is scaled to as many operations, pprof would choose a unit for the smallest remainder.
  const unit = format.isDifference ? 'auto' : (table?.unit ?? 'auto');
  const columns = useMemo(
    () => peekColumns(format, type.unit, unit, changes.isUncertain, ({ label }) => actions.showPeek(label)),
    [format, type, unit, changes],
  );
  return (
    <div class="top">
      <div class="top-bar">
        <output>{table === null ? l10n.t('Counting calls…') : countText(table)}</output>
        <AllColumnsButton isPressed={showsAllColumns} onPress={setShowsAllColumns} />
      </div>
      <FunctionGrid
        {...rows}
        actions={actions}
        label={l10n.t('Callers and callees of every function')}
        columns={columns}
        showsAllColumns={showsAllColumns}
        details={(row) => <RowDetails row={row} columns={columns} />}
        order={null}
        rowClass={({ kind, startsBlock }) => (startsBlock ? `peek-${kind} starts-block` : `peek-${kind}`)}
        showsRow={table?.rowOfFunction ?? -1}
        onEnter={({ label }) => actions.showPeek(label)}
      />
    </div>
  );
}

function countText({ functionCount, shownCount }: PeekAnswer): string {
  if (functionCount === 1) return l10n.t('1 function');
  if (shownCount === functionCount) return l10n.t('{0} functions', groupedDigits(functionCount));
  const counts = [groupedDigits(shownCount), groupedDigits(functionCount)];
  return l10n.t('the {0} hottest of {1} functions; search for the others', ...counts);
}
