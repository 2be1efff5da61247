/** A regression is worse, significant, and beyond the threshold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { regressionProblem, regressions } from '../../../src/bench/verdicts/regressions.ts';
import { sentence } from '../../../src/result.ts';

function runs(metrics: Readonly<Record<string, readonly number[]>>): Measurement[] {
  const count = Math.max(...Object.values(metrics).map((values) => values.length));
  return Array.from({ length: count }, (_, i) => ({
    iterations: 100,
    metrics: Object.fromEntries(Object.entries(metrics).map(([unit, values]) => [unit, values[i]!])),
  }));
}

function said(base: Measurement[], now: Measurement[], threshold = 0.05): string[] {
  return regressions(base, now, threshold).map((change) =>
    sentence(regressionProblem(change, 'BenchmarkX', 'main')),
  );
}

const steady = runs({ 'ns/op': [100, 101, 102, 103, 104, 105] });

test('slower, significant, and beyond the threshold', () => {
  const slower = runs({ 'ns/op': [112, 113, 114, 115, 116, 117] });
  assert.deepEqual(said(steady, slower), ['BenchmarkX is 12% slower than main (p=0.002 n=6).']);
  assert.deepEqual(said(steady, slower, 0.2), []);
  assert.deepEqual(said(slower, steady), [], 'faster');
});

test('a change that may be chance is no regression, however large', () => {
  assert.deepEqual(said(steady, runs({ 'ns/op': [90, 100, 101, 300, 300, 300] })), []);
  assert.deepEqual(said(runs({ 'ns/op': [100] }), runs({ 'ns/op': [900] })), [], 'one run says nothing');
});

test('each metric in its direction; one of the benchmark’s own has none', () => {
  const base = runs({ 'B/op': [64, 64], 'allocs/op': [1, 1], 'MB/s': [10, 10], 'ns/hop': [1, 1] });
  const now = runs({ 'B/op': [96, 96], 'allocs/op': [2, 2], 'MB/s': [20, 20], 'ns/hop': [9, 9] });
  assert.deepEqual(said(base, now), [
    'BenchmarkX allocates 50% more bytes than main (p=0.333 n=2).',
    'BenchmarkX allocates 100% more objects than main (p=0.333 n=2).',
  ]);
  const throughput = (from: number) => runs({ 'MB/s': [0, 1, 2, 3, 4].map((more) => from + more) });
  assert.deepEqual(said(throughput(100), throughput(50)), [
    'BenchmarkX has 49% less throughput than main (p=0.008 n=5).',
  ]);
});

test('from zero there is no percentage', () => {
  const base = runs({ 'allocs/op': [0, 0, 0, 0] });
  assert.deepEqual(said(base, runs({ 'allocs/op': [2, 2, 2, 2] }), 100), [
    'BenchmarkX went from 0 allocs/op (main) to 2 allocs/op (p=0.029 n=4).',
  ]);
});
