import * as l10n from '@vscode/l10n';
import { useMemo, useRef } from 'preact/hooks';
import type { ValueType } from '../../pprof/profile.ts';
import type { PeekAnswer, PeekQuestion, ProfileEngine, Scope, SearchText } from '../engine/questions.ts';
import { FunctionGrid } from '../table/FunctionGrid.tsx';
import { tableRowHeight } from '../table/tableRowHeight.ts';
import { useVisibleRows } from '../table/useVisibleRows.ts';
import { groupedDigits, type ValueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import { noSearch } from '../view/savedView.ts';
import { useAnswer } from '../view/useAnswer.ts';
import { peekColumns } from './peekColumns.ts';

export interface PeekTabProps {
  readonly engine: ProfileEngine;
  readonly scope: Scope;
  readonly type: ValueType;
  readonly format: ValueFormat;
  /** The page's search: it leaves only the functions that match. */
  readonly search: SearchText;
  /** The function to be scrolled to; empty for none. */
  readonly functionName: string;
  readonly actions: FunctionActions;
  readonly onFailure: (error: unknown) => void;
}

/** pprof's peek as a table: every function, its callers above it, its callees below it. A name leads on to its own rows. */
export function PeekTab(props: PeekTabProps) {
  const { engine, scope, type, format, functionName, actions } = props;
  const search = props.search.text === '' ? noSearch : props.search;
  const scroller = useRef<HTMLDivElement>(null);
  const visible = useVisibleRows(scroller, tableRowHeight);
  const question = useMemo(
    (): PeekQuestion => ({ ...scope, search, functionName, ...visible }),
    [scope, search, functionName, visible],
  );
  const table = useAnswer(engine, 'peek', question, question, props.onFailure);
  const unit = table?.unit ?? 'auto';
  const columns = useMemo(
    () => peekColumns(format, type.unit, unit, ({ label }) => actions.showPeek(label)),
    [format, type, unit],
  );
  return (
    <div class="top">
      <div class="top-bar">
        <output>{table === null ? l10n.t('Counting calls…') : countText(table)}</output>
      </div>
      <FunctionGrid
        actions={actions}
        label={l10n.t('Callers and callees of every function')}
        table={table}
        columns={columns}
        order={null}
        scroller={scroller}
        rowClass={({ kind, startsBlock }) => (startsBlock ? `peek-${kind} starts-block` : `peek-${kind}`)}
        showsRow={table?.rowOfFunction ?? -1}
        onEnter={({ label }) => actions.showPeek(label)}
      />
    </div>
  );
}

function countText({ functionCount, shownCount }: PeekAnswer): string {
  if (shownCount === functionCount) return l10n.t('{0} functions', groupedDigits(functionCount));
  const counts = [groupedDigits(shownCount), groupedDigits(functionCount)];
  return l10n.t('the {0} hottest of {1} functions; search for the others', ...counts);
}
