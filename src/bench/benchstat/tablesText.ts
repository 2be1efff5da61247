/** Tables as benchstat prints them for people. */

import { unitClass } from '../benchfmt/unit.ts';
import { deltaText, rangeText, ratioText, testText } from './comparisonText.ts';
import { Notes } from './notes.ts';
import { keyText } from './projection.ts';
import { commonScale, formatScaled } from './scale.ts';
import { changedFields, columnHeadings } from './tableHeadings.ts';
import type { Table, TableCell } from './tables.ts';
import { TextLayout } from './textLayout.ts';

/** Columns for the center, the range and the notes, and, with a comparison, for the change, the test and the notes. */
const centerColumns = 3;
const deltaColumns = 3;

/** All tables with their headings, separated by blank lines. */
export function tablesText(tables: readonly Table[]): string {
  return tables
    .map((table, i) => {
      const fields = changedFields(table, tables[i - 1]);
      return fields.map(({ name, value }) => `${name}: ${value}\n`).join('') + tableText(table);
    })
    .join('\n');
}

function tableText(table: Table): string {
  const layout = new TextLayout();
  const notes = new Notes();
  addHeader(layout, table);
  addRows(layout, notes, table);
  if (table.rows.length > 1) addSummary(layout, notes, table);
  const lines = notes.lines().map((line) => `${line}\n`);
  return layout.render() + lines.join('');
}

/** Where a column of the table starts in the layout. The first one has no comparison. */
function startOf(column: number): number {
  return column === 0 ? 1 : 1 + centerColumns + (column - 1) * (centerColumns + deltaColumns);
}

const bar = ' │ ';

function addHeader(layout: TextLayout, { columns, unit }: Table): void {
  // As in benchstat, the bar at the right is one column further than necessary. Empty columns have no width.
  const rightEdge = startOf(columns.length + 1);
  const closeLine = () => {
    layout.moveTo(rightEdge);
    layout.add('', { margin: ' │' });
  };
  for (const line of columnHeadings(columns)) {
    layout.startRow();
    for (const { value, start, length } of line) {
      const first = startOf(start);
      layout.moveTo(first);
      layout.add(value, { span: startOf(start + length) - first, alignment: 'center', margin: bar });
    }
    closeLine();
  }
  layout.startRow();
  for (const column of columns.keys()) {
    layout.moveTo(startOf(column));
    layout.add(unit, { span: centerColumns, alignment: 'center', margin: bar });
    if (column > 0) layout.add('vs base', { span: deltaColumns, margin: '  ' });
    layout.fixWidth(startOf(column) + 1, startOf(column + 1));
  }
  closeLine();
}

function addRows(layout: TextLayout, notes: Notes, table: Table): void {
  const scaleOf = (centers: readonly number[]) => commonScale(centers, unitClass(table.unit));
  for (const [i, row] of table.rows.entries()) {
    const cells = table.cells[i]!;
    layout.startRow();
    layout.add(keyText(row));
    const scale = scaleOf(cells.flatMap((cell) => (cell ? [cell.summary.center] : [])));
    for (const [column, cell] of cells.entries()) {
      if (!cell) continue;
      layout.moveTo(startOf(column));
      layout.add(formatScaled(cell.summary.center, scale), { alignment: 'right' });
      // ` ± ` is in the margin, so that the signs are aligned, and a mean, which has no range, is below the centers.
      layout.add(rangeText(cell.summary), { alignment: 'right', margin: ' ± ' });
      layout.add(notes.marks([...cell.warnings, ...cell.summary.warnings]));
      addComparison(layout, notes, cell, cells[0]);
    }
  }
}

function addComparison(
  layout: TextLayout,
  notes: Notes,
  { summary, comparison }: TableCell,
  base: TableCell | null | undefined,
): void {
  if (!comparison || !base) return;
  layout.add(deltaText(comparison, base.summary.center, summary.center), { alignment: 'right' });
  layout.add(`(${testText(comparison)})`);
  layout.add(notes.marks(comparison.warnings));
}

function addSummary(layout: TextLayout, notes: Notes, { unit, summaries }: Table): void {
  layout.startRow();
  layout.add('geomean');
  for (const [column, { center, ratio, warnings }] of summaries.entries()) {
    if (center !== null) {
      layout.moveTo(startOf(column));
      layout.add(formatScaled(center, commonScale([center], unitClass(unit))), { alignment: 'right' });
    }
    if (column > 0) {
      layout.moveTo(startOf(column) + centerColumns);
      if (ratio === null) layout.add('?');
      else layout.add(ratioText(ratio), { alignment: 'right' });
    }
    layout.moveTo(startOf(column + 1) - 1);
    layout.add(notes.marks(warnings));
  }
}
