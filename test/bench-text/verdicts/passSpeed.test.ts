import assert from 'node:assert/strict';
import test from 'node:test';
import { passVariation } from '../../../src/bench/verdicts/passSpeed.ts';

const timed = (...times: number[]) => times.map((time) => ({ iterations: 1, metrics: { 'ns/op': time } }));
const percent = (variation: number) => (100 * variation).toFixed(1);

test('a machine is assumed to vary by five percent until its measurements show more', () => {
  assert.equal(percent(passVariation([], [], 0)), '7.1', 'two passes, each by five percent');
  const calm = timed(...Array.from({ length: 10 }, () => 1000));
  assert.equal(percent(passVariation(calm, calm, 0)), '3.0', 'eighteen deviations of nothing');
  const wild = timed(500, 2000, 500, 2000, 500, 2000);
  assert.ok(passVariation(wild, wild, 0) > 0.8);
});

test('two deviations are at least the known difference between runs of the same code', () => {
  const calm = timed(1000, 1000, 1000, 1000, 1000, 1000);
  assert.equal(percent(passVariation(calm, calm, Math.E ** 0.4 - 1)), '20.0');
});
