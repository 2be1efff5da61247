import * as l10n from '@vscode/l10n';
import { append, largest, smallest } from '../../../lists.ts';
import type { ResultRow, ResultsTable } from '../../../protocol.ts';

/** A column of the table of results, after that of the names. */
export interface ResultColumn {
  /** As `ResultsOrder.by`. */
  readonly id: string;
  readonly label: string;
  /** What is in it, as a tooltip. */
  readonly meaning: string;
  readonly kind: 'number' | 'change' | 'warning' | 'text';
  readonly text: (row: ResultRow) => string;
  /** What `text` leaves out. */
  readonly detail: (row: ResultRow) => string;
}

/** Rows of one run are measured within this time of each other. */
const sameRun = 3_600_000;

const nothing = () => '';

/** The columns that these rows have something for. What matters most comes first: the others may be out of sight. */
export function resultColumns(
  { units }: ResultsTable,
  rows: readonly ResultRow[],
  language: string,
): ResultColumn[] {
  const used = units.filter((unit) => rows.some(({ values }) => values[unit] !== undefined));
  const [first, ...others] = used.map(unitColumn);
  const columns = first === undefined ? [] : [first];
  if (rows.some(({ change }) => change !== null)) {
    columns.push({
      id: 'change',
      label: l10n.t('change'),
      meaning: l10n.t(
        'Since the run before, or since the pinned one. ~ means that the measurements support no change.',
      ),
      kind: 'change',
      text: ({ change }) => change?.text ?? '',
      detail: ({ change }) => change?.detail ?? '',
    });
  }
  if (rows.some(({ warnings }) => warnings.length > 0)) {
    columns.push({
      id: 'warning',
      label: l10n.t('note'),
      meaning: l10n.t('What may be wrong with the result'),
      kind: 'warning',
      text: ({ warnings: [warning] }) => warning?.word ?? '',
      detail: ({ warnings }) => warnings.map(({ reason }) => reason).join('\n'),
    });
  }
  append(columns, others);
  if (new Set(rows.map(({ file }) => file)).size > 1) {
    const text = ({ file }: ResultRow) => file;
    columns.push({
      id: 'file',
      label: l10n.t('file'),
      meaning: l10n.t('The test file'),
      kind: 'text',
      text,
      detail: nothing,
    });
  }
  if (rows.some(({ attributes }) => attributes)) {
    const text = ({ attributes }: ResultRow) => attributes;
    columns.push({
      id: 'attributes',
      label: l10n.t('attributes'),
      meaning: l10n.t('What the benchmark says of itself (b.Attr)'),
      kind: 'text',
      text,
      detail: nothing,
    });
  }
  const times = rows.map(({ takenAt }) => takenAt);
  if (largest(times) - smallest(times) > sameRun) {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
    columns.push({
      id: 'taken',
      label: l10n.t('measured'),
      meaning: l10n.t('When it was measured'),
      kind: 'text',
      text: ({ takenAt }) => format.format(takenAt),
      detail: nothing,
    });
  }
  return columns;
}

function unitColumn(unit: string): ResultColumn {
  return {
    id: unit,
    label: unit === 'ns/op' ? l10n.t('time/op') : unit,
    meaning: l10n.t('The median of the measurements'),
    kind: 'number',
    text: ({ values }) => values[unit]?.text ?? '',
    detail: nothing,
  };
}
