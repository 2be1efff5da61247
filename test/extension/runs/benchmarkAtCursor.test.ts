import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkAtLine } from '../../../src/extension/runs/benchmarkAtCursor.ts';

const benchmarks = [
  { name: 'BenchmarkA', line: 10, endLine: 20 },
  { name: 'BenchmarkA/small', line: 12, endLine: 14 },
  { name: 'BenchmarkA/large', line: 15, endLine: 18 },
  { name: 'BenchmarkB', line: 22, endLine: 25 },
];

test('the cursor inside a b.Run means that sub-benchmark, outside of any the whole function', () => {
  assert.equal(benchmarkAtLine(benchmarks, 13)?.name, 'BenchmarkA/small');
  assert.equal(benchmarkAtLine(benchmarks, 15)?.name, 'BenchmarkA/large');
  assert.equal(benchmarkAtLine(benchmarks, 19)?.name, 'BenchmarkA');
  assert.equal(benchmarkAtLine(benchmarks, 22)?.name, 'BenchmarkB');
});

test('between functions there is no benchmark', () => {
  assert.equal(benchmarkAtLine(benchmarks, 21), undefined);
  assert.equal(benchmarkAtLine([], 0), undefined);
});

test('of sub-benchmarks on the same line as their function, the inner one is meant', () => {
  const oneLine = [
    { name: 'BenchmarkC', line: 3, endLine: 3 },
    { name: 'BenchmarkC/x', line: 3, endLine: 3 },
  ];
  assert.equal(benchmarkAtLine(oneLine, 3)?.name, 'BenchmarkC/x');
});
