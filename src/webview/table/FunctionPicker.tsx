import * as l10n from '@vscode/l10n';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ProfileEngine, Scope, SearchText, TableQuestion, TableRow } from '../engine/questions.ts';
import type { ValueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import { noSearch } from '../view/savedView.ts';
import { useAnswer } from '../view/useAnswer.ts';
import type { RowsInSight } from './CostGrid.tsx';
import { functionPickerColumns, type TableOrder } from './columns.ts';
import { FunctionGrid } from './FunctionGrid.tsx';
import { tableRowHeight } from './tableRowHeight.ts';
import { useVisibleRows } from './useVisibleRows.ts';

export interface FunctionPickerProps {
  readonly engine: ProfileEngine;
  readonly scope: Scope;
  readonly format: ValueFormat;
  /** The page's search: it leaves only the functions that match. */
  readonly search: SearchText;
  /** The function that is shown; empty for the hottest. */
  readonly functionName: string;
  readonly actions: FunctionActions;
  readonly onChoose: (functionName: string) => void;
  /** Told the hottest function's name, when it is known. */
  readonly onHottest?: (functionName: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Functions by cost, to choose one of. */
export function FunctionPicker(props: FunctionPickerProps) {
  const { engine, scope, format, functionName, actions, onChoose } = props;
  const [order, setOrder] = useState<TableOrder>({ sort: 'flat', reverse: false });
  const scroller = useRef<HTMLDivElement>(null);
  const visible = useVisibleRows(scroller, tableRowHeight);
  const search = props.search.text === '' ? noSearch : props.search;
  const question = useMemo(
    (): TableQuestion => ({ ...scope, granularity: 'functions', ...order, search, ...visible }),
    [scope, order, search, visible],
  );
  const table = useAnswer(engine, 'table', question, question, props.onFailure, (answer) => {
    const name = hottest(answer);
    if (name !== '') props.onHottest?.(name);
  });
  const columns = useMemo(() => functionPickerColumns(format), [format]);
  return (
    <div class="function-picker">
      <FunctionGrid
        actions={actions}
        label={l10n.t('Functions')}
        table={table}
        columns={columns}
        order={order}
        scroller={scroller}
        rowClass={(row) => (row.functionName === functionName ? 'current' : '')}
        onSort={(sort) => setOrder((now) => ({ sort, reverse: now.sort === sort && !now.reverse }))}
        onChoose={(row) => onChoose(row.functionName)}
        onEnter={(row) => onChoose(row.functionName)}
      />
    </div>
  );
}

/** The first function that has a name; empty where the table's beginning is not there. */
function hottest({ from, rows }: RowsInSight<TableRow>): string {
  if (from !== 0) return '';
  return rows.find(({ functionName }) => functionName !== '')?.functionName ?? '';
}
