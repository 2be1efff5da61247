import * as l10n from '@vscode/l10n';
import { baseName } from '../../analysis/names/filePaths.ts';
import { shareInterval } from '../../analysis/values/sampleIntervals.ts';
import { append } from '../../base/lists.ts';
import type { Change, TableRow } from '../engine/tableQuestions.ts';
import type { Changes } from '../view/changes.ts';
import { placeLabel, sideText, underPer, type ValueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import type { Column } from './column.ts';

/** The columns of numbers that pprof's `top` and `peek` have. */
type PprofColumn = 'flat' | 'flat-share' | 'sum' | 'cum' | 'cum-share';

/** The columns of numbers that pprof's `top` and `peek` have, in its order. */
export function pprofColumns<Row>(texts: Readonly<Record<PprofColumn, (row: Row) => string>>): Column<Row>[] {
  const ofTotal = l10n.t('Share of the total');
  const columns: { id: PprofColumn; label: string; meaning: string; from: number }[] = [
    { id: 'flat', label: l10n.t('flat'), meaning: l10n.t('In the function itself'), from: 0 },
    { id: 'flat-share', label: l10n.t('flat %'), meaning: ofTotal, from: 32 },
    { id: 'sum', label: l10n.t('sum %'), meaning: l10n.t('Flat of this row and all above it'), from: 64 },
    { id: 'cum', label: l10n.t('cum'), meaning: l10n.t('In the function and all it calls'), from: 20 },
    { id: 'cum-share', label: l10n.t('cum %'), meaning: ofTotal, from: 42 },
  ];
  return columns.map((column) => ({ ...column, kind: 'number', text: texts[column.id] }));
}

/**
 * The columns of the table: names, then those of pprof's top, in its order. Then, in a difference, the costs in the base
 * and now; and how exact the samples of a CPU profile are. Where all costs are of operations, those per operation come first,
 * in a difference with what they were and are.
 */
export function columnsFor(
  format: ValueFormat,
  hasSamples: boolean,
  isDifference: boolean,
  isUncertain: Changes['isUncertain'] = () => false,
  openSource: FunctionActions['openSource'] = null,
): Column<TableRow>[] {
  const tone = ({ functionName }: TableRow) => (isUncertain(functionName) ? 'muted' : '');
  const toned = (all: readonly Column<TableRow>[]) => all.map((column) => ({ ...column, tone }));
  const costs = toned(costColumns(format));
  const hasOperations = format.perOperation(1) !== null && (format.isOfOperations || !isDifference);
  const operations = hasOperations ? toned(topOperationColumns(format)) : [];
  const changes = isDifference ? changeColumns(format) : [];
  const columns = [
    { ...nameColumn(), ...linkToSource(openSource) },
    ...(format.isOfOperations
      ? afterOperations([...operations, ...changes], costs, isDifference)
      : [...costs, ...operations, ...changes]),
  ];
  if (isDifference) return [...columns, placeColumn()];
  if (hasSamples) append(columns, sampleColumns(format));
  return [...columns, placeColumn()];
}

/** Costs per operation before the others, which have room after them. */
function afterOperations<Row>(
  operations: readonly Column<Row>[],
  others: readonly Column<Row>[],
  isDifference: boolean,
): Column<Row>[] {
  const rooms = isDifference ? roomsOfDifference : roomsAfterOperations;
  return [...operations, ...others].map((column) => ({ ...column, from: rooms[column.id] ?? column.from }));
}

type Rooms = Readonly<Record<string, number>>;

const roomsAfterOperations: Rooms = { 'flat-op': 0, 'cum-op': 22, flat: 50, cum: 58 };
const roomsOfDifference: Rooms = {
  'flat-op': 0,
  'cum-op': 22,
  'flat-was': 46,
  'flat-is': 46,
  'cum-was': 66,
  'cum-is': 66,
  'flat-share': 72,
  'cum-share': 80,
  flat: 104,
  cum: 110,
  sum: 116,
};

function linkToSource(
  openSource: FunctionActions['openSource'],
): Pick<Column<TableRow>, 'onFollow' | 'canFollow'> {
  if (openSource === null) return {};
  return {
    onFollow: ({ file, line }) => openSource(file, line),
    canFollow: ({ file }) => file !== '',
  };
}

function nameColumn(): Column<TableRow> {
  return {
    id: 'name',
    label: l10n.t('name'),
    meaning: l10n.t('Function, file or package'),
    isSortable: true,
    kind: 'name',
    from: 0,
    text: ({ label }) => label,
    short: ({ short }) => short,
    title: ({ label }) => label,
  };
}

/** Costs and their shares have bars. A cost can be sorted by, and says its share. */
function costColumns(format: ValueFormat): Column<TableRow>[] {
  const { value, share } = format;
  const columns = pprofColumns<TableRow>({
    flat: ({ flat }) => value(flat),
    'flat-share': ({ flat }) => share(flat),
    sum: ({ sum }) => share(sum),
    cum: ({ cum }) => value(cum),
    'cum-share': ({ cum }) => share(cum),
  });
  return columns.map((column) => {
    if (column.id === 'sum') return column;
    return withBar({ ...column, isSortable: column.id === 'flat' || column.id === 'cum' }, format);
  });
}

/** The column of a cost or a share, with a bar; those that can be sorted by say their share. */
function withBar(column: Column<TableRow>, { part, share }: ValueFormat): Column<TableRow> {
  const of = column.id.startsWith('flat') ? 'flat' : 'cum';
  const barred = { ...column, bar: (row: TableRow) => part(row[of]) };
  return column.isSortable === true ? { ...barred, title: (row) => share(row[of]) } : barred;
}

/** Costs in the base and now: of an operation, where all costs are of operations. */
function changeColumns(format: ValueFormat): Column<TableRow>[] {
  const { isOfOperations, per } = format;
  const [inBase, now] = [l10n.t('In the base'), l10n.t('In the profile that is compared with it')];
  const column = (of: 'flat' | 'cum', when: keyof Change, whole: string, each: string): Column<TableRow> => ({
    id: `${of}-${when}`,
    label: isOfOperations ? each : whole,
    meaning: when === 'was' ? inBase : now,
    kind: 'number',
    from: of === 'flat' ? 58 : 64,
    text: ({ change }) => sideText(format, when, change?.[of][when] ?? 0),
  });
  return [
    column('flat', 'was', l10n.t('flat was'), l10n.t('flat/{0} was', per)),
    column('flat', 'is', l10n.t('flat is'), l10n.t('flat/{0} is', per)),
    column('cum', 'was', l10n.t('cum was'), l10n.t('cum/{0} was', per)),
    column('cum', 'is', l10n.t('cum is'), l10n.t('cum/{0} is', per)),
  ];
}

/** What one operation costs in a function itself, and in all that it calls. */
export function operationColumns<Row>(
  per: ValueFormat['per'],
  text: (row: Row, of: 'flat' | 'cum') => string,
): Column<Row>[] {
  const isOp = per === 'op';
  const column = (of: 'flat' | 'cum', label: string, meaning: string): Column<Row> => ({
    id: `${of}-op`,
    label,
    meaning,
    kind: 'number',
    from: 58,
    text: (row) => text(row, of),
  });
  return [
    column(
      'flat',
      l10n.t('flat/{0}', per),
      isOp ? l10n.t('Flat per operation of the timed loop') : l10n.t('Flat per {0}', per),
    ),
    column(
      'cum',
      l10n.t('cum/{0}', per),
      isOp ? l10n.t('Cum per operation of the timed loop') : l10n.t('Cum per {0}', per),
    ),
  ];
}

function topOperationColumns(format: ValueFormat): Column<TableRow>[] {
  const columns = operationColumns<TableRow>(format.per, (row, of) => {
    const { timed = row } = row;
    // What the setup and the runtime cost is no cost of operations, not even none.
    return timed.cum === 0 ? '' : underPer(format, timed[of]);
  });
  return columns.map((column) => withBar({ ...column, isSortable: true }, format));
}

function sampleColumns(format: ValueFormat): Column<TableRow>[] {
  return [
    {
      id: 'samples',
      label: l10n.t('samples'),
      meaning: l10n.t('Number of samples behind flat'),
      kind: 'number',
      from: 76,
      text: ({ samples }) => String(samples ?? ''),
    },
    {
      id: 'interval',
      label: l10n.t('95% interval'),
      meaning: l10n.t('The range of the true flat %, judged by the number of samples'),
      kind: 'number',
      from: 76,
      text: (row) => intervalText(row, format),
    },
  ];
}

function placeColumn(): Column<TableRow> {
  return {
    id: 'place',
    label: l10n.t('source'),
    meaning: l10n.t('File and line'),
    kind: 'place',
    from: 88,
    text: ({ file, line }) => (file === '' ? '' : placeLabel(baseName(file), line)),
    title: ({ file, line }) => placeLabel(file, line),
  };
}

export function functionPickerColumns(format: ValueFormat, { isUncertain }: Changes): Column<TableRow>[] {
  const shown: Record<string, number> = format.isOfOperations
    ? { name: 0, 'flat-op': 0, 'cum-op': 24, 'flat-share': 32 }
    : { name: 0, 'flat-share': 0, cum: 22 };
  return columnsFor(format, false, false, isUncertain).flatMap((column) => {
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
