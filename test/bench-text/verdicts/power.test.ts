// Which changes a comparison can find, against simulated comparisons.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements, type MetricChange } from '../../../src/bench/verdicts/change.ts';
import { findableChange, isTooNoisy, neededToFind } from '../../../src/bench/verdicts/power.ts';
import { Random } from '../../fuzz/random.ts';
import { foundShare } from '../../verdicts/power.ts';

/** Three equal measurements of each layout. */
function laidOut(...medians: readonly number[]): Measurement[] {
  return medians.flatMap((median, layout) =>
    [0, 1, 2].map(() => ({ iterations: 1, metrics: { 'ns/op': median }, layout })),
  );
}

function changeOf(base: readonly Measurement[], now: readonly Measurement[]): MetricChange {
  const [change] = compareMeasurements(base, now);
  assert.ok(change);
  return change;
}

describe('over layouts', () => {
  // Their logarithms have a standard deviation of 2%.
  const five = [-2.53, -1.265, 0, 1.265, 2.53].map((each) => 1000 * Math.exp(each / 100));
  const change = changeOf(laidOut(...five), laidOut(...five.map((each) => each * 1.001)));

  test('the change that is said to be found is found in four of five comparisons', () => {
    const smallest = findableChange(change);
    assert.ok(smallest !== null);
    assert.equal(smallest.toFixed(3), '0.040');
    const found = foundShare(new Random(3), { deviation: 0.02, change: smallest, layouts: 5 }, 1000);
    assert.ok(found > 0.75 && found < 0.85, `${found}`);
  });

  test('so many layouts as are said to be needed find it', () => {
    const needed = neededToFind(change, 0.03);
    assert.equal(needed, 9);
    const found = foundShare(new Random(4), { deviation: 0.02, change: 0.03, layouts: 9 }, 500);
    assert.ok(found > 0.75, `${found}`);
    const fewer = foundShare(new Random(4), { deviation: 0.02, change: 0.03, layouts: 5 }, 500);
    assert.ok(fewer < 0.65, `${fewer}`);
  });
});

test('measurements of one value, of zeros or of nothing have no limit that is known', () => {
  const none = { baseValues: [], values: [] };
  assert.deepEqual([findableChange(none), neededToFind(none, 0.03)], [null, null]);
  const zeros = changeOf(laidOut(0, 0, 0, 0), laidOut(0, 0, 0, 1));
  assert.deepEqual([findableChange(zeros), neededToFind(zeros, 0.03)], [null, null]);
});

test('without layouts they are measurements', () => {
  const plain = (...times: number[]): Measurement[] =>
    times.map((time) => ({ iterations: 1, metrics: { 'ns/op': time } }));
  const times = [970, 980, 990, 1000, 1010, 1020, 1030, 1040, 960, 1005];
  const change = changeOf(plain(...times), plain(...times.map((time) => time + 1)));
  const smallest = findableChange(change);
  assert.ok(smallest !== null && smallest > 0.02 && smallest < 0.06, `${smallest}`);
  const needed = neededToFind(change, 0.015);
  assert.ok(needed !== null && needed > 20 && needed < 80, `${needed}`);
});

test('of few measurements, those are too noisy that are far apart', () => {
  const times = (...values: number[]): Measurement[] =>
    values.map((value) => ({ iterations: 1, metrics: { 'ns/op': value } }));
  const isNoisy = (base: readonly Measurement[], now: readonly Measurement[]) => {
    const change = changeOf(base, now);
    assert.deepEqual([change.verdict, findableChange(change)], ['noise', null]);
    return isTooNoisy(change);
  };
  assert.ok(isNoisy(times(600, 1000, 1200, 2100), times(110, 120, 130, 900)));
  assert.ok(isNoisy(times(1000, 1001, 1002, 1003), times(1000, 1001, 1002, 1300)));
  assert.ok(!isNoisy(times(1000, 1001, 1002, 1003), times(1000, 1001, 1002, 1004)));
});
