import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { quickestTimes } from '../../../src/bench/verdicts/pairs.ts';

const free = { running: 1, waiting: 0 };
const onlyWaited = { running: 0.4, waiting: 0.6 };
/** Waiting for a core was not recognized. */
const unseen = { running: 0.4, waiting: 0 };

function measured(pair: number, metrics: number, quickest: number, core: Measurement['core']): Measurement {
  return { iterations: 100, metrics: { 'ns/op': metrics }, pair, quickest, ...(core && { core }) };
}

/** As many pairs as a verdict takes. */
function pairs(of: (pair: number) => Measurement): Measurement[] {
  return Array.from({ length: 12 }, (_, pair) => of(pair));
}

function times(measurements: readonly Measurement[] | undefined): number[] {
  return measurements?.map(({ metrics }) => Math.round(metrics['ns/op'] ?? 0)) ?? [];
}

test('the quickest turns are compared, as nothing has disturbed them', () => {
  const base = pairs((pair) => measured(pair, 150 + ((7 * pair) % 12), 100, onlyWaited));
  const now = pairs((pair) => measured(pair, 0.9 * (150 + ((5 * pair) % 12)), 90, onlyWaited));
  assert.deepEqual(times(quickestTimes(base, now)?.base), Array(12).fill(100));
  assert.deepEqual(times(quickestTimes(base, now)?.measurements), Array(12).fill(90));
});

test('not if one version takes more in its other turns, as it is the code that takes it', () => {
  const base = pairs((pair) => measured(pair, 110 + (pair % 3), 100, free));
  const now = pairs((pair) => measured(pair, 150 + (pair % 3), 100, free));
  assert.equal(quickestTimes(base, now), null);
});

test('where even they have waited for a core, a benchmark that only computes has its CPU time', () => {
  const isDisturbed = (pair: number) => pair % 3 === 0;
  const of = (time: number) => (pair: number) =>
    isDisturbed(pair)
      ? measured(pair, 2.5 * time, time === 100 ? 170 : 240, unseen)
      : measured(pair, 1.5 * time, time, onlyWaited);
  const quick = quickestTimes(pairs(of(100)), pairs(of(101)));
  assert.deepEqual(times(quick?.base).slice(0, 4), [100, 100, 100, 100]);
  assert.deepEqual(times(quick?.measurements).slice(0, 4), [101, 101, 101, 101]);
});

test('one that waits for something else keeps its time', () => {
  const of = (time: number) =>
    pairs((pair) => measured(pair, 1.25 * time, time, pair === 0 ? onlyWaited : unseen));
  assert.deepEqual(times(quickestTimes(of(200), of(202))?.measurements), Array(12).fill(202));
});

test('whole time slices of others are no change of the code', () => {
  // One version needs another slice in each turn that is longer than one.
  const side = (slices: number) =>
    Array.from({ length: 20 }, (_, pair) => {
      const time = 100 + ((pair * 7) % 5) / 10;
      if (pair < 6) return measured(pair, 1.1 * time, slices === 2 ? time : 100.2, free);
      const wall = 100 * slices;
      return measured(pair, 1.1 * wall, wall, { running: time / (1.1 * wall), waiting: 0 });
    });
  const [time] = compareMeasurements(side(2), side(2.4));
  assert.equal(time?.verdict, 'noise');
});
