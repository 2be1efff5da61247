// Examples of tables: which result is in which table, row and column, and the notes about it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sentence } from '../../src/base/result.ts';
import {
  type CompareOptions,
  comparer,
  defaultCompareOptions,
} from '../../src/bench/benchstat/compareFiles.ts';
import { keyText } from '../../src/bench/benchstat/projection.ts';
import { tablesMarkdown } from '../../src/bench/benchstat/tablesMarkdown.ts';
import { tablesText } from '../../src/bench/benchstat/tablesText.ts';

/** The tables of some texts, whose files are named `a`, `b` and so on. */
function tablesOf(options: Partial<CompareOptions>, ...texts: readonly string[]) {
  const compare = comparer({ ...defaultCompareOptions, ...options });
  assert(compare.ok);
  const files = texts.map((text, i) => {
    const label = 'abc'.charAt(i);
    return { text, label, path: label };
  });
  return compare.value(files).tables;
}

/** The rows of the first table: name and centers, `-` without results. */
function rowsOf(options: Partial<CompareOptions>, ...texts: readonly string[]): string[] {
  const [table] = tablesOf(options, ...texts);
  assert(table);
  const header = table.columns.map(keyText).join(' ');
  const rows = table.rows.map((row, i) => {
    const centers = table.cells[i]!.map((cell) => cell?.summary.center ?? '-');
    return `${keyText(row)}: ${centers.join(' ')}`;
  });
  return [header, ...rows];
}

const encode = `goos: linux
BenchmarkEncode/format=json/size=10-8 1 5 x
BenchmarkEncode/format=json/size=9-8 1 4 x
BenchmarkEncode/format=gob/size=10-8 1 7 x
BenchmarkEncode/format=gob/size=9 1 6 x
`;

describe('projections', () => {
  test('by default a row for each full name, a column for each file', () => {
    const other = 'goos: linux\nBenchmarkNew 1 1 x\nBenchmarkEncode/format=gob/size=9 1 3 x\n';
    assert.deepEqual(rowsOf({}, encode, other), [
      'a b',
      'Encode/format=json/size=10-8: 5 -',
      'Encode/format=json/size=9-8: 4 -',
      'Encode/format=gob/size=10-8: 7 -',
      'Encode/format=gob/size=9: 6 3',
      'New: - 1',
    ]);
  });

  test('a key that makes columns is left out of the names', () => {
    assert.deepEqual(rowsOf({ column: '/format' }, encode), [
      'json gob',
      'Encode/size=10-8: 5 7',
      'Encode/size=9-8: 4 -',
      'Encode/size=9: - 6',
    ]);
  });

  test('/gomaxprocs is the number at the end, and 1 where there is none', () => {
    assert.deepEqual(rowsOf({ column: '/format', ignore: '/gomaxprocs' }, encode), [
      'json gob',
      'Encode/size=10: 5 7',
      'Encode/size=9: 4 6',
    ]);
  });

  test('numbers in order, chosen values only', () => {
    assert.deepEqual(rowsOf({ row: '/size@num', column: '/format@(gob)' }, encode), ['gob', '9: 6', '10: 7']);
  });

  test('a table for each configuration and unit, except ignored keys', () => {
    const text = 'pkg: p\nBenchmarkA 1 1 x 1 y\npkg: q\nBenchmarkA 1 1 x\n';
    const headings = (options: Partial<CompareOptions>) =>
      tablesOf(options, text).map(({ key }) => keyText(key));
    assert.deepEqual(headings({}), ['p x', 'p y', 'q x']);
    assert.deepEqual(headings({ ignore: 'pkg' }), ['x', 'y']);
  });

  test('results that differ in a key that is not shown get a warning', () => {
    const [table] = tablesOf({ row: '.name' }, encode);
    assert.deepEqual(table?.cells[0]?.[0]?.warnings, ['benchmarks vary in .fullname']);
  });
});

describe('filters', () => {
  const names = (filter: string) => rowsOf({ filter, row: '.fullname' }, encode).slice(1);

  test('by a part of the name, by configuration, by exclusion', () => {
    assert.equal(names('/format:gob goos:linux').length, 2);
    assert.equal(names('-/format:gob').length, 2);
    assert.equal(names('/size:/^1/ OR /format:json').length, 3);
    assert.equal(names('/size:(9 OR 8)').length, 2);
  });

  test('by unit, as it is shown or as it was written', () => {
    const text = 'BenchmarkA 1 5 ns/op 6 B/op\n';
    const units = (filter: string) => tablesOf({ filter }, text).map(({ unit }) => unit);
    assert.deepEqual(units('.unit:sec/op'), ['sec/op']);
    assert.deepEqual(units('.unit:ns/op'), ['sec/op']);
    assert.deepEqual(units('-.unit:ns/op'), ['B/op']);
  });

  test('a line that cannot be read is reported with its place', () => {
    const wrong = comparer({ ...defaultCompareOptions, filter: 'a:b (c:d' });
    assert(!wrong.ok);
    assert.equal(
      sentence(wrong.problem),
      'In --filter, the expression a:b (c:d is wrong at character 9: missing ")".',
    );
  });
});

const slow = Array.from({ length: 6 }, (_, i) => `BenchmarkA|B-8 1 ${200 + i} ns/op\n`).join('');
const fast = Array.from({ length: 6 }, (_, i) => `BenchmarkA|B-8 1 ${100 + i} ns/op\n`).join('');

test('text', () => {
  assert.equal(
    tablesText(tablesOf({}, slow, fast)),
    `      │      a      │                 b                  │
      │   sec/op    │   sec/op     vs base               │
A|B-8   202.5n ± 1%   102.5n ± 2%  -49.38% (p=0.002 n=6)
`,
  );
});

test('Markdown: headings, notes below, special characters escaped', () => {
  const old = `pkg: a_b\n${slow}BenchmarkOnce 1 5 ns/op\n`;
  const young = `pkg: a_b\n${fast}BenchmarkOnce 1 5 ns/op\n`;
  assert.equal(
    tablesMarkdown(tablesOf({}, old, young)),
    `pkg: a\\_b

| sec/op | a | b | vs base |  |
| :-- | --: | --: | --: | :-- |
| A\\|B-8 | 202.5n ± 1% | 102.5n ± 2% | **-49.38%** | (p=0.002 n=6) |
| Once | 5.000n ± ∞ ¹ | 5.000n ± ∞ ¹ | \\~ | (p=1.000 n=1) ² |
| **geomean** | 31.82n | 22.64n | -28.85% |  |

¹ need \\>= 6 samples for confidence interval at level 0.95<br>
² all samples are equal
`,
  );
});

test('no results, no tables', () => {
  assert.deepEqual(tablesOf({}, 'PASS\n'), []);
  assert.equal(tablesText([]) + tablesMarkdown([]), '');
});
