import * as l10n from '@vscode/l10n';
import { percentage, scaledLabel } from '../../analysis/values/units.ts';
import type { PeekedCall, PeekedFunction, PeekRow } from '../engine/tableQuestions.ts';
import type { Column } from '../table/columns.ts';
import type { ValueFormat } from '../view/format.ts';

/**
 * pprof's columns of `peek`, in its unit, so that numbers can be held side by side.
 *
 * @param unit of the sample type
 * @param shownUnit which pprof chooses for the table
 */
export function peekColumns(
  { total }: ValueFormat,
  unit: string,
  shownUnit: string,
  onFollow: (row: PeekRow) => void,
): Column<PeekRow>[] {
  const value = (cost: number) => scaledLabel(cost, unit, shownUnit);
  const own = (
    id: string,
    label: string,
    meaning: string,
    text: (row: PeekedFunction) => string,
  ): Column<PeekRow> => ({
    ...column(id, label, meaning),
    text: (row) => (row.kind === 'function' ? text(row) : ''),
  });
  const call = (
    id: string,
    label: string,
    meaning: string,
    text: (row: PeekedCall) => string,
  ): Column<PeekRow> => ({
    ...column(id, label, meaning),
    text: (row) => (row.kind === 'function' ? '' : text(row)),
  });
  return [
    own('flat', l10n.t('flat'), l10n.t('In the function itself'), ({ flat }) => value(flat)),
    own('flat-share', l10n.t('flat %'), l10n.t('Share of the total'), ({ flat }) => percentage(flat, total)),
    own('sum', l10n.t('sum %'), l10n.t('Flat of this row and all above it'), ({ sum }) =>
      percentage(sum, total),
    ),
    own('cum', l10n.t('cum'), l10n.t('In the function and all it calls'), ({ cum }) => value(cum)),
    own('cum-share', l10n.t('cum %'), l10n.t('Share of the total'), ({ cum }) => percentage(cum, total)),
    call('calls', l10n.t('calls'), l10n.t('Of calls by a caller, of calls of a callee'), (row) =>
      value(row.value),
    ),
    call('calls-share', l10n.t('calls %'), l10n.t("Share of the function's cum"), (row) =>
      percentage(row.value, row.of),
    ),
    {
      ...column('name', l10n.t('context'), l10n.t('Callers above the function, callees below it')),
      kind: 'name',
      text: nameOf,
      title: ({ label }) => label,
      onFollow,
    },
  ];
}

function nameOf(row: PeekRow): string {
  return row.kind !== 'function' && row.inline ? l10n.t('{0} (inline)', row.label) : row.label;
}

function column(id: string, label: string, meaning: string): Omit<Column<PeekRow>, 'text'> {
  return { id, label, meaning, sort: null, kind: 'number', bar: null };
}
