/** The JSON of `pprof-lens compare`. Other programs rely on its form. */
import { fieldValue, keyText } from '../../bench/benchstat/projection.ts';
import { ratioOf, type Table, type TableCell } from '../../bench/benchstat/tables.ts';

/**
 * All tables. Numbers that JSON cannot write (infinite, not a number) are `null`.
 *
 * @param files the labels of the files if columns are files; every table then has a column for each file, also without
 *   results, so that a value's index is that of its file
 */
export function tablesJson(tables: readonly Table[], files: readonly string[] | null) {
  return { tables: tables.map((table) => tableJson(table, files ?? table.columns.map(keyText))) };
}

function tableJson(table: Table, columns: readonly string[]) {
  const { key, unit, rows, cells } = table;
  const fields = key.projection.fields().filter(({ name }) => name !== '.unit');
  const own = table.columns.map(keyText);
  // For each column of the document, its index in the table; -1 if it is not there.
  const places = columns.map((column) => own.indexOf(column));
  const summaries = places.map((place) => table.summaries[place] ?? null);
  const ratios = summaries.map((summary) => summary?.ratio ?? null);
  const warnings = summaries.flatMap((summary) => summary?.warnings ?? []);
  return {
    unit,
    /** The other fields that name the table, such as `goos`. */
    config: Object.fromEntries(fields.map((field) => [field.name, fieldValue(key, field)])),
    columns,
    rows: rows.map((row, i) => {
      const base = cells[i]?.[0] ?? null;
      return rowJson(
        keyText(row),
        places.map((place) => cells[i]?.[place] ?? null),
        base,
      );
    }),
    geomean: {
      centers: summaries.map((summary) => summary?.center ?? null),
      /** The ratio of the second column to the first. */
      ratio: ratios[1] ?? null,
      ratios,
      ...optional(warnings),
    },
  };
}

function rowJson(name: string, cells: readonly (TableCell | null)[], base: TableCell | null) {
  const comparisons = cells.map((cell) => comparisonJson(cell, base));
  const warnings = cells.flatMap((cell) =>
    cell === null ? [] : [...cell.warnings, ...cell.summary.warnings, ...(cell.comparison?.warnings ?? [])],
  );
  return {
    name,
    values: cells.map(valueJson),
    /** Of the second column with the first. */
    comparison: comparisons[1] ?? null,
    /** Of every column with the table's first column that has results. That column itself has `null`. */
    comparisons,
    // benchstat's notes on this row.
    ...optional(warnings),
  };
}

/** `low` and `high` are `null` if there are too few samples. */
function valueJson(cell: TableCell | null) {
  if (cell === null) return null;
  const { center, low, high } = cell.summary;
  return { center, low, high, n: cell.sample.length };
}

/** The ratio is new divided by old; `null` if only the old center is 0. */
function comparisonJson(cell: TableCell | null, base: TableCell | null) {
  if (cell?.comparison == null || base === null) return null;
  const { p, baseSize, size, significant } = cell.comparison;
  return { ratio: ratioOf(base.summary.center, cell.summary.center), p, n1: baseSize, n2: size, significant };
}

function optional(warnings: readonly string[]): { readonly warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings: [...new Set(warnings)] };
}
