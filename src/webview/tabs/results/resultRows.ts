/** Which rows the table of results has, and in which order. */
import type { ResultRow, ResultsScope, ResultsTable } from '../../../protocol.ts';
import type { ResultsOrder, ResultsView } from '../../view/savedView.ts';

interface ScopeChoice {
  readonly scope: ResultsScope;
  readonly count: number;
}

/** All parts: the package, its files if there are several, and each benchmark with sub-benchmarks. */
export function scopeChoices({ rows }: ResultsTable): ScopeChoice[] {
  const files = counts(rows.flatMap(({ file }) => (file === '' ? [] : file)));
  const tops = counts(rows.map(({ name }) => topOf(name)));
  return [
    { scope: { of: 'package' }, count: rows.length },
    ...[...files].flatMap(([name, count]): ScopeChoice[] =>
      count === rows.length ? [] : [{ scope: { of: 'file', name }, count }],
    ),
    ...[...tops].flatMap(([name, count]): ScopeChoice[] =>
      count === 1 || count === rows.length ? [] : [{ scope: { of: 'benchmark', name }, count }],
    ),
  ];
}

/**
 * The part to list: the wanted one as long as it has the result that is shown, or that one is still shown beside which it
 * was chosen; otherwise the shown benchmark with its sub-benchmarks, or if it has none, its file.
 */
export function scopeOf(
  table: ResultsTable,
  { scope: wanted, chosenAt }: Pick<ResultsView, 'scope' | 'chosenAt'>,
): ResultsScope {
  const { rows, shownRun } = table;
  const shown = rows.find(({ runId }) => runId === shownRun);
  if (wanted !== null && rows.some((row) => isIn(row, wanted))) {
    if (shown === undefined || isIn(shown, wanted) || chosenAt === shownRun) return wanted;
  }
  if (shown === undefined) return { of: 'package' };
  const family: ResultsScope = { of: 'benchmark', name: topOf(shown.name) };
  if (table.rows.filter((row) => isIn(row, family)).length > 1) return family;
  return shown.file === '' ? { of: 'package' } : { of: 'file', name: shown.file };
}

export function isIn({ name, file }: ResultRow, scope: ResultsScope): boolean {
  if (scope.of === 'package') return true;
  if (scope.of === 'file') return file === scope.name;
  // `BenchmarkGet-4` is a result of `BenchmarkGet` for four procs.
  return name === scope.name || name.startsWith(`${scope.name}/`) || topOf(name) === scope.name;
}

/** The benchmark function of a result's name: `BenchmarkGet` for `BenchmarkGet/size=10-4`. */
function topOf(name: string): string {
  const [top = ''] = name.split('/');
  return top.replace(/-\d+$/, '');
}

/** The rows in an order. Rows without the value that it is about come last, however it is turned. */
export function sortedRows(rows: readonly ResultRow[], { by, reverse }: ResultsOrder): readonly ResultRow[] {
  if (by === 'source') return rows;
  const key = keyOf(by);
  const known = rows.filter((row) => key(row) !== null);
  const sorted = [...known].sort((a, b) => compare(key(a), key(b)));
  if (reverse) sorted.reverse();
  return [...sorted, ...rows.filter((row) => key(row) === null)];
}

/** What a column is sorted by; `null` where a row has nothing in it. */
function keyOf(by: string): (row: ResultRow) => number | string | null {
  switch (by) {
    case 'name':
      return ({ name }) => name;
    case 'file':
      return ({ file }) => file || null;
    case 'change':
      return ({ change }) => change?.relative ?? null;
    case 'warning':
      return ({ warnings: [first] }) => first?.word ?? null;
    case 'taken':
      return ({ takenAt }) => takenAt;
    default:
      return ({ values }) => values[by]?.value ?? null;
  }
}

function compare(a: number | string | null, b: number | string | null): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Number(a) - Number(b);
}

/** The order after a click on a column: the largest first (names from the first), then turned, then as in the source. */
export function nextOrder({ by, reverse }: ResultsOrder, column: string): ResultsOrder {
  const first = column !== 'name' && column !== 'file';
  if (by !== column) return { by: column, reverse: first };
  return reverse === first ? { by: column, reverse: !first } : { by: 'source', reverse: false };
}

function counts(names: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}
