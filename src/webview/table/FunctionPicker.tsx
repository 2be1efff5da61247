import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { TabProps } from '../view/tabProps.ts';
import { functionPickerColumns } from './costColumns.ts';
import { FunctionGrid } from './FunctionGrid.tsx';
import { useTableOrder, useTableRows } from './useTableRows.ts';

/** The list of functions, from which the user chooses the one that a tab shows. */
export function FunctionPicker(
  props: Omit<TabProps, 'functionName'> & {
    /** The one that the tab shows; empty for none. `null` until it is known: then there are no rows, which would jump to it. */
    readonly functionName: string | null;
    readonly onChoose: (functionName: string) => void;
  },
) {
  const { engine, scope, format, search, functionName, actions, changes, onChoose } = props;
  const { asked, sorting } = useTableOrder(format);
  const rows = useTableRows(engine, 'table', (rows) =>
    functionName === null
      ? null
      : { ...scope, granularity: 'functions', ...asked, search, functionName, ...rows },
  );
  const columns = useMemo(() => functionPickerColumns(format, changes), [format, changes]);
  return (
    <div class="function-picker">
      <FunctionGrid
        {...rows}
        {...sorting}
        actions={actions}
        label={l10n.t('Functions')}
        columns={columns}
        showsRow={rows.table?.rowOfFunction ?? -1}
        isCurrent={(row) => row.functionName === functionName}
        onChoose={(row) => onChoose(row.functionName)}
        onEnter={(row) => onChoose(row.functionName)}
      />
    </div>
  );
}
