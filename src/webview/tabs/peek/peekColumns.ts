import * as l10n from '@vscode/l10n';
import { percentage, scaledLabel } from '../../../analysis/values/units.ts';
import type { PeekedFunction, PeekRow } from '../../engine/tableQuestions.ts';
import type { Column } from '../../table/column.ts';
import { pprofColumns } from '../../table/costColumns.ts';
import type { ValueFormat } from '../../view/format.ts';

/**
 * The columns of pprof's `peek`, in the same unit, so that its numbers can be compared with these.
 *
 * @param unit the unit of the sample type
 * @param shownUnit the unit that pprof chooses for the table
 */
export function peekColumns(
  { total }: ValueFormat,
  unit: string,
  shownUnit: string,
  onFollow: (row: PeekRow) => void,
): Column<PeekRow>[] {
  const value = (cost: number) => scaledLabel(cost, unit, shownUnit);
  const share = (cost: number) => percentage(cost, total);
  /** The text of a function's row; empty for the rows of its calls. */
  const own = (text: (row: PeekedFunction) => string) => (row: PeekRow) =>
    row.kind === 'function' ? text(row) : '';
  return [
    nameColumn(onFollow),
    ...pprofColumns({
      flat: own(({ flat }) => value(flat)),
      'flat-share': own(({ flat }) => share(flat)),
      sum: own(({ sum }) => share(sum)),
      cum: own(({ cum }) => value(cum)),
      'cum-share': own(({ cum }) => share(cum)),
    }).map((column) => ({ ...column, from: roomFor[column.id] ?? column.from })),
    {
      id: 'calls',
      label: l10n.t('calls'),
      meaning: l10n.t('Of calls by a caller, of calls of a callee'),
      kind: 'number',
      from: 0,
      text: (row) => (row.kind === 'function' ? '' : value(row.value)),
    },
    {
      id: 'calls-share',
      label: l10n.t('calls %'),
      meaning: l10n.t("Share of the function's cum"),
      kind: 'number',
      from: 42,
      text: (row) => (row.kind === 'function' ? '' : percentage(row.value, row.of)),
    },
  ];
}

/** Calls have their room before what a function costs itself. */
const roomFor: Readonly<Record<string, number>> = { flat: 32, 'flat-share': 58 };

function nameColumn(onFollow: (row: PeekRow) => void): Column<PeekRow> {
  return {
    id: 'name',
    label: l10n.t('context'),
    meaning: l10n.t('Callers above the function, callees below it'),
    kind: 'name',
    from: 0,
    text: ({ label }) => label,
    short: ({ short }) => short,
    note: noteOf,
    spoken: spokenName,
    title: (row) => `${row.label}${noteOf(row)}`,
    onFollow,
  };
}

/** Where the row stands tells sighted people whether it calls the function or is called by it. */
function spokenName(name: string, row: PeekRow): string {
  if (row.kind === 'caller') return l10n.t('caller {0}', name);
  return row.kind === 'callee' ? l10n.t('callee {0}', name) : name;
}

function noteOf(row: PeekRow): string {
  return row.kind !== 'function' && row.inline ? l10n.t(' (inline)') : '';
}
