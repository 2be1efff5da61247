import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { Select } from '../../controls/Select.tsx';
import type { TableGranularity } from '../../engine/tableQuestions.ts';
import { columnsFor } from '../../table/costColumns.ts';
import { FunctionGrid } from '../../table/FunctionGrid.tsx';
import { AllColumnsButton, RowDetails } from '../../table/RowDetails.tsx';
import { useTableOrder, useTableRows } from '../../table/useTableRows.ts';
import { rowCountText } from '../../view/format.ts';
import type { TabProps } from '../../view/tabProps.ts';

/** The table of costs, like pprof's top. Only the rows in sight are asked for and drawn, however many there are. */
export function TopTab(props: TabProps) {
  const { engine, scope, format, search, actions, changes } = props;
  const [granularity, setGranularity] = useState<TableGranularity>('functions');
  const [showsAllColumns, setShowsAllColumns] = useState(false);
  const { asked, sorting } = useTableOrder(format);
  const functionName = granularity === 'functions' ? props.functionName : '';
  const rows = useTableRows(
    engine,
    'table',
    (rows) => ({ ...scope, granularity, ...asked, search, functionName, ...rows }),
    granularity,
  );
  const { table } = rows;
  const hasSamples = table?.rows[0]?.samples != null;
  const isDifference = table?.rows[0]?.change != null;
  const columns = useMemo(
    () => columnsFor(format, hasSamples, isDifference, changes.isUncertain, actions.openSource),
    [format, hasSamples, isDifference, changes],
  );
  return (
    <div class="top">
      <div class="top-bar">
        <Select
          caption={l10n.t('By')}
          choices={granularities()}
          value={granularity}
          onChange={setGranularity}
        />
        <output>{table !== null && rowCountText(table.rowCount)}</output>
        <AllColumnsButton isPressed={showsAllColumns} onPress={setShowsAllColumns} />
      </div>
      <FunctionGrid
        {...rows}
        {...sorting}
        key={granularity}
        actions={actions}
        label={l10n.t('Costs')}
        columns={columns}
        showsAllColumns={showsAllColumns}
        // Until its answer comes, a new grid has the rows of the one before.
        showsRow={functionName === '' ? -1 : (table?.rowOfFunction ?? -1)}
        onChoose={({ functionName }) => {
          if (functionName !== '') actions.select(functionName);
        }}
        details={(row) => <RowDetails row={row} columns={columns} />}
        onEnter={({ functionName }) => {
          if (functionName !== '') actions.showCallers(functionName);
        }}
      />
    </div>
  );
}

function granularities(): { id: TableGranularity; label: string }[] {
  return [
    { id: 'functions', label: l10n.t('functions') },
    { id: 'lines', label: l10n.t('lines') },
    { id: 'files', label: l10n.t('files') },
    { id: 'packages', label: l10n.t('packages') },
  ];
}
