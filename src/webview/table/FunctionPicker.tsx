import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { TableAnswer } from '../engine/tableQuestions.ts';
import type { TabProps } from '../view/tabProps.ts';
import { functionPickerColumns } from './columns.ts';
import { FunctionGrid } from './FunctionGrid.tsx';
import { useTableOrder, useTableRows } from './useTableRows.ts';

export interface FunctionPickerProps extends TabProps {
  readonly onChoose: (functionName: string) => void;
  /** Is called with the name of the costliest function when it is known. */
  readonly onHottest?: (functionName: string) => void;
}

/** The list of functions, from which the user chooses the one that a tab shows. */
export function FunctionPicker(props: FunctionPickerProps) {
  const { scope, format, search, functionName, actions, onChoose } = props;
  const sorting = useTableOrder();
  const rows = useTableRows(props, {
    kind: 'table',
    question: (rows) => ({ ...scope, granularity: 'functions', ...sorting.order, search, ...rows }),
    inputs: [scope, sorting.order, search],
    learn: (answer) => {
      const name = hottest(answer);
      if (name !== '') props.onHottest?.(name);
    },
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
        rowClass={(row) => (row.functionName === functionName ? 'current' : '')}
        onChoose={(row) => onChoose(row.functionName)}
        onEnter={(row) => onChoose(row.functionName)}
      />
    </div>
  );
}

/** The first function that has a name; empty where the answer does not begin with the first row. */
function hottest({ from, rows }: TableAnswer): string {
  if (from !== 0) return '';
  return rows.find(({ functionName }) => functionName !== '')?.functionName ?? '';
}
