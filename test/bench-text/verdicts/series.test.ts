import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSeries } from '../../../src/bench/verdicts/series.ts';

/** The series among names, written as `template parameter: label=x ...`. */
function seriesOf(...names: string[]): string[] {
  const series = findSeries(names.map((name) => ({ name, procs: 8 })));
  return series.map(
    ({ name, parameter, points }) =>
      `${name} ${parameter}: ${points.map(({ label, x }) => (label === String(x) ? label : `${label}=${x}`)).join(' ')}`,
  );
}

const named = (template: string, ...values: (number | string)[]) =>
  values.map((value) => `BenchmarkX/${template.replaceAll('#', String(value))}`);

describe('functions named after a size', () => {
  const functions = (template: string, ...values: (number | string)[]) =>
    values.map((value) => `Benchmark${template.replaceAll('#', String(value))}`);

  test('are a series by the number at the end of their names', () => {
    assert.deepEqual(seriesOf(...functions('Get#', 100, 1000, 10_000)), ['BenchmarkGet# n: 100 1000 10000']);
    assert.deepEqual(seriesOf(...functions('Get_#', 100, 1000, 10_000)), [
      'BenchmarkGet_# n: 100 1000 10000',
    ]);
    assert.deepEqual(seriesOf(...functions('Get#', 100, '1k', '10K')), [
      'BenchmarkGet# n: 100 1k=1000 10K=10000',
    ]);
    assert.deepEqual(
      seriesOf(...functions('Get#', 1, 10, 100), ...functions('Put#', 10, 100, 1000), 'BenchmarkGet'),
      ['BenchmarkGet# n: 1 10 100', 'BenchmarkPut# n: 10 100 1000'],
    );
  });

  test('are none with two sizes, with the widths of types, and with the numbers of algorithms', () => {
    for (const names of [
      functions('Get#', 100, 1000),
      functions('Int#', 8, 16, 32, 64),
      functions('AppendUint#', 8, 16, 32, 64),
      functions('SHA#', 1, 256, 512),
      functions('#', 1, 10, 100),
      functions('Get#/sub', 1, 10, 100),
    ]) {
      assert.deepEqual(seriesOf(...names), [], names.join());
    }
  });
});

describe('sizes in names', () => {
  const cases: [what: string, names: string[], series: string[]][] = [
    ['key=number', named('size=#', 10, 100, 1000), ['BenchmarkX/size=# size: 10 100 1000']],
    ['the number alone', named('#', 1, 10, 100), ['BenchmarkX/# n: 1 10 100']],
    ['a word that counts things', named('n#', 10, 100, 1000), ['BenchmarkX/n# n: 10 100 1000']],
    ['in the order of size', named('#', 1000, 10, 200), ['BenchmarkX/# n: 10 200 1000']],
    [
      'with underscores and powers',
      named('n=#', '1_000', '1e4', 100),
      ['BenchmarkX/n=# n: 100 1_000=1000 1e4=10000'],
    ],
    ['with letters for thousands', named('#', '100', '1k', '1M'), ['BenchmarkX/# n: 100 1k=1000 1M=1000000']],
    ['bytes', named('#', '64B', '4KB', '1MiB'), ['BenchmarkX/# n: 64B=64 4KB=4096 1MiB=1048576']],
    ['a square', named('#x#', 10, 50, 100), ['BenchmarkX/#x# n: 10 50 100']],
    ['what follows', named('size=#/sorted', 1, 10, 100), ['BenchmarkX/size=#/sorted size: 1 10 100']],
    ['with a word after it', named('#items', 1, 10, 100), ['BenchmarkX/#items n: 1 10 100']],
    [
      'two kinds beside each other',
      [...named('map/#', 1, 10, 100), ...named('slice/#', 1, 10, 100)],
      ['BenchmarkX/map/# n: 1 10 100', 'BenchmarkX/slice/# n: 1 10 100'],
    ],
    [
      'rows by columns: each with the other fixed',
      [1, 10, 100].flatMap((rows) => named(`rows=${rows}/cols=#`, 2, 20, 200)),
      [
        'BenchmarkX/rows=#/cols=2 rows: 1 10 100',
        'BenchmarkX/rows=1/cols=# cols: 2 20 200',
        'BenchmarkX/rows=#/cols=20 rows: 1 10 100',
        'BenchmarkX/rows=#/cols=200 rows: 1 10 100',
        'BenchmarkX/rows=10/cols=# cols: 2 20 200',
        'BenchmarkX/rows=100/cols=# cols: 2 20 200',
      ],
    ],
  ];
  for (const [what, names, series] of cases) test(what, () => assert.deepEqual(seriesOf(...names), series));

  const none: [what: string, names: string[]][] = [
    ['two sizes show no growth', named('#', 10, 1000)],
    ['versions', named('v#', 1, 2, 3)],
    ['names that end in a number', named('sha#', 1, 256, 512)],
    ['encodings', named('utf#', 8, 16, 32)],
    ['too near each other', named('#', 10, 11, 12)],
    ['names used again', ['BenchmarkX/a', 'BenchmarkX/a#01', 'BenchmarkX/a#10', 'BenchmarkX/a#100']],
    ['the benchmark’s own name', ['BenchmarkX1', 'BenchmarkX10', 'BenchmarkX100']],
    ['zero and nothing', named('#', 0, 0, 0)],
  ];
  for (const [what, names] of none) test(`none: ${what}`, () => assert.deepEqual(seriesOf(...names), []));
});

test('one benchmark on several numbers of cores', () => {
  const runs = [1, 4, 2].map((procs) => ({ name: 'BenchmarkX', procs }));
  const [series] = findSeries([...runs, { name: 'BenchmarkY', procs: 1 }]);
  assert.deepEqual(series, {
    name: 'BenchmarkX',
    parameter: 'procs',
    kind: 'procs',
    points: [
      { index: 0, x: 1, label: '1' },
      { index: 2, x: 2, label: '2' },
      { index: 1, x: 4, label: '4' },
    ],
  });
});

test('sizes on several numbers of cores are a series for each', () => {
  const all = [1, 2].flatMap((procs) => named('#', 1, 10, 100).map((name) => ({ name, procs })));
  const kinds = findSeries(all).map(({ kind, name }) => `${kind} ${name}`);
  assert.deepEqual(kinds, [
    'size BenchmarkX/#',
    'size BenchmarkX/#',
    'procs BenchmarkX/1',
    'procs BenchmarkX/10',
    'procs BenchmarkX/100',
  ]);
});
