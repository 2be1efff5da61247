import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { TabProps } from '../view/tabProps.ts';
import { functionPickerColumns } from './columns.ts';
import { FunctionGrid } from './FunctionGrid.tsx';
import { useTableOrder, useTableRows } from './useTableRows.ts';

export interface FunctionPickerProps extends TabProps {
  readonly onChoose: (functionName: string) => void;
}

/** The list of functions, from which the user chooses the one that a tab shows. */
export function FunctionPicker(props: FunctionPickerProps) {
  const { scope, format, search, functionName, actions, onChoose } = props;
  const sorting = useTableOrder();
  const rows = useTableRows(props, {
    kind: 'table',
    question: (rows) => ({
      ...scope,
      granularity: 'functions',
      ...sorting.order,
      search,
      functionName,
      ...rows,
    }),
    inputs: [scope, sorting.order, search, functionName],
  });
  const columns = useMemo(() => functionPickerColumns(format), [format]);
  return (
    <div class="function-picker">
      <FunctionGrid
        {...rows}
        {...sorting}
        actions={actions}
        label={l10n.t('Functions')}
        columns={columns}
        showsRow={rows.table?.rowOfFunction ?? -1}
        rowClass={(row) => (row.functionName === functionName ? 'current' : '')}
        onChoose={(row) => onChoose(row.functionName)}
        onEnter={(row) => onChoose(row.functionName)}
      />
    </div>
  );
}
