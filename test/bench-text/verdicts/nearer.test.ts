/** Which of two known versions a third one is like. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMeasurements, type MetricChange } from '../../../src/bench/verdicts/change.ts';
import { nearerByCount, sideOf } from '../../../src/bench/verdicts/nearer.ts';

const measured = (values: readonly number[], unit = 'ns/op') =>
  values.map((value) => ({ iterations: 100, metrics: { [unit]: value } }));

/** Ten values that differ by up to 2%. */
const around = (center: number) => Array.from({ length: 10 }, (_, i) => center * (1 + (i - 4.5) / 225));

function changeOf(before: readonly number[], after: readonly number[], unit?: string): MetricChange {
  const [change] = compareMeasurements(measured(before, unit), measured(after, unit));
  return change!;
}

test('counts: on which side of the middle all of them are', () => {
  const up = changeOf([10, 10], [20, 20], 'allocs/op');
  const down = changeOf([20, 20], [10, 10], 'allocs/op');
  const rows: readonly [counts: readonly number[], up: string, down: string][] = [
    [[10, 10], 'good', 'bad'],
    [[20, 20], 'bad', 'good'],
    [[14, 14], 'good', 'bad'],
    [[16, 17], 'bad', 'good'],
    [[15, 15], 'good', 'good'],
    [[14, 16], 'unsure', 'unsure'],
    [[], 'unsure', 'unsure'],
  ];
  for (const [counts, ofUp, ofDown] of rows) {
    assert.deepEqual([nearerByCount(up, counts), nearerByCount(down, counts)], [ofUp, ofDown], `${counts}`);
  }
});

test('measurements: whoever differs from one end is on the side of the other; no difference proves nothing', () => {
  const up = changeOf(around(100), around(110));
  const down = changeOf(around(100), around(90));
  const side = (change: MetricChange, known: number, center: number, level = 0.01) =>
    sideOf(change, measured(around(known)), measured(around(center)), level).nearer;
  assert.deepEqual([side(up, 100, 110), side(up, 100, 100.1), side(up, 100, 90)], ['bad', 'unsure', 'good']);
  assert.deepEqual([side(up, 110, 100), side(up, 110, 109.9), side(up, 110, 120)], ['good', 'unsure', 'bad']);
  assert.deepEqual([side(down, 100, 90), side(down, 90, 100)], ['bad', 'good']);
  assert.equal(side(up, 100, 110, 1e-9), 'unsure', 'ten measurements cannot be so sure');
});
