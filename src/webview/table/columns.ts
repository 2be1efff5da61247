import * as l10n from '@vscode/l10n';
import { baseName } from '../../analysis/names/filePaths.ts';
import type { ShortName } from '../../analysis/names/nameSet.ts';
import { shareInterval } from '../../analysis/values/sampleIntervals.ts';
import { append } from '../../lists.ts';
import type { TableRow, TableSort } from '../engine/tableQuestions.ts';
import { placeLabel, type ValueFormat } from '../view/format.ts';

/** The order of a table. */
export interface TableOrder {
  readonly sort: TableSort;
  /** Smallest first, or names from the last to the first. */
  readonly reverse: boolean;
}

/** The order after a click on a column: the column's own, or reversed if the table has that order already. */
export function sortedBy(now: TableOrder, sort: TableSort): TableOrder {
  return { sort, reverse: now.sort === sort && !now.reverse };
}

/** A column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** What its values are, as a tooltip. */
  readonly meaning: string;
  /** The order that a click on the heading chooses; `null` where the table cannot be sorted by this column. */
  readonly sort: TableSort | null;
  readonly kind: 'number' | 'share' | 'name' | 'place';
  /** The width that the table must have for the column to be shown, in the font's size (`em`). */
  readonly from: number;
  readonly text: (row: Row) => string;
  /** Of a name, which is shortened where there is little room. */
  readonly short?: (row: Row) => ShortName;
  /** What is read out instead of the name to those who do not see where in the table it stands. */
  readonly spoken?: (name: string, row: Row) => string;
  /** Stands behind the name. */
  readonly note?: (row: Row) => string;
  /** The full text, as a tooltip. */
  readonly title?: (row: Row) => string;
  /** Is called for a click on the text; without it the text is no link. */
  readonly onFollow?: (row: Row) => void;
  /**
   * The share of the total that is drawn as a bar, 0 to 1; `null` for no bar. A number has one as long as the column with
   * its share is not shown.
   */
  readonly bar: ((row: Row) => number) | null;
}

/**
 * The columns of the table: names, then those of pprof's top, in its order. Then, in a difference, the costs in the base
 * and now; otherwise the costs per operation, where the number of operations is known, and how exact the samples of a
 * CPU profile are.
 */
export function columnsFor(
  format: ValueFormat,
  hasSamples: boolean,
  isDifference: boolean,
): Column<TableRow>[] {
  const columns = [nameColumn(), ...costColumns(format)];
  if (isDifference) append(columns, changeColumns(format));
  else if (format.perOperation(1) !== null) append(columns, operationColumns(format));
  if (hasSamples && !isDifference) append(columns, sampleColumns(format));
  return [...columns, placeColumn()];
}

function nameColumn(): Column<TableRow> {
  return {
    id: 'name',
    label: l10n.t('name'),
    meaning: l10n.t('Function, file or package'),
    sort: 'name',
    kind: 'name',
    from: 0,
    text: ({ label }) => label,
    short: ({ short }) => short,
    title: ({ label }) => label,
    bar: null,
  };
}

function costColumns(format: ValueFormat): Column<TableRow>[] {
  const cost = (id: 'flat' | 'cum', label: string, meaning: string, from: number): Column<TableRow> => ({
    ...numberColumn<TableRow>(id, label, meaning, from, (row) => format.value(row[id]), id),
    title: (row) => format.share(row[id]),
    bar: (row) => format.part(row[id]),
  });
  const share = (id: 'flat' | 'cum', label: string, from: number): Column<TableRow> => ({
    ...numberColumn<TableRow>(`${id}-share`, label, l10n.t('Share of the total'), from, (row) =>
      format.share(row[id]),
    ),
    kind: 'share',
    bar: (row) => format.part(row[id]),
  });
  return [
    cost('flat', l10n.t('flat'), l10n.t('In the function itself'), 0),
    share('flat', l10n.t('flat %'), 32),
    numberColumn('sum', l10n.t('sum %'), l10n.t('Flat of this row and all above it'), 64, ({ sum }) =>
      format.share(sum),
    ),
    cost('cum', l10n.t('cum'), l10n.t('In the function and all it calls'), 20),
    share('cum', l10n.t('cum %'), 42),
  ];
}

function changeColumns(format: ValueFormat): Column<TableRow>[] {
  const [inBase, now] = [l10n.t('In the base'), l10n.t('In the profile that is compared with it')];
  const change = (id: 'flat' | 'cum', when: 'was' | 'is', label: string, from: number): Column<TableRow> =>
    numberColumn(`${id}-${when}`, label, when === 'was' ? inBase : now, from, (row) =>
      format.value(row.change?.[id][when] ?? 0),
    );
  return [
    change('flat', 'was', l10n.t('flat was'), 58),
    change('flat', 'is', l10n.t('flat is'), 58),
    change('cum', 'was', l10n.t('cum was'), 64),
    change('cum', 'is', l10n.t('cum is'), 64),
  ];
}

function operationColumns(format: ValueFormat): Column<TableRow>[] {
  const perOperation = (id: 'flat' | 'cum') => (row: TableRow) => {
    const { timed = row } = row;
    // What the setup and the runtime cost is no cost of operations, not even none.
    if (timed.cum === 0) return '';
    return timed[id] === 0 ? '0' : (format.perOperation(timed[id]) ?? '');
  };
  return [
    numberColumn(
      'flat-op',
      l10n.t('flat/{0}', format.per),
      format.per === 'op'
        ? l10n.t('Flat per operation of the timed loop')
        : l10n.t('Flat per {0}', format.per),
      58,
      perOperation('flat'),
    ),
    numberColumn(
      'cum-op',
      l10n.t('cum/{0}', format.per),
      format.per === 'op' ? l10n.t('Cum per operation of the timed loop') : l10n.t('Cum per {0}', format.per),
      58,
      perOperation('cum'),
    ),
  ];
}

function sampleColumns(format: ValueFormat): Column<TableRow>[] {
  return [
    numberColumn('samples', l10n.t('samples'), l10n.t('Number of samples behind flat'), 76, ({ samples }) =>
      String(samples ?? ''),
    ),
    numberColumn(
      'interval',
      l10n.t('95% interval'),
      l10n.t('The range of the true flat %, judged by the number of samples'),
      76,
      (row) => intervalText(row, format),
    ),
  ];
}

function placeColumn(): Column<TableRow> {
  return {
    id: 'place',
    label: l10n.t('source'),
    meaning: l10n.t('File and line'),
    sort: null,
    kind: 'place',
    from: 88,
    text: ({ file, line }) => (file === '' ? '' : placeLabel(baseName(file), line)),
    title: ({ file, line }) => placeLabel(file, line),
    bar: null,
  };
}

/** A column of numbers. */
export function numberColumn<Row>(
  id: string,
  label: string,
  meaning: string,
  from: number,
  text: (row: Row) => string,
  sort: TableSort | null = null,
): Column<Row> {
  return { id, label, meaning, sort, kind: 'number', from, text, bar: null };
}

/** The columns of a list of functions to choose from. */
export function functionPickerColumns(format: ValueFormat): Column<TableRow>[] {
  const shown: Record<string, number> = { name: 0, 'flat-share': 0, cum: 22 };
  return columnsFor(format, false, false).flatMap((column) => {
    const from = shown[column.id];
    return from === undefined ? [] : [{ ...column, from }];
  });
}

/** The interval of a share, from the number of samples behind the value and behind the total. */
function intervalText({ flat, samples }: TableRow, format: ValueFormat): string {
  const part = format.part(flat);
  if (samples === null || samples <= 0 || part <= 0) return '';
  const { low, high } = shareInterval(samples, Math.round(samples / part));
  return `${percent(low)}–${percent(high)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;
}

/** The class of a cell, and the sizes from which the style sheet makes its width: none where it has no room. */
export function cellStyle(
  { id, kind, from }: Pick<Column<never>, 'id' | 'kind' | 'from'>,
  characters: number,
): { readonly class: string; readonly style: Record<string, string> } {
  // Units and signs are wider than digits.
  const width = kind === 'place' ? '14em' : `calc(${characters}ch + 1.6em)`;
  return { class: `cell cell-${kind} column-${id}`, style: { '--from': `${from}em`, '--width': width } };
}
