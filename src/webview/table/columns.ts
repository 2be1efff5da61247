import * as l10n from '@vscode/l10n';
import { wilson } from '../../analysis/difference/sampleRates.ts';
import { baseName } from '../../analysis/names/filePaths.ts';
import { briefName } from '../../analysis/names/functionName.ts';
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
  readonly kind: 'number' | 'wide number' | 'share' | 'name' | 'place';
  readonly text: (row: Row) => string;
  /** The full text, as a tooltip. */
  readonly title?: (row: Row) => string;
  /** Is called for a click on the text; without it the text is no link. */
  readonly onFollow?: (row: Row) => void;
  /** The share of the total that is drawn as a bar, 0 to 1; `null` for no bar. */
  readonly bar: ((row: Row) => number) | null;
}

/**
 * The columns of the table. First those of pprof's top, in its order. Then, in a difference, the costs in the base
 * and now; otherwise the costs per operation, where the number of operations is known, and how exact the samples of a
 * CPU profile are.
 */
export function columnsFor(
  format: ValueFormat,
  hasSamples: boolean,
  isDifference: boolean,
): Column<TableRow>[] {
  const number = numberColumn<TableRow>;
  const wide = (...column: Parameters<typeof number>): Column<TableRow> => ({
    ...number(...column),
    kind: 'wide number',
  });
  const share = (id: 'flat' | 'cum', label: string, meaning: string): Column<TableRow> => ({
    id: `${id}-share`,
    label,
    meaning,
    sort: null,
    kind: 'share',
    text: (row) => format.share(row[id]),
    bar: (row) => format.part(row[id]),
  });
  const change = (id: 'flat' | 'cum', when: 'was' | 'is', label: string, meaning: string): Column<TableRow> =>
    number(`${id}-${when}`, label, meaning, (row) => format.value(row.change?.[id][when] ?? 0));
  const columns: Column<TableRow>[] = [
    number(
      'flat',
      l10n.t('flat'),
      l10n.t('In the function itself'),
      ({ flat }) => format.value(flat),
      'flat',
    ),
    share('flat', l10n.t('flat %'), l10n.t('Share of the total')),
    number('sum', l10n.t('sum %'), l10n.t('Flat of this row and all above it'), ({ sum }) =>
      format.share(sum),
    ),
    number(
      'cum',
      l10n.t('cum'),
      l10n.t('In the function and all it calls'),
      ({ cum }) => format.value(cum),
      'cum',
    ),
    share('cum', l10n.t('cum %'), l10n.t('Share of the total')),
  ];
  if (isDifference) {
    columns.push(
      change('flat', 'was', l10n.t('flat was'), l10n.t('In the base')),
      change('flat', 'is', l10n.t('flat is'), l10n.t('In the profile that is compared with it')),
      change('cum', 'was', l10n.t('cum was'), l10n.t('In the base')),
      change('cum', 'is', l10n.t('cum is'), l10n.t('In the profile that is compared with it')),
    );
  } else if (format.perOperation(1) !== null) {
    const perOperation = (value: number) => (value === 0 ? '0' : (format.perOperation(value) ?? ''));
    columns.push(
      wide('flat-op', l10n.t('flat/op'), l10n.t('Flat per operation'), ({ flat }) => perOperation(flat)),
      wide('cum-op', l10n.t('cum/op'), l10n.t('Cum per operation'), ({ cum }) => perOperation(cum)),
    );
  }
  if (hasSamples && !isDifference) {
    columns.push(
      number('samples', l10n.t('samples'), l10n.t('Number of samples behind flat'), ({ samples }) =>
        String(samples ?? ''),
      ),
      wide(
        'interval',
        l10n.t('95 % interval'),
        l10n.t('The range of the true flat %, judged by the number of samples'),
        (row) => intervalText(row, format),
      ),
    );
  }
  columns.push(
    {
      id: 'name',
      label: l10n.t('name'),
      meaning: l10n.t('Function, file or package'),
      sort: 'name',
      kind: 'name',
      text: ({ label }) => label,
      title: ({ label }) => label,
      bar: null,
    },
    {
      id: 'place',
      label: l10n.t('source'),
      meaning: l10n.t('File and line'),
      sort: null,
      kind: 'place',
      text: ({ file, line }) => (file === '' ? '' : placeLabel(baseName(file), line)),
      title: ({ file, line }) => placeLabel(file, line),
      bar: null,
    },
  );
  return columns;
}

/** A column of numbers. */
export function numberColumn<Row>(
  id: string,
  label: string,
  meaning: string,
  text: (row: Row) => string,
  sort: TableSort | null = null,
): Column<Row> {
  return { id, label, meaning, sort, kind: 'number', text, bar: null };
}

/** The columns of a list of functions to choose from. */
export function functionPickerColumns(format: ValueFormat): Column<TableRow>[] {
  const all = columnsFor(format, false, false);
  return all
    .filter(({ id }) => id === 'flat-share' || id === 'cum' || id === 'name')
    .map((column) => (column.id === 'name' ? { ...column, text: ({ label }) => briefName(label) } : column));
}

/** Wilson's interval of a share, from the number of samples behind the value and behind the total. */
function intervalText({ flat, samples }: TableRow, format: ValueFormat): string {
  const part = format.part(flat);
  if (samples === null || samples <= 0 || part <= 0) return '';
  const { low, high } = wilson(samples, Math.round(samples / part));
  return `${percent(low)}–${percent(high)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;
}

export function cellClass({ kind }: Pick<Column<never>, 'kind'>): string {
  return kind === 'wide number' ? 'cell cell-number cell-wide' : `cell cell-${kind}`;
}
