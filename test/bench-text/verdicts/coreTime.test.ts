// Simulated benchmarks that other programs keep waiting, from seeds: what is compared by CPU time, and how often it is right.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CoreUse, Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements, inTurns, type MetricChange } from '../../../src/bench/verdicts/change.ts';
import { howCompared } from '../../../src/bench/verdicts/layouts.ts';
import { Random } from '../../fuzz/random.ts';
import { normal } from '../../verdicts/draws.ts';

/** Three measurements of each of five layouts. Other programs take between none and three quarters of the time. */
function disturbed(random: Random, nanoseconds: number): Measurement[] {
  return Array.from({ length: 15 }, (_, i) => {
    const cpu = nanoseconds * Math.exp(0.012 * normal(random));
    const running = 1 / (1 + (3 * random.below(1000)) / 1000);
    return {
      iterations: 1000,
      metrics: { 'ns/op': cpu / running },
      layout: i % 5,
      // What the kernel says is some milliseconds old.
      core: { running: running * Math.exp(0.01 * normal(random)), waiting: 1 - running },
    };
  });
}

function byWall(measurements: readonly Measurement[]): Measurement[] {
  return measurements.map(({ core: _, ...measurement }) => measurement);
}

function called(base: readonly Measurement[], now: readonly Measurement[]): boolean {
  return compareMeasurements(base, now)[0]?.verdict === 'changed';
}

function rates(ratio: number): { readonly byCoreTime: number; readonly byWall: number } {
  const random = new Random(5);
  let [core, wall] = [0, 0];
  const comparisons = 1000;
  for (let i = 0; i < comparisons; i++) {
    const [base, now] = [disturbed(random, 1000), disturbed(random, 1000 * ratio)];
    if (called(base, now)) core++;
    if (called(byWall(base), byWall(now))) wall++;
  }
  return { byCoreTime: core / comparisons, byWall: wall / comparisons };
}

describe('benchmarks that had to wait for a core', () => {
  test('unchanged code is called different in at most 5% of comparisons', () => {
    const { byCoreTime } = rates(1);
    // With 1000 comparisons, the share is exact to 0.7 percent.
    assert.ok(byCoreTime <= 0.05 + 2 * 0.007, `${byCoreTime}`);
  });

  test('a change of 3% is found in most, of which their wall times show next to nothing', () => {
    const { byCoreTime, byWall } = rates(1.03);
    assert.ok(byCoreTime > 0.8, `${byCoreTime}`);
    assert.ok(byWall < 0.15, `${byWall}`);
  });
});

describe('on a busy machine, and not in turns,', () => {
  const circumstances = { ...inTurns, isInTurns: false, isDisturbed: true };
  /** @param wall how many times as long as its CPU time the clock says that it took */
  const run = (nanoseconds: number, wall: number, waits = wall - 1): Measurement[] =>
    [0.99, 1, 1.01, 1.02].map((each) => ({
      iterations: 1000,
      metrics: { 'ns/op': nanoseconds * each * wall },
      core: { running: 1 / wall, waiting: waits / wall },
    }));
  const callOf = (base: readonly Measurement[], now: readonly Measurement[]) => {
    const {
      verdict,
      doubt,
      isCoreTime,
      base: before,
      now: after,
    } = compareMeasurements(base, now, circumstances)[0]!;
    return `${doubt ?? verdict}${isCoreTime === true ? ' by CPU time' : ''}: ${(after.center / before.center).toFixed(2)}`;
  };

  test('what differs by more than other programs can explain is certain', () => {
    assert.equal(callOf(run(1000, 1.02), run(250, 1.02)), 'changed: 0.25');
    assert.equal(callOf(run(250, 1), run(1000, 3)), 'changed by CPU time: 4.00');
  });

  test('what they can explain is not, and neither is what the clock says the other way round', () => {
    assert.equal(callOf(run(1000, 1.02), run(400, 1.02)), 'busy: 0.40');
    assert.equal(callOf(run(1000, 1), run(250, 6)), 'busy: 1.50');
  });

  test('nor is the time of what waits for something else, or was not watched', () => {
    assert.equal(callOf(run(1000, 5, 0), run(250, 5, 0)), 'busy: 0.25');
    assert.equal(callOf(byWall(run(1000, 1)), run(250, 1)), 'busy: 0.25');
    const [first, ...others] = run(1000, 3);
    assert.equal(callOf([...byWall([first!]), ...others], run(250, 3)), 'busy: 0.25');
  });
});

describe('CPU time is compared', () => {
  const uses = (count: number, use?: CoreUse, factor = 1): Measurement[] =>
    Array.from({ length: count }, (_, i) => ({
      iterations: 10,
      metrics: { 'ns/op': factor * (1000 + i), 'B/op': 16 },
      ...(use === undefined ? {} : { core: use }),
    }));
  const changeOf = (base: Measurement[], now: Measurement[], known = {}): MetricChange => {
    const [change] = compareMeasurements(base, now, { ...inTurns, ...known });
    assert.ok(change);
    return change;
  };
  const isByCore = (base: Measurement[], now: Measurement[], known = {}) =>
    changeOf(base, now, known).isCoreTime === true;
  const waited = { running: 0.5, waiting: 0.6 };

  test('where both had to wait, and it is said', () => {
    const change = changeOf(uses(6, waited), uses(6, { running: 0.4, waiting: 0.7 }));
    assert.equal(change.isCoreTime, true);
    assert.equal(Math.round(change.base.center), 501);
    assert.equal(Math.round(change.now.center), 401);
    assert.equal(howCompared(change), 'p=0.002 n=6, CPU time');
  });

  test('not on a calm machine, in runs at two times, or where the use of the cores is not known', () => {
    assert.equal(
      isByCore(uses(6, { running: 0.99, waiting: 0.01 }), uses(6, { running: 1, waiting: 0 })),
      false,
    );
    assert.equal(isByCore(uses(6, waited), uses(6, waited), { isInTurns: false }), false);
    assert.equal(isByCore(uses(6, waited), uses(6)), false);
    assert.equal(isByCore([...uses(5, waited), ...uses(1)], uses(6, waited)), true, 'of nearly all');
    assert.equal(isByCore([...uses(4, waited), ...uses(2)], uses(6, waited)), false, 'of too few');
  });

  test('not of a benchmark that sleeps, or computes on many cores', () => {
    const sleeps = { running: 0.3, waiting: 0.2 };
    const onMany = { running: 2.5, waiting: 1 };
    assert.equal(isByCore(uses(6, waited), uses(6, sleeps)), false);
    assert.equal(isByCore(uses(6, onMany), uses(6, onMany)), false);
  });

  test('not where the wall times are clearly different the other way: more cores do more work in less time', () => {
    const faster = changeOf(
      uses(6, { running: 0.6, waiting: 0.4 }),
      uses(6, { running: 1.5, waiting: 0.4 }, 0.5),
    );
    assert.deepEqual(
      [faster.verdict, faster.isCoreTime, faster.now.center < faster.base.center],
      ['changed', undefined, true],
    );
  });
});
