import assert from 'node:assert/strict';
import test from 'node:test';
import { type GrowthSample, growthOf } from '../../../src/analysis/benchmark/growth.ts';
import { type GrowthInput, growthTable, steepestLine } from '../../../src/analysis/benchmark/growthTable.ts';
import { growthLabel } from '../../../src/base/growthLabel.ts';
import type { Growth } from '../../../src/base/model.ts';

const measured = (...points: [x: number, y: number][]) => points.map(([x, y]) => ({ x, y, samples: null }));

function powerOf(samples: readonly GrowthSample[]): Extract<Growth, { shape: 'power' }> | null {
  const growth = growthOf(samples);
  if (growth === null || growth.shape === 'power') return growth;
  throw new assert.AssertionError({ message: JSON.stringify(growth) });
}

test('a power law gives back its power', () => {
  for (const power of [0, 0.5, 1, 2, 3]) {
    const growth = powerOf(measured(...[10, 100, 1000].map((x): [number, number] => [x, 7 * x ** power])));
    assert.ok(growth?.interval);
    assert.ok(Math.abs(growth.exponent - power) < 1e-9);
    assert.ok(growth.interval.high - growth.interval.low < 1e-6);
  }
});

test('the interval is that of least squares with Student’s t', () => {
  // Checked by hand: x = 0, 1, 2 and y = 0, 1.1, 1.9 in powers of e: slope 0.95, s² = 0.015, Sxx = 2.
  const growth = powerOf(measured([1, 1], [Math.E, Math.exp(1.1)], [Math.E ** 2, Math.exp(1.9)]));
  assert.ok(growth?.interval);
  assert.ok(Math.abs(growth.exponent - 0.95) < 1e-9);
  const reach = 12.706 * Math.sqrt(0.015 / 2);
  assert.ok(Math.abs(growth.interval.high - 0.95 - reach) < 1e-9);
});

test('too few points say nothing; two say something where two are enough, without an interval', () => {
  assert.equal(growthOf(measured([1, 1], [10, 10])), null);
  assert.deepEqual(growthOf(measured([1, 1], [10, 10]), 2), {
    shape: 'power',
    exponent: 1,
    interval: null,
  });
  assert.equal(growthOf(measured([5, 1], [5, 2], [5, 3])), null);
  assert.equal(growthOf(measured([1, 0], [10, 5], [100, 50])), null);
});

test('few profile samples give a wide interval, none at all no point', () => {
  const counted = (samples: number) => [10, 100, 1000].map((x) => ({ x, y: x * x, samples }));
  const width = (samples: number) => {
    const interval = powerOf(counted(samples))?.interval;
    return interval ? interval.high - interval.low : null;
  };
  assert.ok(width(10)! > 0.25 && width(10)! < 1, String(width(10)));
  assert.ok(width(1000)! < width(10)! / 5);
  assert.equal(width(3), null);
});

test('sampled power laws are inside their interval about as often as it promises', () => {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
  /** Poisson by counting exponential gaps. */
  const poisson = (mean: number) => {
    let count = -1;
    for (let sum = 0; sum < mean; count++) sum -= Math.log(1 - random());
    return Math.max(0, count);
  };
  let inside = 0;
  const rounds = 1000;
  for (let round = 0; round < rounds; round++) {
    const points = [10, 100, 1000, 10_000].map((x) => {
      const samples = poisson(60);
      // As many operations as make 60 samples on average: what a fixed benchtime does.
      return { x, y: (samples / 60) * x ** 2, samples };
    });
    const interval = powerOf(points)?.interval;
    if (interval && interval.low <= 2 && interval.high >= 2) inside++;
  }
  assert.ok(inside >= rounds * 0.93, `${inside} of ${rounds}`);
});

test('a label for reading', () => {
  assert.equal(
    growthLabel({ shape: 'power', exponent: 1.98, interval: { low: 1.91, high: 2.07 } }, 'n'),
    'n^2.0 (1.9–2.1)',
  );
  assert.equal(growthLabel({ shape: 'power', exponent: -0.01, interval: null }, 'procs'), 'procs^0.0');
});

/** Lines 1, 2 and 3 of a file: linear, quadratic, and seen only at the largest size. */
const inputs: GrowthInput[] = [10, 100, 1000].map((n) => ({
  results: { 'ns/op': 100 * n + n * n, 'B/op': 0, 'allocs/op': 3 },
  lines: [
    { file: 'f.go', line: 1, functionName: 'f', cost: 100 * n, samples: 200 },
    { file: 'f.go', line: 2, functionName: 'f', cost: n * n, samples: 200 },
    ...(n === 1000 ? [{ file: 'g.go', line: 9, functionName: 'g', cost: 50_000, samples: 10 }] : []),
  ],
}));
const series = {
  name: 'BenchmarkX/n=#',
  parameter: 'n',
  kind: 'size',
  points: [10, 100, 1000].map((x) => ({ x, label: String(x) })),
} as const;

test('the table has results and lines by point, costliest at the last first, and names the quadratic line', () => {
  const table = growthTable(series, inputs);
  assert.deepEqual(
    table.results.map(({ unit, values }) => [unit, ...values]),
    [
      ['ns/op', 1100, 20_000, 1_100_000],
      ['allocs/op', 3, 3, 3],
    ],
  );
  assert.deepEqual(
    table.lines.map(({ line, values, growth }) => [
      line,
      ...values,
      growth && 'exponent' in growth ? Math.round(growth.exponent) : null,
    ]),
    [
      [2, 100, 10_000, 1_000_000, 2],
      [1, 1000, 10_000, 100_000, 1],
      [9, 0, 0, 50_000, null],
    ],
  );
  assert.equal(steepestLine(table)?.line, 2);
});

test('no line is blamed where none grows too fast, or the fast one hardly costs anything', () => {
  const linear = inputs.map(({ results, lines }) => ({ results, lines: lines?.slice(0, 1) ?? null }));
  assert.equal(steepestLine(growthTable(series, linear)), null);
  const cheap = inputs.map(({ results, lines }) => ({
    results,
    lines: (lines ?? []).map((line) => (line.line === 2 ? { ...line, cost: line.cost / 1000 } : line)),
  }));
  assert.equal(steepestLine(growthTable(series, cheap)), null);
});

test('with more cores any growth of CPU time is the reason why it does not scale', () => {
  const onCores = [1, 2, 4].map(
    (procs): GrowthInput => ({
      results: { 'ns/op': 100 },
      lines: [
        { file: 'f.go', line: 1, functionName: 'f', cost: 100, samples: 500 },
        { file: 'f.go', line: 2, functionName: 'lock', cost: 50 * procs, samples: 500 },
      ],
    }),
  );
  const procs = {
    ...series,
    kind: 'procs',
    points: [1, 2, 4].map((x) => ({ x, label: String(x) })),
  } as const;
  assert.equal(steepestLine(growthTable(procs, onCores))?.line, 2);
});

test('a point without a profile has its results and no lines', () => {
  const [first, ...others] = inputs;
  assert.ok(first);
  const table = growthTable(series, [{ ...first, lines: null }, ...others]);
  assert.deepEqual(table.lines[0]?.values, [null, 10_000, 1_000_000]);
  assert.equal(table.lines[0]?.growth, null);
});
