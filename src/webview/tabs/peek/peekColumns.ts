import * as l10n from '@vscode/l10n';
import { percentage, scaledLabel } from '../../../analysis/values/units.ts';
import type { PeekedCall, PeekedFunction, PeekRow } from '../../engine/tableQuestions.ts';
import { type Column, numberColumn } from '../../table/columns.ts';
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
  /** The text of a call's row; empty for the rows of functions. */
  const ofCall = (text: (row: PeekedCall) => string) => (row: PeekRow) =>
    row.kind === 'function' ? '' : text(row);
  const number = (id: string, label: string, meaning: string, from: number, text: (row: PeekRow) => string) =>
    numberColumn(id, label, meaning, from, text);
  const ofTotal = l10n.t('Share of the total');
  return [
    nameColumn(onFollow),
    number(
      'flat',
      l10n.t('flat'),
      l10n.t('In the function itself'),
      32,
      own(({ flat }) => value(flat)),
    ),
    number(
      'flat-share',
      l10n.t('flat %'),
      ofTotal,
      58,
      own(({ flat }) => share(flat)),
    ),
    number(
      'sum',
      l10n.t('sum %'),
      l10n.t('Flat of this row and all above it'),
      64,
      own(({ sum }) => share(sum)),
    ),
    number(
      'cum',
      l10n.t('cum'),
      l10n.t('In the function and all it calls'),
      20,
      own(({ cum }) => value(cum)),
    ),
    number(
      'cum-share',
      l10n.t('cum %'),
      ofTotal,
      42,
      own(({ cum }) => share(cum)),
    ),
    number(
      'calls',
      l10n.t('calls'),
      l10n.t('Of calls by a caller, of calls of a callee'),
      0,
      ofCall((row) => value(row.value)),
    ),
    number(
      'calls-share',
      l10n.t('calls %'),
      l10n.t("Share of the function's cum"),
      42,
      ofCall((row) => percentage(row.value, row.of)),
    ),
  ];
}

function nameColumn(onFollow: (row: PeekRow) => void): Column<PeekRow> {
  return {
    id: 'name',
    label: l10n.t('context'),
    meaning: l10n.t('Callers above the function, callees below it'),
    sort: null,
    kind: 'name',
    from: 0,
    text: ({ label }) => label,
    short: ({ short }) => short,
    note: noteOf,
    spoken: spokenName,
    title: (row) => `${row.label}${noteOf(row)}`,
    onFollow,
    bar: null,
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
