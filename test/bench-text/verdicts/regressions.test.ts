/** How much worse a result has become, in the direction of its unit, and the sentence about it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { betterOf, worseBy } from '../../../src/bench/verdicts/direction.ts';
import { regressionProblem } from '../../../src/bench/verdicts/regressions.ts';

/** The sentences about all units that are worse, from one unit's values before and now. */
function said(unit: string, before: readonly number[], now: readonly number[]): string[] {
  const measured = (values: readonly number[]) =>
    values.map((value) => ({ iterations: 100, metrics: { [unit]: value } }));
  const better = betterOf(unit);
  return compareMeasurements(measured(before), measured(now))
    .filter((change) => worseBy(change, better) > 0)
    .map((change) => sentence(regressionProblem(change, 'BenchmarkX', 'main', better)));
}

const from = (first: number, count = 6) => Array.from({ length: count }, (_, i) => first + i);

test('each unit has its sentence', () => {
  assert.deepEqual(said('ns/op', from(100), from(112)), [
    'BenchmarkX is 12% slower than main (p=0.002 n=6).',
  ]);
  assert.deepEqual(said('ns/op', from(112), from(100)), [], 'faster');
  assert.deepEqual(said('B/op', [64, 64], [96, 96]), [
    'BenchmarkX allocates 50% more bytes than main (counted exactly).',
  ]);
  assert.deepEqual(said('B/op', [64, 64, 64, 65], [96, 96, 96, 96]), [
    'BenchmarkX allocates 50% more bytes than main (p=0.029 n=4).',
  ]);
  assert.deepEqual(said('allocs/op', [1, 1], [2, 2]), [
    'BenchmarkX allocates 100% more objects than main (counted exactly).',
  ]);
  assert.deepEqual(said('MB/s', from(100, 5), from(50, 5)), [
    'BenchmarkX has 49% less throughput than main (p=0.008 n=5).',
  ]);
  assert.deepEqual(said('hits/s', from(100), from(50)), [
    'BenchmarkX has 49% less hits/s than main (p=0.002 n=6).',
  ]);
  assert.deepEqual(said('p99-ns', from(100), from(200)), [
    'BenchmarkX has 98% more p99-ns than main (p=0.002 n=6).',
  ]);
  assert.deepEqual(said('hits', from(100), from(50)), [], 'nobody knows which is better');
});

test('from zero there is no percentage', () => {
  assert.deepEqual(said('allocs/op', [0, 0, 0, 0], [2, 2, 2, 2]), [
    'BenchmarkX went from 0 allocs/op (main) to 2 allocs/op (counted exactly).',
  ]);
});

test('a unit’s direction: its Unit line, or its name', () => {
  const directions = ['ns/op', 'x/op', 'MB/s', 'req/sec', 'p99-ns', 'heap_B', 'ns/hop', 'hits', 'depth/n'];
  assert.deepEqual(
    directions.map((unit) => betterOf(unit)),
    ['lower', 'lower', 'higher', 'higher', 'lower', 'lower', 'lower', null, null],
  );
  assert.equal(betterOf('hits/op', { 'hits/op': { better: 'higher' } }), 'higher');
  assert.equal(betterOf('ns/op', { 'sec/op': { better: 'higher' } }), 'higher', 'benchstat’s name of it');
  assert.equal(betterOf('hits/s', { 'hits/s': { better: 'unknown' } }), 'higher');
});
