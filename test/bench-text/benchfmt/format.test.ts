// Files in the Go benchmark format, line by line.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readBenchmarkFile, type UnitMetadata } from '../../../src/bench/benchfmt/format.ts';

function read(...lines: readonly string[]) {
  return readBenchmarkFile(lines.join('\n'), 'f.txt', new Map());
}

/** The configuration of each result, without `.file`. */
function configs(...lines: readonly string[]): string[][] {
  return read(...lines).results.map(({ config }) =>
    config.filter(({ isFromFile }) => isFromFile).map(({ key, value }) => `${key}=${value}`),
  );
}

const result = 'BenchmarkA 1 2 x';

test('a result, its units without prefixes', () => {
  const { results } = read('goos: linux', 'BenchmarkA/size=1k-8 \t 100\t 2000 ns/op\t 1.5 MB/s\t 16 B/op');
  assert.deepEqual(results, [
    {
      name: 'A/size=1k-8',
      iterations: 100,
      values: [
        { value: 2000 * 1e-9, unit: 'sec/op', writtenUnit: 'ns/op' },
        { value: 1_500_000, unit: 'B/s', writtenUnit: 'MB/s' },
        { value: 16, unit: 'B/op', writtenUnit: null },
      ],
      config: [
        { key: '.file', value: 'f.txt', isFromFile: false },
        { key: 'goos', value: 'linux', isFromFile: true },
      ],
    },
  ]);
});

test('zero stays in the unit it was written in, as in benchstat', () => {
  assert.equal(read('BenchmarkA 1 0 ns/op').results[0]?.values[0]?.unit, 'ns/op');
});

test('configuration applies from its line on, can be replaced, and is removed by an empty value', () => {
  assert.deepEqual(configs('a: 1', result, 'b:\t2 3', result, 'a: 4', result, 'a:', result), [
    ['a=1'],
    ['a=1', 'b=2 3'],
    ['a=4', 'b=2 3'],
    ['b=2 3'],
  ]);
});

describe('no configuration', () => {
  for (const line of ['Key: 1', 'a b: 1', 'aB: 1', 'a:1', ': 1', ' a: 1', 'PASS', 'ok  \tp\t1.2s', '']) {
    test(JSON.stringify(line), () => assert.deepEqual(configs(line, result), [[]]));
  }
});

describe('lines that claim to be records', () => {
  const cases: [line: string, message: string][] = [
    ['BenchmarkA ', 'missing iteration count'],
    ['BenchmarkA ten', 'parsing iteration count: invalid syntax'],
    ['BenchmarkA 99999999999999999999', 'parsing iteration count: value out of range'],
    ['BenchmarkA 10', 'missing measurements'],
    ['BenchmarkA 10 5', 'missing units'],
    ['BenchmarkA 10 five ns/op', 'parsing measurement: invalid syntax'],
    ['BenchmarkA 10 1e999 ns/op', 'parsing measurement: value out of range'],
    ['BenchmarkA 10 5 ns/op and more', 'parsing measurement: invalid syntax'],
    ['Unit', 'missing unit'],
    ['Unit x assume', 'expected key=value'],
  ];
  for (const [line, message] of cases) {
    test(line, () => {
      assert.deepEqual(read('', line, result).faults, [{ line: 2, message }]);
      assert.equal(read('', line, result).results.length, 1);
    });
  }
});

test('a name alone is no result: go test -v prints it first', () => {
  assert.deepEqual(read('BenchmarkA', 'Benchmark'), { results: [], faults: [], isTooMuch: false });
});

test('metadata of units applies to all files and is never changed', () => {
  const units: UnitMetadata = new Map();
  readBenchmarkFile('Unit ns/op better=lower assume=exact', 'a', units);
  const { faults } = readBenchmarkFile(
    'Unit sec/op assume=exact\r\nUnit sec/op assume=nothing\r\n',
    'b',
    units,
  );
  assert.deepEqual(faults, [{ line: 2, message: 'metadata assume of unit sec/op already set to exact' }]);
  assert.deepEqual(Object.fromEntries(units.get('sec/op') ?? []), { better: 'lower', assume: 'exact' });
});

test('nothing throws, and every line is at most one record', () => {
  const line = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }).map((text) => `Benchmark${text}`),
    fc.string().map((text) => `Unit ${text}`),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join('\n');
      const { results } = readBenchmarkFile(text, '', new Map());
      assert(results.length <= text.split('\n').length);
    }),
  );
});
