/** Tables as benchstat writes them for other programs, as comma-separated values. */

import { notFormula } from '../../base/escape.ts';
import { append } from '../../base/lists.ts';
import { formatShortest } from '../../goText/numbers.ts';
import { goSpace } from '../../goText/text.ts';
import { deltaText, rangeText, ratioText, testText } from './comparisonText.ts';
import { fieldValue, keyText } from './projection.ts';
import { changedFields } from './tableHeadings.ts';
import type { Table } from './tables.ts';

export interface CsvTables {
  readonly csv: string;
  /** Each with the name of its cell in a spreadsheet: `B6: all samples are equal`. */
  readonly warnings: readonly string[];
}

/** Columns for the center and the interval, and, with a comparison, for the change and the test. */
const centerColumns = 2;
const deltaColumns = 2;

/** All tables with their headings, separated by blank lines. */
export function tablesCsv(tables: readonly Table[]): CsvTables {
  const sheet = new Sheet();
  for (const [i, table] of tables.entries()) {
    if (i > 0) sheet.endRow();
    for (const { name, value } of changedFields(table, tables[i - 1])) {
      sheet.add(`${name}: ${value}`);
      sheet.endRow();
    }
    addTable(sheet, table);
  }
  return { csv: sheet.csv, warnings: sheet.warnings };
}

class Sheet {
  csv = '';
  readonly warnings: string[] = [];
  #row: string[] = [];
  #number = 1;

  add(...fields: readonly string[]): void {
    append(this.#row, fields);
  }

  /** Fills the row with empty fields up to a column. */
  moveTo(column: number): void {
    while (this.#row.length < column) this.#row.push('');
  }

  /** Warns about the next cell. */
  warn(warnings: readonly string[]): void {
    const cell = `${columnName(this.#row.length)}${this.#number}`;
    append(
      this.warnings,
      warnings.map((warning) => `${cell}: ${warning}`),
    );
  }

  endRow(): void {
    this.csv += `${this.#row.map(quoted).join(',')}\n`;
    this.#row = [];
    this.#number++;
  }
}

/** benchstat's names of columns. They are those of a spreadsheet up to Z. */
function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor(rest / 26)) {
    name = String.fromCharCode(65 + (rest % 26)) + name;
  }
  return name === '' ? 'A' : name;
}

const needsQuotes = new RegExp(`[",\\r\\n]|^[${goSpace}]|^\\\\\\.$`, 'u');

/** As benchstat, but that no name is a formula. */
function quoted(field: string): string {
  const plain = notFormula(field);
  return needsQuotes.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function startOf(column: number): number {
  return column === 0 ? 1 : 1 + centerColumns + (column - 1) * (centerColumns + deltaColumns);
}

function addTable(sheet: Sheet, table: Table): void {
  addHeader(sheet, table);
  for (const [i, row] of table.rows.entries()) {
    sheet.add(keyText(row));
    addCells(sheet, table.cells[i]!);
    sheet.endRow();
  }
  addSummary(sheet, table);
}

function addHeader(sheet: Sheet, { columns, unit }: Table): void {
  for (const field of columns[0]?.projection.fields() ?? []) {
    for (const [column, key] of columns.entries()) {
      sheet.moveTo(startOf(column));
      sheet.add(fieldValue(key, field));
    }
    sheet.moveTo(startOf(columns.length));
    sheet.endRow();
  }
  for (const column of columns.keys()) {
    sheet.moveTo(startOf(column));
    sheet.add(unit, 'CI');
    if (column > 0) sheet.add('vs base', 'P');
  }
  sheet.endRow();
}

function addCells(sheet: Sheet, cells: Table['cells'][number]): void {
  for (const [column, cell] of cells.entries()) {
    if (!cell) continue;
    const { summary, comparison, warnings } = cell;
    sheet.moveTo(startOf(column));
    sheet.warn([...warnings, ...summary.warnings]);
    sheet.add(formatShortest(summary.center), rangeText(summary));
    if (!comparison) continue;
    sheet.warn(comparison.warnings);
    sheet.add(deltaText(comparison, cells[0]!.summary.center, summary.center), testText(comparison));
  }
}

function addSummary(sheet: Sheet, { summaries }: Table): void {
  sheet.add('geomean');
  for (const [column, { center, ratio, warnings }] of summaries.entries()) {
    sheet.moveTo(startOf(column));
    sheet.warn(warnings);
    if (center !== null) sheet.add(formatShortest(center));
    if (column === 0) continue;
    sheet.moveTo(startOf(column) + centerColumns);
    sheet.add(ratio === null ? '?' : ratioText(ratio));
  }
  sheet.moveTo(startOf(summaries.length));
  sheet.endRow();
}
