// Median and interval. benchstat.test.ts compares the same numbers with the tool.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { medianInterval, valuesForInterval } from '../../../src/bench/statistics/median.ts';
import { normalCdf, normalQuantile } from '../../../src/bench/statistics/normal.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('the order statistics around the median', () => {
  const cases: [count: number, confidence: number, low: number, high: number][] = [
    [5, 0.95, Number.NEGATIVE_INFINITY, 5],
    [6, 0.95, 1, 6],
    [10, 0.95, 2, 9],
    [20, 0.95, 6, 15],
    [24, 0.95, 8, 18],
    [10, 0.5, 4, 7],
    [10, 0.999, Number.NEGATIVE_INFINITY, 10],
    [2, 1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    [100, 0.95, 40, 60],
  ];
  for (const [count, confidence, low, high] of cases) {
    const interval = medianInterval(upTo(count), confidence);
    assert.deepEqual([interval.low, interval.high], [low, high], `${count} values at ${confidence}`);
  }
});

test('how many values an interval needs', () => {
  assert.deepEqual([0.5, 0.8, 0.95, 0.99, 1].map(valuesForInterval), [2, 4, 6, 8, null]);
});

test('the median of an even number lies between two values, however large', () => {
  assert.equal(medianInterval([1, 2]).median, 1.5);
  assert.equal(medianInterval([2 ** 1023, 2 ** 1022 * 3]).median, 2 ** 1022 * 2.5);
});

test('the normal distribution at known points', () => {
  const near = (actual: number, expected: number) =>
    assert(Math.abs(actual / expected - 1) < 1e-13, `${actual}`);
  near(normalCdf(0), 0.5);
  near(normalCdf(1), 0.8413447460685429);
  near(normalCdf(-1.959963984540054), 0.025);
  near(normalCdf(-5), 2.866515718791939e-7);
  near(normalCdf(-20), 2.753624118606234e-89);
  near(normalQuantile(0.025), -1.959963984540054);
  assert.equal(normalCdf(9), 1);
});

describe('for any sample', () => {
  const sample = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 70 });
  const confidence = fc.double({ min: 0, max: 1, noNaN: true });

  test('the interval contains the median and grows with the confidence', () => {
    fc.assert(
      fc.property(sample, confidence, confidence, (values, one, other) => {
        const narrow = medianInterval(values, Math.min(one, other));
        const wide = medianInterval(values, Math.max(one, other));
        assert(narrow.low <= narrow.median && narrow.median <= narrow.high);
        assert(wide.low <= narrow.low && narrow.high <= wide.high);
      }),
    );
  });

  test('order does not matter and a power of two scales everything', () => {
    fc.assert(
      fc.property(sample, (values) => {
        const { median, low, high } = medianInterval(values);
        assert.deepEqual(medianInterval([...values].reverse()), { median, low, high });
        const doubled = medianInterval(values.map((value) => 2 * value));
        assert.deepEqual(doubled, { median: 2 * median, low: 2 * low, high: 2 * high });
      }),
    );
  });

  test('it contains the true median as often as its level says', () => {
    // Uniform values from a seeded generator: the true median is one half.
    fc.assert(
      fc.property(fc.constantFrom(6, 10, 15, 24, 40), (count) => {
        let state = count;
        const random = () => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return state / 2 ** 32;
        };
        const trials = 2000;
        let held = 0;
        for (let trial = 0; trial < trials; trial++) {
          const { low, high } = medianInterval(Array.from({ length: count }, random));
          if (low <= 0.5 && 0.5 <= high) held++;
        }
        assert(held / trials > 0.94, `${held} of ${trials} with ${count} values`);
      }),
      { numRuns: 5 },
    );
  });
});
