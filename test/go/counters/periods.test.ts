// How many events a sample stands for: whatever repeats in the program, its samples must not fall on the same event each time.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longerPeriod, periodFor } from '../../../src/go/counters/recordEvent.ts';

const operations = 2000;
/** Events of the process outside of its operations. */
const others = 700;

/** How far the samples of a benchmark are from the truth, at worst: 1 where all events of one place are missed. */
function worstShare(perOperation: number, period: number, runs: readonly number[] = [perOperation]): number {
  const pattern = runs.reduce((sum, each) => sum + each, 0);
  const places = Array.from({ length: pattern }, () => 0);
  const events = Math.round(perOperation * operations);
  let samples = 0;
  for (let at = period; at <= events; at += period, samples++) places[at % pattern]!++;
  const expected = samples / pattern;
  // Of less than a sample on each nothing can be said.
  return expected < 3 ? 0 : Math.max(...places.map((seen) => Math.abs(seen / expected - 1)));
}

describe('the period of a recording', () => {
  for (const [what, perOperation, runs] of [
    ...Array.from({ length: 120 }, (_, i) => [`${i + 1} events per operation`, i + 1, [i + 1]] as const),
    ['2 and 3 events in turns', 2.5, [2, 3]] as const,
    ['3 and 4 events in turns', 3.5, [3, 4]] as const,
    ['1, 1 and 3 events in turns', 5 / 3, [1, 1, 3]] as const,
  ]) {
    test(`meets all places of operations alike: ${what}`, () => {
      const all = perOperation * operations + others;
      // Counts are about right. Where a busy machine disturbed the larger process, they are too large, else too small.
      for (const counted of [1, 0.997, 1.003, 0.92, 0.96, 1.04, 1.1].map((factor) => factor * perOperation)) {
        let period = periodFor('page-faults', { all, perOperation: counted });
        for (let repeats = 0; repeats < 4; repeats++) {
          const worst = worstShare(perOperation, period, runs);
          assert.ok(worst < 0.5, `1 of ${period}: off by ${Math.round(100 * worst)}%`);
          period = longerPeriod('page-faults', period, { all, perOperation: counted });
        }
      }
    });
  }

  test('is no longer than it must be', () => {
    assert.equal(periodFor('page-faults', { all: 2500, perOperation: 5 }), 1);
    assert.equal(periodFor('page-faults', { all: 10_700, perOperation: 5 }), 7);
    assert.equal(periodFor('page-faults', { all: 10_700, perOperation: 4 }), 5);
    for (const perOperation of [1, 7, 1e6, 123_456.7]) {
      const period = periodFor('instructions', { all: 3e9, perOperation });
      assert.ok(period >= 1e6 && period < 1.12e6, String(period));
    }
  });

  test('of events that an operation hardly ever has, is any prime number', () => {
    assert.equal(periodFor('cache-misses', { all: 10_700, perOperation: 0 }), 5);
    assert.equal(periodFor('cache-misses', { all: 10_700, perOperation: 0.01 }), 5);
  });

  test('of a clock is its tick', () => {
    assert.equal(periodFor('cpu-clock', { all: 1e9, perOperation: 5e6 }), 1e6);
  });
});
