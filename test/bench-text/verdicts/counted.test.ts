// Counted instructions beside the measured time: what they decide, and what they do not.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inTurns } from '../../../src/bench/verdicts/change.ts';
import { workText } from '../../../src/bench/verdicts/changeWords.ts';
import { compareVersions, witnessOf } from '../../../src/bench/verdicts/counted.ts';
import { outcomeOf } from '../../../src/bench/verdicts/direction.ts';
import { howCompared } from '../../../src/bench/verdicts/layouts.ts';
import { leastSpreadOfHeap } from '../../../src/go/counters/countedProfile.ts';

const say = (text: string, ...values: string[]) =>
  text.replace(/\{(\d)\}/g, (_, i) => values[Number(i)] ?? '');

function timed(nanoseconds: number, others: Readonly<Record<string, number>> = {}) {
  return [0.98, 0.99, 1, 1.01, 1.02, 1.03].map((by) => ({
    iterations: 100,
    metrics: { 'ns/op': nanoseconds * by, ...others },
  }));
}

function compared(before: number, after: number, { spread = 0, isSameCode = false, time = 1000 } = {}) {
  const instructions = { base: { perOp: before, spread }, now: { perOp: after, spread: 0 } };
  const changes = compareVersions(timed(1000), timed(time), { ...inTurns, isSameCode, instructions });
  const [measured, work, ...others] = changes;
  assert.ok(measured && work && others.length === 0);
  return { time: measured, work };
}

describe('two counts of instructions', () => {
  test('that are exact tell every change, and equal ones none', () => {
    assert.equal(compared(3590, 3589).work.verdict, 'changed');
    assert.equal(compared(31.01, 30.99).work.verdict, 'same', 'a loop ends on whole instructions');
    assert.equal(compared(2.5, 2.8).work.verdict, 'changed');
  });

  test('decide nothing that is smaller than what counts of one version differ by', () => {
    assert.equal(compared(10_000, 10_020, { spread: 0.004 }).work.verdict, 'noise');
    assert.equal(compared(10_000, 10_200, { spread: 0.004 }).work.verdict, 'changed');
    const ofHeap = { spread: leastSpreadOfHeap };
    assert.equal(compared(10_000, 10_025, ofHeap).work.verdict, 'noise');
    assert.equal(compared(10_000, 10_080, ofHeap).work.verdict, 'changed', 'what a percent may look like');
    const { work } = compared(10_000, 10_005, { spread: 0.0001 });
    assert.equal(work.verdict, 'noise', 'two counts that are nearly equal may be so by chance');
    assert.equal(howCompared(work), 'counted');
    const seeded = compared(10_000, 10_008, { spread: 0.0004 });
    assert.equal(howCompared(seeded.work), 'counted, ±0.04%', 'two counts of the same work agree better');
    assert.equal(howCompared(compared(100, 90, { spread: 0.0042 }).work), 'counted, ±0.42%');
  });

  test('of the same code are no change', () => {
    const { work } = compared(10_000, 10_200, { isSameCode: true });
    assert.equal(work.verdict, 'same-code');
    assert.equal(witnessOf(work), 'code');
  });

  test('are neither faster nor slower, and say what is known of the time', () => {
    const { work, time } = compared(3590, 3482);
    assert.equal(outcomeOf(work, {}), 'different');
    assert.equal(workText(work, time, say), '−3% work (counted), time within ±4.4%');
    const both = compared(3590, 3482, { time: 500 });
    assert.equal(workText(both.work, both.time, say, '-'), '-3% work (counted)');
    assert.equal(workText(compared(10, 10).work, time, say), '');
  });

  test('give way to a metric of this name that the benchmark reports', () => {
    const own = timed(1000, { 'instructions/op': 7 });
    const instructions = { base: { perOp: 1, spread: 0 }, now: { perOp: 2, spread: 0 } };
    const changes = compareVersions(own, own, { ...inTurns, instructions });
    assert.deepEqual(
      changes.map(({ unit, count }) => [unit, count]),
      [
        ['ns/op', undefined],
        ['instructions/op', undefined],
      ],
    );
  });
});

test('each verdict names its witness', () => {
  const [time, bytes] = compareVersions(timed(1000, { 'B/op': 64 }), timed(900, { 'B/op': 32 }), inTurns);
  assert.ok(time && bytes);
  assert.equal(witnessOf(time), 'time');
  assert.equal(witnessOf({ ...time, isCoreTime: true }), 'cpu-time');
  assert.equal(witnessOf(bytes), 'allocations');
  assert.equal(witnessOf(compared(3590, 3482).work), 'instructions');
});
