import * as l10n from '@vscode/l10n';
import { append, largest, smallest } from '../../../base/lists.ts';
import type { ResultRow, ResultsTable } from '../../../protocol.ts';
import type { Column } from '../../table/column.ts';
import { Begin, End } from '../../view/Name.tsx';

/** Rows of one run are measured within this time of each other. */
const sameRun = 3_600_000;

/** The columns that these rows have something for. What matters most comes first: the others may be out of sight. */
export function resultColumns(
  { units }: ResultsTable,
  rows: readonly ResultRow[],
  language: string,
): Column<ResultRow>[] {
  const used = units.filter((unit) => rows.some(({ values }) => values[unit] !== undefined));
  const [first, ...others] = used.map(unitColumn);
  const columns = [nameColumn()];
  if (first !== undefined) columns.push(first);
  if (rows.some(({ change }) => change !== null)) columns.push(changeColumn());
  if (rows.some(({ warnings }) => warnings.length > 0)) columns.push(warningColumn());
  append(columns, others);
  if (new Set(rows.map(({ file }) => file)).size > 1) {
    columns.push(textColumn('file', l10n.t('file'), l10n.t('The test file'), ({ file }) => file));
  }
  if (rows.some(({ attributes }) => attributes)) {
    const meaning = l10n.t('What the benchmark says of itself (b.Attr)');
    columns.push(textColumn('attributes', l10n.t('attributes'), meaning, ({ attributes }) => attributes));
  }
  const times = rows.map(({ takenAt }) => takenAt);
  if (largest(times) - smallest(times) > sameRun) {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
    const text = ({ takenAt }: ResultRow) => format.format(takenAt);
    columns.push(textColumn('taken', l10n.t('measured'), l10n.t('When it was measured'), text));
  }
  return columns;
}

function nameColumn(): Column<ResultRow> {
  const title = ({ name, hasProfile }: ResultRow) => (hasProfile ? name : l10n.t('{0} has no profile', name));
  return {
    ...textColumn('name', l10n.t('benchmark'), l10n.t('In the order of the source'), ({ name }) => name),
    kind: 'name',
    shown: ({ name }) => {
      const top = name.includes('/') ? name.indexOf('/') + 1 : 0;
      const last = startOfLastPart(name);
      return (
        <span class="results-name name-row">
          {top > 0 && (
            <Begin>
              <span class="results-parent">{name.slice(0, top)}</span>
            </Begin>
          )}
          <End>
            <span class="results-parent">{name.slice(top, last)}</span>
            {name.slice(last)}
          </End>
        </span>
      );
    },
    spoken: (_, row) => title(row),
    title,
    tone: ({ hasProfile }) => (hasProfile ? '' : 'muted'),
  };
}

/** Where the part of a name begins that differs from its neighbours: after the last slash, or after `Benchmark`. */
function startOfLastPart(name: string): number {
  return name.includes('/') ? name.lastIndexOf('/') + 1 : 'Benchmark'.length;
}

function unitColumn(unit: string): Column<ResultRow> {
  const label = unit === 'ns/op' ? l10n.t('time/op') : unit;
  const text = ({ values }: ResultRow) => values[unit]?.text ?? '';
  return { ...textColumn(unit, label, l10n.t('The median of the measurements'), text), kind: 'number' };
}

function changeColumn(): Column<ResultRow> {
  const meaning = l10n.t(
    'Since the run before, or since the pinned one. ~ means that the measurements support no change.',
  );
  return {
    ...textColumn('change', l10n.t('change'), meaning, ({ change }) => change?.text ?? ''),
    kind: 'number',
    note: ({ change }) => change?.detail ?? '',
    title: ({ change }) => (change === null ? '' : withDetail(change.text, change.detail)),
    tone: ({ change }) => change?.verdict ?? '',
  };
}

function warningColumn(): Column<ResultRow> {
  const word = ({ warnings: [warning] }: ResultRow) => warning?.word ?? '';
  return {
    ...textColumn('warning', l10n.t('note'), l10n.t('What may be wrong with the result'), word),
    title: (row) => withDetail(word(row), row.warnings.map(({ reason }) => reason).join('\n')),
    tone: () => 'warning',
  };
}

function withDetail(text: string, detail: string): string {
  return [text, detail].filter((part) => part !== '').join(' · ');
}

function textColumn(
  id: string,
  label: string,
  meaning: string,
  text: (row: ResultRow) => string,
): Column<ResultRow> {
  return { id, label, meaning, isSortable: true, kind: 'text', from: 0, text, title: text };
}
