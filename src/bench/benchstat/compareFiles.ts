/** A whole comparison as benchstat makes it, from files to tables. */
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { type FormatFault, readBenchmarkFile, type UnitMetadata } from '../benchfmt/format.ts';
import { allOf, applyFilter, parseFilter } from './filter.ts';
import { ProjectionSet } from './projection.ts';
import { type Table, TableBuilder } from './tables.ts';

/** Expressions in benchstat's syntax. */
export interface CompareOptions {
  /** Results that differ in these keys are in different tables. */
  readonly table: string;
  readonly row: string;
  readonly column: string;
  /** Keys in which results may differ without a warning. */
  readonly ignore: string;
  readonly filter: string;
  /** Differences with a p-value up to this one are significant. */
  readonly alpha: number;
  /** Level of the intervals, 0 to 1. */
  readonly confidence: number;
}

/** benchstat's defaults. */
export const defaultCompareOptions: CompareOptions = {
  table: '.config',
  row: '.fullname',
  column: '.file',
  ignore: '',
  filter: '*',
  alpha: 0.05,
  confidence: 0.95,
};

/** One file's text. */
export interface CompareInput {
  readonly text: string;
  /** The value of `.file`. */
  readonly label: string;
  readonly path: string;
}

/** A line that could not be read, and its place. */
export interface InputFault extends FormatFault {
  readonly path: string;
}

export interface Comparison {
  readonly tables: readonly Table[];
  readonly faults: readonly InputFault[];
  /** Why there are no tables: `too-many-keys`, `too-many-cells`. */
  readonly problem: Problem | null;
}

/** A comparison whose options are valid. Call it only once: it remembers in which order it has seen values. */
export type Comparer = (inputs: readonly CompareInput[]) => Comparison;

/** Reads the expressions of the options. Problem: `bad-expression`, with the option's name. */
export function comparer(options: CompareOptions): Result<Comparer> {
  const filter = parseFilter('--filter', options.filter);
  if (!filter.ok) return filter;
  const set = new ProjectionSet();
  const table = set.parse('--table', options.table);
  if (!table.ok) return table;
  const row = set.parse('--row', options.row);
  if (!row.ok) return row;
  const column = set.parse('--col', options.column);
  if (!column.ok) return column;
  const ignore = set.parse('--ignore', options.ignore);
  if (!ignore.ok) return ignore;
  table.value.addUnit();
  const projections = { table: table.value, row: row.value, column: column.value, residue: set.residue() };
  const test = allOf([set.filter, filter.value]);
  return ok((inputs) => {
    const builder = new TableBuilder(projections);
    const units: UnitMetadata = new Map();
    const faults: InputFault[] = [];
    for (const { text, label, path } of inputs) {
      const file = readBenchmarkFile(text, label, units);
      append(
        faults,
        file.faults.map((fault) => ({ ...fault, path })),
      );
      if (file.isTooMuch) return { tables: [], faults, problem: tooManyKeys(path) };
      for (const result of file.results) {
        const kept = applyFilter(test, result);
        if (kept !== null) builder.add(kept);
      }
    }
    if (builder.mostCells > mostCells) return { tables: [], faults, problem: tooManyCells() };
    return { tables: builder.finish({ ...options, units }), faults, problem: null };
  });
}

/** A table is kept and printed with a cell for each row and column, also where there is no result. */
const mostCells = 5_000_000;

function tooManyKeys(path: string): Problem {
  const template = '{0} has too many configuration lines for its results. Split it into several files.';
  return fail('too-many-keys', template, [path]).problem;
}

function tooManyCells(): Problem {
  const template =
    'The comparison would have a table of more than five million cells. Choose fewer columns with --col, or fewer results with --filter.';
  return fail('too-many-cells', template).problem;
}
