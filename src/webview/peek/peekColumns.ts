import * as l10n from '@vscode/l10n';
import { percentage, scaledLabel } from '../../analysis/values/units.ts';
import type { PeekedCall, PeekedFunction, PeekRow } from '../engine/tableQuestions.ts';
import { type Column, numberColumn } from '../table/columns.ts';
import type { ValueFormat } from '../view/format.ts';

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
  const number = numberColumn<PeekRow>;
  const inFunction = l10n.t('In the function itself');
  const inCallees = l10n.t('In the function and all it calls');
  const ofTotal = l10n.t('Share of the total');
  const aboveAll = l10n.t('Flat of this row and all above it');
  return [
    number(
      'flat',
      l10n.t('flat'),
      inFunction,
      own(({ flat }) => value(flat)),
    ),
    number(
      'flat-share',
      l10n.t('flat %'),
      ofTotal,
      own(({ flat }) => share(flat)),
    ),
    number(
      'sum',
      l10n.t('sum %'),
      aboveAll,
      own(({ sum }) => share(sum)),
    ),
    number(
      'cum',
      l10n.t('cum'),
      inCallees,
      own(({ cum }) => value(cum)),
    ),
    number(
      'cum-share',
      l10n.t('cum %'),
      ofTotal,
      own(({ cum }) => share(cum)),
    ),
    number(
      'calls',
      l10n.t('calls'),
      l10n.t('Of calls by a caller, of calls of a callee'),
      ofCall((row) => value(row.value)),
    ),
    number(
      'calls-share',
      l10n.t('calls %'),
      l10n.t("Share of the function's cum"),
      ofCall((row) => percentage(row.value, row.of)),
    ),
    {
      ...number('name', l10n.t('context'), l10n.t('Callers above the function, callees below it'), nameOf),
      kind: 'name',
      title: ({ label }) => label,
      onFollow,
    },
  ];
}

function nameOf(row: PeekRow): string {
  return row.kind !== 'function' && row.inline ? l10n.t('{0} (inline)', row.label) : row.label;
}
