/** benchstat's tables: results by table, row and column. Each cell is summarized and compared with the first column. */
import { largest } from '../../base/lists.ts';
import type { FormatResult, UnitMetadata } from '../benchfmt/format.ts';
import { tidyUnit } from '../benchfmt/unit.ts';
import { geometricMean } from '../statistics/geomean.ts';
import {
  type Assumption,
  compareSamples,
  type SampleComparison,
  type SampleSummary,
  sortedSample,
  summarizeSample,
} from '../statistics/sampleSummary.ts';
import { differingFields, fieldValue, type Key, type Projection, sortKeys } from './projection.ts';

/** The projections that give the place of a result. `table` has the field `.unit`. `residue` has the fields of no other. */
export interface TableProjections {
  readonly table: Projection;
  readonly row: Projection;
  readonly column: Projection;
  readonly residue: Projection;
}

export interface TableOptions {
  /** Level of the intervals, 0 to 1. */
  readonly confidence: number;
  /** Differences with a higher p-value are not significant. */
  readonly alpha: number;
  readonly units: UnitMetadata;
}

/** A sample: all results of one row and one column. */
export interface TableCell {
  /** Ascending. */
  readonly sample: readonly number[];
  readonly summary: SampleSummary;
  /** A warning if the results of the cell differ in fields that the table does not show. */
  readonly warnings: readonly string[];
  /** Comparison with the first column; `null` in the first column, and if that has no sample in this row. */
  readonly comparison: SampleComparison | null;
}

/** The last row of a table. */
export interface ColumnSummary {
  /** Geometric mean of the centers; `null` if one of them is not above 0. */
  readonly center: number | null;
  /** Geometric mean of the ratios to the first column; `null` in the first column, and if a ratio cannot be computed. */
  readonly ratio: number | null;
  readonly warnings: readonly string[];
}

export interface Table {
  readonly key: Key;
  readonly unit: string;
  readonly rows: readonly Key[];
  readonly columns: readonly Key[];
  /** By row and column; `null` without results. */
  readonly cells: readonly (readonly (TableCell | null)[])[];
  /** By column. */
  readonly summaries: readonly ColumnSummary[];
}

interface CellResults {
  readonly values: number[];
  readonly residue: Set<Key>;
}

/** Collects results into tables. */
export class TableBuilder {
  /** By table, row and column. */
  readonly #tables = new Map<Key, Map<Key, Map<Key, CellResults>>>();

  constructor(private readonly projections: TableProjections) {}

  /** Adds every value of a result. */
  add(result: FormatResult): void {
    const { table, row, column, residue } = this.projections;
    const tableKeys = table.projectValues(result);
    const rowKey = row.project(result);
    const columnKey = column.project(result);
    const residueKey = residue.project(result);
    for (const [i, { value }] of result.values.entries()) {
      const rows = entryOf(this.#tables, tableKeys[i]!, () => new Map<Key, Map<Key, CellResults>>());
      const cells = entryOf(rows, rowKey, () => new Map<Key, CellResults>());
      const cell = entryOf(cells, columnKey, () => ({ values: [], residue: new Set<Key>() }));
      cell.values.push(value);
      cell.residue.add(residueKey);
    }
  }

  /** The rows times the columns of the largest table. */
  get mostCells(): number {
    return largest(
      [...this.#tables.values()].map((rows) => {
        const columns = new Set<Key>();
        for (const cells of rows.values()) for (const column of cells.keys()) columns.add(column);
        return rows.size * columns.size;
      }),
      0,
    );
  }

  /** The tables of all results that were added. */
  finish(options: TableOptions): Table[] {
    return sortKeys(this.#tables.keys()).map((key) => buildTable(key, this.#tables.get(key)!, options));
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function buildTable(key: Key, results: Map<Key, Map<Key, CellResults>>, options: TableOptions): Table {
  const unitField = key.projection.unit;
  const unit = unitField === null ? '' : fieldValue(key, unitField);
  const isExact = options.units.get(tidyUnit(unit).unit)?.get('assume') === 'exact';
  const rows = sortKeys(results.keys());
  const columns = sortKeys(new Set([...results.values()].flatMap((row) => [...row.keys()])));
  const cells = rows.map((row) =>
    buildRow(
      columns.map((column) => results.get(row)?.get(column) ?? null),
      isExact ? 'exact' : 'nothing',
      options,
    ),
  );
  return { key, unit, rows, columns, cells, summaries: columns.map((_, i) => summarizeColumn(cells, i)) };
}

function buildRow(
  row: readonly (CellResults | null)[],
  assumption: Assumption,
  { confidence, alpha }: TableOptions,
): (TableCell | null)[] {
  const samples = row.map((results) => results && sortedSample(results.values));
  return row.map((results, i) => {
    const sample = samples[i];
    if (!results || !sample) return null;
    const base = i > 0 ? samples[0] : null;
    const differing = differingFields(sortKeys(results.residue)).map(({ name }) => name);
    return {
      sample,
      summary: summarizeSample(sample, assumption, confidence),
      warnings: differing.length === 0 ? [] : [`benchmarks vary in ${differing.join(', ')}`],
      comparison: base ? compareSamples(base, sample, assumption, alpha) : null,
    };
  });
}

/** New divided by old. Two equal centers have the ratio 1, also if both are 0; `null` if only the old one is 0. */
export function ratioOf(base: number, center: number): number | null {
  if (center === base) return 1;
  return base === 0 ? null : center / base;
}

/** The mean of the ratios, not the ratio of the means: with a warning, it has a meaning also if the sets of benchmarks differ. */
function summarizeColumn(cells: Table['cells'], column: number): ColumnSummary {
  const centers: number[] = [];
  const ratios: (number | null)[] = [];
  for (const row of cells) {
    const cell = row[column];
    if (!cell) continue;
    centers.push(cell.summary.center);
    if (cell.comparison) ratios.push(ratioOf(row[0]!.summary.center, cell.summary.center));
  }
  const isBase = column === 0;
  const warnings: string[] = [];
  const bases = cells.filter((row) => row[0] !== null).length;
  if (!isBase && ratios.length !== bases) {
    warnings.push('benchmark set differs from baseline; geomeans may not be comparable');
  }
  const center = geometricMean(centers);
  if (center === null) warnings.push('summaries must be >0 to compute geomean');
  const known = ratios.filter((ratio) => ratio !== null);
  if (isBase || known.length < ratios.length) return { center, ratio: null, warnings };
  const ratio = geometricMean(known);
  if (ratio === null) warnings.push('ratios must be >0 to compute geomean');
  return { center, ratio, warnings };
}
