/** Which rows the table of results lists, and in which order. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResultRow, ResultsTable } from '../../../../src/protocol.ts';
import {
  isIn,
  nextOrder,
  scopeChoices,
  scopeOf,
  sortedRows,
} from '../../../../src/webview/tabs/results/resultRows.ts';

function row(name: string, part: Partial<ResultRow> = {}): ResultRow {
  const base = { runId: name, name, file: 'a_test.go', takenAt: 0, values: {}, change: null };
  return { ...base, warnings: [], hasProfile: true, attributes: '', ...part };
}

const subs = Array.from({ length: 12 }, (_, i) => row(`BenchmarkRank/n=${10 ** i}`));
const table: ResultsTable = {
  package: 'example.com/rank',
  units: ['ns/op'],
  rows: [
    row('BenchmarkAdd'),
    ...subs,
    row('BenchmarkMul', { file: 'b_test.go' }),
    row('BenchmarkGone', { file: '' }),
  ],
  shownRun: 'BenchmarkAdd',
};
const none = { scope: null, chosenAt: null };
const rank = { of: 'benchmark', name: 'BenchmarkRank' } as const;

describe('the part that is listed', () => {
  it('can be the package, a file, or a benchmark with all its sub-benchmarks', () => {
    assert.deepEqual(scopeChoices(table), [
      { scope: { of: 'package' }, count: 15 },
      { scope: { of: 'file', name: 'a_test.go' }, count: 13 },
      { scope: { of: 'file', name: 'b_test.go' }, count: 1 },
      { scope: rank, count: 12 },
    ]);
    assert.equal(table.rows.filter((each) => isIn(each, rank)).length, 12);
  });

  it('is the shown benchmark’s family, or its file where it stands alone', () => {
    assert.deepEqual(scopeOf({ ...table, shownRun: 'BenchmarkRank/n=10' }, none), rank);
    assert.deepEqual(scopeOf(table, none), { of: 'file', name: 'a_test.go' });
    assert.deepEqual(scopeOf({ ...table, shownRun: 'BenchmarkGone' }, none), { of: 'package' });
    assert.deepEqual(scopeOf({ ...table, shownRun: null }, none), { of: 'package' });
  });

  it('stays what the user chose as long as it has the shown result', () => {
    assert.deepEqual(scopeOf(table, { ...none, scope: { of: 'package' } }), { of: 'package' });
    assert.deepEqual(scopeOf({ ...table, shownRun: null }, { ...none, scope: rank }), rank);
    assert.deepEqual(scopeOf(table, { scope: rank, chosenAt: 'BenchmarkAdd' }), rank, 'chosen beside it');
    assert.deepEqual(scopeOf(table, { scope: rank, chosenAt: 'BenchmarkMul' }), {
      of: 'file',
      name: 'a_test.go',
    });
  });

  it('holds the results for several numbers of procs, and no benchmark whose name only begins alike', () => {
    const get = { of: 'benchmark', name: 'BenchmarkGet' } as const;
    assert.ok(isIn(row('BenchmarkGet-4'), get));
    assert.ok(isIn(row('BenchmarkGet/size=1-8'), get));
    assert.ok(!isIn(row('BenchmarkGet100'), get));
  });
});

describe('the order of the rows', () => {
  const values = (value: number) => ({ 'ns/op': { value, text: '' } });
  const rows = [row('B', { values: values(3) }), row('A'), row('C', { values: values(9) })];
  const names = (by: string, reverse: boolean) => sortedRows(rows, { by, reverse }).map(({ name }) => name);

  it('is that of the source, of the names, or of a value; a row without it is last in both directions', () => {
    assert.deepEqual(names('source', false), ['B', 'A', 'C']);
    assert.deepEqual(names('name', false), ['A', 'B', 'C']);
    assert.deepEqual(names('ns/op', false), ['B', 'C', 'A']);
    assert.deepEqual(names('ns/op', true), ['C', 'B', 'A']);
  });

  it('goes with clicks from the largest first to the smallest first, and back to the source', () => {
    const source = { by: 'source', reverse: false };
    const once = nextOrder(source, 'ns/op');
    assert.deepEqual(once, { by: 'ns/op', reverse: true });
    assert.deepEqual(nextOrder(once, 'ns/op'), { by: 'ns/op', reverse: false });
    assert.deepEqual(nextOrder(nextOrder(once, 'ns/op'), 'ns/op'), source);
    assert.deepEqual(nextOrder(once, 'name'), { by: 'name', reverse: false });
  });
});
