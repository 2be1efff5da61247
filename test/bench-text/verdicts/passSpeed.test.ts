import assert from 'node:assert/strict';
import test from 'node:test';
import { passVariation, speedVariation } from '../../../src/bench/verdicts/passSpeed.ts';

const timed = (...times: number[]) => times.map((time) => ({ iterations: 1, metrics: { 'ns/op': time } }));
const percent = (variation: number) => (100 * variation).toFixed(1);
const undisturbed = { drift: 0, isDisturbed: false };

const calm = timed(...Array.from({ length: 10 }, () => 1000));
const wild = timed(500, 2000, 500, 2000, 500, 2000);

test('a machine is assumed to vary by five percent until its measurements show more', () => {
  assert.equal(
    percent(passVariation([], timed(1000), undisturbed)),
    '7.1',
    'two passes, each by five percent',
  );
  assert.equal(
    percent(passVariation(calm, calm, undisturbed)),
    '3.3',
    'eighteen deviations of nothing, and two processes',
  );
  assert.ok(passVariation(wild, wild, undisturbed) > 0.8);
});

test('a few measurements show less than many', () => {
  const of = (count: number) =>
    speedVariation([timed(...Array.from({ length: count }, (_, i) => 1000 + 200 * (i % 2)))], false);
  assert.deepEqual([2, 4, 6, 20].map(of).map(percent), ['19.3', '13.3', '11.8', '10.0']);
});

test('what others took of the cores while it was measured says nothing about CPU time', () => {
  assert.equal(percent(speedVariation([wild], true)), '5.0');
});

test('two deviations are at least the known difference between runs of the same code', () => {
  const drift = Math.E ** 0.4 - 1;
  assert.equal(percent(passVariation(calm, calm, { ...undisturbed, drift })), '20.0');
});
