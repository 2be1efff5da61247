/** The headings of tables and of their columns. */
import { fieldValue, type Key } from './projection.ts';
import type { Table } from './tables.ts';

/** `goos: linux`. The unit is not among these fields, because it is in the table itself. */
export interface TableField {
  readonly name: string;
  readonly value: string;
}

/** The heading of a table: all its fields for the first table, and for the others those that differ from the table before. */
export function changedFields(table: Table, before: Table | undefined): TableField[] {
  const changed = table.key.projection
    .fields()
    .filter(
      (field) => before === undefined || fieldValue(before.key, field) !== fieldValue(table.key, field),
    );
  return changed
    .filter(({ name }) => name !== '.unit')
    .map((field) => ({ name: field.name, value: fieldValue(table.key, field) }));
}

/** A heading over one or more columns with the same value. */
export interface ColumnHeading {
  readonly value: string;
  /** The first column, and the number of columns. */
  readonly start: number;
  readonly length: number;
}

/**
 * Headings over columns, a line for each field. A heading is as wide as the columns that share its value and all values
 * above it:
 *
 *     │   linux         │ darwin │
 *     │ amd64  │ arm64  │ arm64  │
 */
export function columnHeadings(columns: readonly Key[]): ColumnHeading[][] {
  const fields = columns[0]?.projection.fields() ?? [];
  const lines: ColumnHeading[][] = [];
  let above: readonly ColumnHeading[] = [{ value: '', start: 0, length: columns.length }];
  for (const field of fields) {
    const line = above.flatMap(({ start, length }) => {
      const headings: { value: string; start: number; length: number }[] = [];
      for (let column = start; column < start + length; column++) {
        const value = fieldValue(columns[column]!, field);
        const last = headings.at(-1);
        if (last?.value === value) last.length++;
        else headings.push({ value, start: column, length: 1 });
      }
      return headings;
    });
    lines.push(line);
    above = line;
  }
  return lines;
}
