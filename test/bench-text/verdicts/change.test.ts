// Simulated benchmarks whose true change is known. They are made from seeds, so that every run of the test is the same.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements, type Verdict } from '../../../src/bench/verdicts/change.ts';
import { detectableDifference, measurementsToDetect } from '../../../src/bench/verdicts/power.ts';
import { Random } from '../../fuzz/random.ts';

/** A standard normal number, by Box and Muller. */
function normal(random: Random): number {
  const uniform = () => (random.next() + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Times of a benchmark with this median. As with real ones, most are close to it, and a few are much longer. */
function times(random: Random, count: number, median: number, spread = 0.02): number[] {
  return Array.from({ length: count }, () => {
    const slowdown = random.oneIn(10) ? 5 : 1;
    return median * Math.exp(slowdown * spread * normal(random));
  });
}

function timed(values: readonly number[]): Measurement[] {
  return values.map((time) => ({ iterations: 1, metrics: { 'ns/op': time } }));
}

function verdict(base: readonly number[], values: readonly number[]): Verdict | undefined {
  return compareMeasurements(timed(base), timed(values))[0]?.verdict;
}

/** The share of simulated comparisons whose verdict is `changed`. */
function shareCalled(seed: number, count: number, change: number, comparisons = 2000): number {
  const random = new Random(seed);
  let called = 0;
  for (let i = 0; i < comparisons; i++) {
    const base = times(random, count, 1000);
    if (verdict(base, times(random, count, 1000 * (1 + change))) === 'changed') called++;
  }
  return called / comparisons;
}

describe('without a change', () => {
  for (const count of [4, 5, 6, 10, 20]) {
    test(`at most 5% of comparisons of ${count} runs call one`, () => {
      // The level of the U test is at most 5 %. With so many comparisons, the share is exact to about half a percent.
      assert.ok(shareCalled(count, count, 0) <= 0.05 + 2 * 0.005);
    });
  }
});

describe('with as many measurements as are needed', () => {
  for (const difference of [0.02, 0.03, 0.05]) {
    test(`a change of ${100 * difference}% is found in about four of five comparisons`, () => {
      // The spread that ten thousand measurements have.
      const random = new Random(1);
      const base = times(random, 101, 1000).sort((a, b) => a - b);
      const moved = base.map((time) => time * (1 + difference));
      const needed = measurementsToDetect(base, moved);
      assert.ok(needed);
      assert.ok(Math.abs(needed.difference - difference) < 1e-9);
      const found = shareCalled(2, needed.measurements, difference);
      assert.ok(found > 0.72 && found < 0.92, `${needed.measurements} runs find it in ${found}`);
    });
  }

  test('the detectable difference is the one that needs so many measurements', () => {
    const base = times(new Random(3), 20, 1000).sort((a, b) => a - b);
    const detectable = detectableDifference(base, base);
    assert.ok(detectable);
    const moved = base.map((time) => time * (1 + detectable));
    // The spread of a few values has steps, and there may be one between the two.
    assert.ok([20, 21].includes(measurementsToDetect(base, moved)?.measurements ?? 0));
  });
});

test('a verdict needs four measurements of each, or many of one', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => 1 + i);
  const far = (count: number) => upTo(count).map((value) => value + 100);
  assert.equal(verdict(upTo(3), far(3)), 'few');
  assert.equal(verdict(upTo(4), far(4)), 'changed');
  assert.equal(verdict(upTo(2), far(7)), 'few');
  assert.equal(verdict(upTo(2), far(8)), 'changed');
  assert.equal(verdict(upTo(1), far(38)), 'few');
  assert.equal(verdict(upTo(1), far(39)), 'changed');
});

test('without a spread or a difference, no number is given', () => {
  assert.equal(measurementsToDetect([1], [2]), null);
  assert.equal(measurementsToDetect([1, 2, 3], [1, 2, 3]), null);
  assert.equal(measurementsToDetect([-1, 0, 1], [2, 3, 4]), null);
  assert.equal(
    detectableDifference([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]),
    null,
    'five runs find nothing reliably',
  );
});

test('one constant measurement is enough for counted values, not for times', () => {
  const run = (metrics: Readonly<Record<string, number>>): Measurement[] => [{ iterations: 1, metrics }];
  const changes = compareMeasurements(
    run({ 'ns/op': 5, 'B/op': 480, 'allocs/op': 3, 'MB/s': 1 }),
    run({ 'ns/op': 4, 'B/op': 96, 'allocs/op': 3, 'MB/s': 2, 'hits/op': 1 }),
  );
  assert.deepEqual(
    changes.map(({ unit, verdict }) => `${unit} ${verdict}`),
    ['ns/op few', 'B/op changed', 'allocs/op same', 'MB/s few'],
  );
});

test('the same code is never changed, nor is a difference that the same code has shown before', () => {
  const base = timed([100, 101, 102, 103]);
  const verdictOf = (values: number[], isSameCode: boolean, drift: number) =>
    compareMeasurements(base, timed(values), { isSameCode, drift })[0]?.verdict;
  const slower = [106, 107, 108, 109];
  assert.equal(verdictOf(slower, false, 0), 'changed');
  assert.equal(verdictOf(slower, true, 0), 'same-code');
  assert.equal(verdictOf(slower, false, 0.07), 'drift');
  assert.equal(verdictOf([94, 95, 96, 97], false, 0.07), 'drift');
  assert.equal(verdictOf(slower, false, 0.05), 'changed');
});
