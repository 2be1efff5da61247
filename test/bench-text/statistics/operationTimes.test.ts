import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  histogramsOf,
  type OperationTimes,
  percentile,
  percentiles,
} from '../../../src/bench/statistics/operationTimes.ts';

function times(rows: OperationTimes['rows'], longest: number): OperationTimes {
  return { rows, longest, clock: 30 };
}

test('a percentile is the time that so many operations keep within', () => {
  const found = times(
    [
      [100, 98],
      [1027.5, 1],
      [1_060_000, 1],
    ],
    1_050_000,
  );
  assert.deepEqual(
    [0.5, 0.98, 0.99, 1].map((share) => percentile(found, share)),
    [100, 100, 1027.5, 1_050_000],
  );
  assert.ok(percentile(times([[1027.5, 1]], 1025), 0.5) <= 1025, 'no percentile is longer than the longest');
});

test('of few operations there are only the percentiles that so many can tell', () => {
  const of = (count: number) => percentiles(times([[100, count]], 100)).map(({ percent }) => percent);
  assert.deepEqual(
    [of(1), of(2), of(9), of(10), of(99), of(100)],
    [[], [50], [50], [50, 90], [50, 90], [50, 90, 99]],
  );
});

test('histograms of two versions have the same columns, each as many times as long as the one before', () => {
  const before = times(
    [
      [100, 5],
      [1000, 2],
    ],
    1000,
  );
  const now = times(
    [
      [10, 1],
      [99_000, 3],
    ],
    100_000,
  );
  assert.deepEqual(histogramsOf([before, now], 4), {
    from: 10,
    to: 100_000,
    counts: [
      [0, 5, 2, 0],
      [1, 0, 0, 3],
    ],
  });
  assert.deepEqual(histogramsOf([times([[7, 3]], 7)], 2), { from: 7, to: 7, counts: [[3, 0]] });
});
