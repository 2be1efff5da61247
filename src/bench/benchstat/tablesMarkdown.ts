/** Tables in Markdown for a pull request, with benchstat's numbers. */

import { escapeForgeMarkdown } from '../../base/escape.ts';
import { unitClass } from '../benchfmt/unit.ts';
import { deltaText, rangeText, ratioText, testText } from './comparisonText.ts';
import { Notes } from './notes.ts';
import { keyText } from './projection.ts';
import { commonScale, formatScaled } from './scale.ts';
import { changedFields } from './tableHeadings.ts';
import type { Table, TableCell } from './tables.ts';

/** All tables, each below the fields in which it differs from the table before. */
export function tablesMarkdown(tables: readonly Table[]): string {
  return tables
    .map((table, i) => {
      const fields = changedFields(table, tables[i - 1]);
      const heading = fields
        .map(({ name, value }) => `${escapeForgeMarkdown(name)}: ${escapeForgeMarkdown(value)}`)
        .join('<br>\n');
      return (heading === '' ? '' : `${heading}\n\n`) + tableMarkdown(table);
    })
    .join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function tableMarkdown(table: Table): string {
  const notes = new Notes();
  const header = [escapeForgeMarkdown(table.unit)];
  const rule = [':--'];
  for (const [i, column] of table.columns.entries()) {
    header.push(escapeForgeMarkdown(keyText(column)));
    rule.push('--:');
    if (i === 0) continue;
    header.push('vs base', '');
    rule.push('--:', ':--');
  }
  let text = line(header) + line(rule);
  for (const [i, row] of table.rows.entries()) {
    text += line([escapeForgeMarkdown(keyText(row)), ...rowCells(table.cells[i]!, table.unit, notes)]);
  }
  if (table.rows.length > 1) text += line(['**geomean**', ...summaryCells(table, notes)]);
  const noteLines = notes.lines().map((note) => escapeForgeMarkdown(note));
  return noteLines.length === 0 ? text : `${text}\n${noteLines.join('<br>\n')}\n`;
}

function withNotes(text: string, marks: string): string {
  return marks === '' ? text : `${text} ${marks}`;
}

function rowCells(cells: readonly (TableCell | null)[], unit: string, notes: Notes): string[] {
  const centers = cells.flatMap((cell) => (cell ? [cell.summary.center] : []));
  const scale = commonScale(centers, unitClass(unit));
  return cells.flatMap((cell, column) => {
    if (!cell) return column === 0 ? [''] : ['', '', ''];
    const { summary, warnings, comparison } = cell;
    const value = `${formatScaled(summary.center, scale)} ± ${rangeText(summary)}`;
    const center = withNotes(value, notes.marks([...warnings, ...summary.warnings]));
    if (column === 0) return [center];
    if (!comparison) return [center, '', ''];
    const delta = deltaText(comparison, cells[0]!.summary.center, summary.center);
    // Significant changes are bold, because the reader looks for them.
    const shown =
      delta === '~' ? '\\~' : comparison.significant && /^[+-]/.test(delta) ? `**${delta}**` : delta;
    return [center, shown, withNotes(`(${testText(comparison)})`, notes.marks(comparison.warnings))];
  });
}

function summaryCells({ summaries, unit }: Table, notes: Notes): string[] {
  return summaries.flatMap(({ center, ratio, warnings }, column) => {
    const text = center === null ? '' : formatScaled(center, commonScale([center], unitClass(unit)));
    const marks = notes.marks(warnings);
    if (column === 0) return [withNotes(text, marks)];
    return [text, ratio === null ? '?' : ratioText(ratio), marks];
  });
}
