import * as l10n from '@vscode/l10n';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ProfileEngine, Scope, SearchText, TableQuestion, TableRow } from '../engine/questions.ts';
import type { ValueFormat } from '../format.ts';
import { type FunctionActions, functionMenu } from '../functionActions.ts';
import type { PageHost } from '../host.ts';
import { Menu } from '../Menu.tsx';
import { noSearch } from '../savedView.ts';
import { Message } from '../statusPages.tsx';
import { CostGrid } from '../table/CostGrid.tsx';
import { functionPickerColumns, type TableOrder } from '../table/columns.ts';
import { tableRowHeight } from '../table/tableRowHeight.ts';
import { useVisibleRows } from '../table/useVisibleRows.ts';
import { useAnswer } from '../useAnswer.ts';
import { FunctionListing } from './FunctionListing.tsx';

export interface SourceTabProps {
  readonly engine: ProfileEngine;
  readonly host: PageHost;
  readonly scope: Scope;
  readonly format: ValueFormat;
  /** The page's search: it leaves only the functions that match. */
  readonly search: SearchText;
  /** Whose source is shown; empty for the hottest function's. */
  readonly functionName: string;
  readonly actions: FunctionActions;
  readonly onFailure: (error: unknown) => void;
}

/** Functions by cost at the left, and the lines of the chosen one with what each costs. */
export function SourceTab(props: SourceTabProps) {
  const { engine, scope, format, actions } = props;
  const [order, setOrder] = useState<TableOrder>({ sort: 'flat', reverse: false });
  const [menu, setMenu] = useState<{ row: TableRow; x: number; y: number } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const visible = useVisibleRows(scroller, tableRowHeight);
  const search = props.search.text === '' ? noSearch : props.search;
  const question = useMemo(
    (): TableQuestion => ({ ...scope, granularity: 'functions', ...order, search, ...visible }),
    [scope, order, search, visible],
  );
  const table = useAnswer(engine, 'table', question, question, props.onFailure);
  const columns = useMemo(() => functionPickerColumns(format), [format]);
  const functionName = props.functionName || hottest(table);
  return (
    <div class="source">
      <div class="source-functions">
        <CostGrid
          label={l10n.t('Functions')}
          table={table}
          columns={columns}
          order={order}
          scroller={scroller}
          rowClass={(row) => (row.functionName === functionName ? 'current' : '')}
          onSort={(sort) => setOrder((now) => ({ sort, reverse: now.sort === sort && !now.reverse }))}
          onChoose={(row) => actions.showListing(row.functionName)}
          onEnter={(row) => actions.showListing(row.functionName)}
          onOpen={({ file, line }) => {
            if (file !== '') actions.openSource?.(file, line);
          }}
          onMenu={(place, x, y) => {
            const row = table?.rows[place - table.from];
            if (row !== undefined && row.functionName !== '') setMenu({ row, x, y });
          }}
        />
      </div>
      <div class="source-listings">
        {functionName !== '' && <Listings key={functionName} {...props} functionName={functionName} />}
      </div>
      {menu !== null && (
        <Menu
          label={menu.row.label}
          items={functionMenu({ name: menu.row.functionName, ...menu.row, stack: null }, actions)}
          x={menu.x}
          y={menu.y}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

/** One function's source, which can be in several files: names are not unique in every language. */
function Listings(props: SourceTabProps) {
  const { engine, scope, functionName } = props;
  const question = useMemo(() => ({ ...scope, functionName }), [scope, functionName]);
  const listings = useAnswer(engine, 'listing', question, question, props.onFailure);
  if (listings?.length === 0) {
    return (
      <Message
        icon="info"
        heading={l10n.t('No cost')}
        text={l10n.t(
          '{0} costs nothing here. Other filters or another sample type may show it.',
          functionName,
        )}
      />
    );
  }
  return (
    <>
      {listings?.map((listing) => (
        <FunctionListing
          key={listing.file}
          functionName={functionName}
          listing={listing}
          host={props.host}
          format={props.format}
          openSource={props.actions.openSource}
          onFailure={props.onFailure}
        />
      ))}
    </>
  );
}

/** The first function of the table. */
function hottest(table: { readonly from: number; readonly rows: readonly TableRow[] } | null): string {
  if (table === null || table.from !== 0) return '';
  return table.rows.find(({ functionName }) => functionName !== '')?.functionName ?? '';
}
