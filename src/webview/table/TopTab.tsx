import * as l10n from '@vscode/l10n';
import { useMemo, useRef, useState } from 'preact/hooks';
import type {
  ProfileEngine,
  Scope,
  SearchText,
  TableGranularity,
  TableQuestion,
} from '../engine/questions.ts';
import type { ValueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import { noSearch } from '../view/savedView.ts';
import { useAnswer } from '../view/useAnswer.ts';
import { columnsFor, type TableOrder } from './columns.ts';
import { FunctionGrid } from './FunctionGrid.tsx';
import { tableRowHeight } from './tableRowHeight.ts';
import { useVisibleRows } from './useVisibleRows.ts';

export interface TopTabProps {
  readonly engine: ProfileEngine;
  readonly scope: Scope;
  readonly format: ValueFormat;
  /** The page's search: it leaves only the rows that match. */
  readonly search: SearchText;
  readonly actions: FunctionActions;
  readonly onFailure: (error: unknown) => void;
}

/** What costs how much, sorted. Only the rows in sight are asked for and drawn, however many there are. */
export function TopTab(props: TopTabProps) {
  const { engine, scope, format, actions } = props;
  const search = props.search.text === '' ? noSearch : props.search;
  const [granularity, setGranularity] = useState<TableGranularity>('functions');
  const [order, setOrder] = useState<TableOrder>({ sort: 'flat', reverse: false });
  const scroller = useRef<HTMLDivElement>(null);
  const visible = useVisibleRows(scroller, tableRowHeight);

  const question = useMemo(
    (): TableQuestion => ({
      ...scope,
      granularity,
      ...order,
      search,
      from: visible.from,
      count: visible.count,
    }),
    [scope, granularity, order, search, visible],
  );
  const table = useAnswer(engine, 'table', question, question, props.onFailure);
  const hasSamples = table?.rows[0]?.samples != null;
  const isDifference = table?.rows[0]?.change != null;
  const columns = useMemo(
    () => columnsFor(format, hasSamples, isDifference),
    [format, hasSamples, isDifference],
  );

  return (
    <div class="top">
      <div class="top-bar">
        <label>
          {l10n.t('By')}{' '}
          <select
            class="small-select"
            value={granularity}
            onChange={({ currentTarget: { value } }) =>
              setGranularity(granularities().find(({ id }) => id === value)?.id ?? 'functions')
            }
          >
            {granularities().map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <output>{table === null ? '' : l10n.t('{0} rows', table.rowCount)}</output>
      </div>
      <FunctionGrid
        key={granularity}
        actions={actions}
        label={l10n.t('What costs how much')}
        table={table}
        columns={columns}
        order={order}
        scroller={scroller}
        onSort={(sort) => setOrder((now) => ({ sort, reverse: now.sort === sort && !now.reverse }))}
        onEnter={({ functionName }) => {
          if (functionName !== '') actions.showNeighbours(functionName);
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
