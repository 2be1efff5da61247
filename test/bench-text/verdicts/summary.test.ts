// The result line of a lens and its statistics.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operationCount } from '../../../src/bench/benchfmt/operations.ts';
import { medianInterval } from '../../../src/bench/statistics/median.ts';
import { formatMetric, resultLine, summarize } from '../../../src/bench/verdicts/summary.ts';

const runs = (...nanoseconds: number[]) =>
  nanoseconds.map((ns) => ({ iterations: 1, metrics: { 'ns/op': ns } }));

describe('the result line', () => {
  test('of one run has no spread', () => {
    const run = { iterations: 9, metrics: { 'ns/op': 1418.6, 'B/op': 480, 'allocs/op': 3 } };
    assert.equal(resultLine([run]), '1.42µs/op · 480 B/op · 3 allocs/op');
  });

  test('of several runs has medians and the spread of the time', () => {
    const run = (ns: number, bytes: number) => ({ iterations: 9, metrics: { 'B/op': bytes, 'ns/op': ns } });
    assert.equal(resultLine([run(98, 1), run(100, 3), run(102, 2)]), '100ns/op ±5% · 2 B/op');
  });

  test("shows throughput and the benchmark's own metrics last", () => {
    const run = { iterations: 9, metrics: { 'MB/s': 80.123, 'hits/op': 12345, 'ns/op': 5 } };
    assert.equal(resultLine([run]), '5ns/op · 80.1 MB/s · 12.3k hits/op');
  });

  test('is empty without runs', () => assert.equal(resultLine([]), ''));
});

describe('three significant digits', () => {
  const cases: [value: number, unit: string, text: string][] = [
    [0.2512, 'ns/op', '0.251ns/op'],
    [12.345, 'ns/op', '12.3ns/op'],
    [999.4, 'ns/op', '999ns/op'],
    [999.6, 'ns/op', '1.00µs/op'],
    [22_600, 'ns/op', '22.6µs/op'],
    [1.5e9, 'ns/op', '1.50s/op'],
    [0, 'ns/op', '0ns/op'],
    [0, 'B/op', '0 B/op'],
    [1023, 'B/op', '1023 B/op'],
    [1536, 'B/op', '1.50 kB/op'],
    [5 * 1024 ** 2, 'B/op', '5 MB/op'],
    [1234, 'allocs/op', '1234 allocs/op'],
    [12_345, 'allocs/op', '12.3k allocs/op'],
    [4_567_890, 'allocs/op', '4.57M allocs/op'],
    [0.00012345, 'x/op', '0.000123 x/op'],
  ];
  for (const [value, unit, text] of cases) {
    test(text, () => assert.equal(formatMetric(value, unit), text));
  }
});

describe('spread', () => {
  test("of three to five runs from their range, as there are too few for benchstat's interval", () => {
    const spread = (...times: number[]) => summarize(runs(...times), 'ns/op')?.spread?.toFixed(3);
    assert.equal(spread(90, 100, 110), '0.268');
    assert.equal(spread(90, 98, 102, 110), '0.147');
    assert.equal(spread(90, 98, 100, 102, 110), '0.112');
  });

  test("benchstat's from six runs on: the larger side of the 95 % interval", () => {
    // benchstat prints 100n ± 20% for these.
    assert.equal(summarize(runs(100, 80, 95, 100, 105, 110), 'ns/op')?.spread?.toFixed(2), '0.20');
  });

  test('none for one run, two runs, or around zero', () => {
    assert.deepEqual(summarize(runs(5), 'ns/op'), { median: 5, spread: null });
    assert.deepEqual(summarize(runs(5, 6), 'ns/op'), { median: 5.5, spread: null });
    assert.deepEqual(summarize(runs(0, 0, 0), 'ns/op'), { median: 0, spread: null });
    assert.equal(summarize(runs(5), 'B/op'), null);
  });
});

describe('the median and its interval', () => {
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => n - i);
  // [values, low, high] as order statistics, from benchstat's own code. The sample sizes are those where the interval
  // begins, where it is ambiguous, and where the normal approximation begins.
  const cases: [n: number, low: number, high: number][] = [
    [1, -Infinity, Infinity],
    [4, -Infinity, Infinity],
    [5, -Infinity, 5],
    [6, 1, 6],
    [8, 1, 7],
    [10, 2, 9],
    [20, 6, 15],
    [24, 8, 18],
    [30, 10, 21],
  ];
  for (const [n, low, high] of cases) {
    test(`of ${n} values`, () =>
      assert.deepEqual(medianInterval(upTo(n)), { median: (n + 1) / 2, low, high }));
  }
});

describe('operations behind a profile', () => {
  test('b.Loop runs N, b.N a probe and N, and both 1 for N = 1', () => {
    assert.equal(operationCount('Loop', 1000), 1000);
    assert.equal(operationCount('N', 1000), 1001);
    assert.equal(operationCount('Loop', 1), 1);
    assert.equal(operationCount('N', 1), 1);
  });

  test('every repetition does it all again', () => {
    assert.equal(operationCount('N', 10, 3), 33);
    assert.equal(operationCount('Loop', 10, 3), 30);
    assert.equal(operationCount('N', 1, 3), 3);
  });

  test('an unknown style matters only when N is not 1', () => {
    assert.equal(operationCount(null, 1), 1);
    assert.equal(operationCount(null, 2), null);
  });
});
