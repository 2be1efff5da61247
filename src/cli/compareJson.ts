/** The JSON of `pprof-lens compare`, as the command line's contract has it. */
import { fieldValue, keyText } from '../bench/projection.ts';
import { ratioOf, type Table, type TableCell } from '../bench/tables.ts';

/** The interval's ends are null where there are too few samples to have them. */
interface ValueJson {
  readonly center: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
  readonly warnings?: readonly string[];
}

interface ComparisonJson {
  /** New over old; null where the old center is 0 and the new one is not. */
  readonly ratio: number | null;
  readonly p: number;
  readonly n1: number;
  readonly n2: number;
  readonly significant: boolean;
  readonly warnings?: readonly string[];
}

interface RowJson {
  readonly name: string;
  readonly values: readonly (ValueJson | null)[];
  /** The second column with the first. */
  readonly comparison: ComparisonJson | null;
  /** Every column with the first; that itself is null. */
  readonly comparisons: readonly (ComparisonJson | null)[];
}

interface TableJson {
  readonly unit: string;
  /** What else names the table, `goos` and the like. */
  readonly config: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  readonly rows: readonly RowJson[];
  readonly geomean: {
    readonly centers: readonly (number | null)[];
    /** Of the second column to the first. */
    readonly ratio: number | null;
    readonly ratios: readonly (number | null)[];
    readonly warnings?: readonly string[];
  };
}

/** All tables. Numbers that JSON has no word for (infinite, not a number) are null. */
export function tablesJson(tables: readonly Table[]): { readonly tables: readonly TableJson[] } {
  return { tables: tables.map(tableJson) };
}

function tableJson({ key, unit, rows, columns, cells, summaries }: Table): TableJson {
  const fields = key.projection.fields().filter(({ name }) => name !== '.unit');
  const ratios = summaries.map(({ ratio }) => ratio);
  const warnings = [...new Set(summaries.flatMap((summary) => summary.warnings))];
  return {
    unit,
    config: Object.fromEntries(fields.map((field) => [field.name, fieldValue(key, field)])),
    columns: columns.map(keyText),
    rows: rows.map((row, i) => rowJson(keyText(row), cells[i]!)),
    geomean: {
      centers: summaries.map(({ center }) => center),
      ratio: ratios[1] ?? null,
      ratios,
      ...optional(warnings),
    },
  };
}

function rowJson(name: string, cells: readonly (TableCell | null)[]): RowJson {
  const base = cells[0] ?? null;
  const comparisons = cells.map((cell) => comparisonJson(cell, base));
  return { name, values: cells.map(valueJson), comparison: comparisons[1] ?? null, comparisons };
}

function valueJson(cell: TableCell | null): ValueJson | null {
  if (cell === null) return null;
  const { sample, summary, warnings } = cell;
  const { center, low, high } = summary;
  return { center, low, high, n: sample.length, ...optional([...warnings, ...summary.warnings]) };
}

function comparisonJson(cell: TableCell | null, base: TableCell | null): ComparisonJson | null {
  if (cell?.comparison == null || base === null) return null;
  const { p, baseSize, size, significant, warnings } = cell.comparison;
  const ratio = ratioOf(base.summary.center, cell.summary.center);
  return { ratio, p, n1: baseSize, n2: size, significant, ...optional(warnings) };
}

function optional(warnings: readonly string[]): { readonly warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings };
}
