import * as l10n from '@vscode/l10n';
import { percentage, scaledLabel } from '../../../analysis/values/units.ts';
import type { PeekedCall, PeekedFunction, PeekRow } from '../../engine/tableQuestions.ts';
import type { Column } from '../../table/column.ts';
import { operationColumns, pprofColumns } from '../../table/costColumns.ts';
import type { Changes } from '../../view/changes.ts';
import { underPer, type ValueFormat } from '../../view/format.ts';

/**
 * The columns of pprof's `peek`, in the same unit, so that its numbers can be compared with these; before them what one
 * operation costs, where all costs are of operations.
 *
 * @param unit the unit of the sample type
 * @param shownUnit the unit that pprof chooses for the table
 */
export function peekColumns(
  format: ValueFormat,
  unit: string,
  shownUnit: string,
  isUncertain: Changes['isUncertain'],
  onFollow: (row: PeekRow) => void,
): Column<PeekRow>[] {
  const tone = ({ functionName }: PeekRow) => (isUncertain(functionName) ? 'muted' : '');
  const value = (cost: number) => scaledLabel(cost, unit, shownUnit);
  const share = (cost: number) => percentage(cost, format.total);
  /** The text of a function's row; empty for the rows of its calls. */
  const own = (text: (row: PeekedFunction) => string) => (row: PeekRow) =>
    row.kind === 'function' ? text(row) : '';
  const columns = [
    ...pprofColumns({
      flat: own(({ flat }) => value(flat)),
      'flat-share': own(({ flat }) => share(flat)),
      sum: own(({ sum }) => share(sum)),
      cum: own(({ cum }) => value(cum)),
      'cum-share': own(({ cum }) => share(cum)),
    }),
    callsColumn('calls', l10n.t('in calls'), ({ value: cost }) => value(cost)),
    {
      ...callsColumn('calls-share', l10n.t('% of cum'), (row) => percentage(row.value, row.of)),
      meaning: l10n.t("Share of the function's cum"),
    },
  ];
  const operations = format.isOfOperations
    ? [
        ...operationColumns(format.per, (row: PeekRow, of) =>
          row.kind === 'function' ? underPer(format, row[of]) : '',
        ),
        callsColumn('calls-op', l10n.t('in calls/{0}', format.per), (row) => underPer(format, row.value)),
      ]
    : [];
  const rooms = format.isOfOperations ? roomsAfterOperations : roomsAlone;
  const shown = [...operations, ...columns].map((column) => ({
    ...column,
    tone,
    from: rooms[column.id] ?? column.from,
  }));
  return [nameColumn(onFollow), ...shown];
}

/** Calls have their room before what a function costs itself. */
const roomsAlone: Readonly<Record<string, number>> = {
  calls: 0,
  flat: 32,
  'calls-share': 42,
  'flat-share': 58,
};
const roomsAfterOperations: Readonly<Record<string, number>> = {
  'calls-op': 0,
  'cum-op': 26,
  'flat-op': 32,
  'calls-share': 42,
  'cum-share': 50,
  'flat-share': 58,
  cum: 64,
  calls: 72,
  flat: 80,
  sum: 88,
};

/** What the calls of a function have cost that the row's caller has made, or that have gone to the row's callee. */
function callsColumn(id: string, label: string, text: (row: PeekedCall) => string): Column<PeekRow> {
  return {
    id,
    label,
    meaning: l10n.t('The cost of the calls from this caller, or to this callee'),
    kind: 'number',
    from: 0,
    text: (row) => (row.kind === 'function' ? '' : text(row)),
  };
}

function nameColumn(onFollow: (row: PeekRow) => void): Column<PeekRow> {
  return {
    id: 'name',
    label: l10n.t('context'),
    meaning: l10n.t('Callers above the function, callees below it'),
    kind: 'name',
    from: 0,
    text: ({ label }) => label,
    short: ({ short }) => short,
    icon: ({ kind }) => (kind === 'caller' ? 'arrow-down' : kind === 'callee' ? 'arrow-right' : null),
    note: noteOf,
    spoken: spokenName,
    title: (row) => `${spokenName(row.label, row)}${noteOf(row)}`,
    onFollow,
  };
}

/** An arrow tells sighted people whether it calls the function or is called by it. */
function spokenName(name: string, row: PeekRow): string {
  if (row.kind === 'caller') return l10n.t('caller {0}', name);
  return row.kind === 'callee' ? l10n.t('callee {0}', name) : name;
}

function noteOf(row: PeekRow): string {
  return row.kind !== 'function' && row.inline ? l10n.t(' (inlined)') : '';
}
