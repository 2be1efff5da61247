import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkAtLine, readTestItem } from '../../../src/extension/runs/meantTests.ts';

const benchmarks = [
  { name: 'BenchmarkA', line: 10, endLine: 20 },
  { name: 'BenchmarkA/small', line: 12, endLine: 14 },
  { name: 'BenchmarkA/large', line: 15, endLine: 18 },
  { name: 'BenchmarkB', line: 22, endLine: 25 },
  { name: 'BenchmarkC', line: 30, endLine: 30 },
  { name: 'BenchmarkC/x', line: 30, endLine: 30 },
];

test('the cursor means the innermost benchmark around it: a b.Run before its function', () => {
  const names = [13, 15, 19, 22, 30, 21].map((line) => benchmarkAtLine(benchmarks, line)?.name);
  const [ofA, ofB, ofC] = ['BenchmarkA', 'BenchmarkB', 'BenchmarkC/x'];
  assert.deepEqual(names, [`${ofA}/small`, `${ofA}/large`, ofA, ofB, ofC, undefined]);
});

test('a command in the Test Explorer gets the benchmark of its item, in the palette nothing', () => {
  const uri = { toString: () => 'file:///m/a_test.go' };
  const benchmarkOf = (id: string) => readTestItem({ id, uri })?.benchmark;
  assert.deepEqual(readTestItem({ id: 'file:///m/a_test.go?benchmark#BenchmarkA', uri }), {
    uri: 'file:///m/a_test.go',
    benchmark: 'BenchmarkA',
  });
  assert.equal(benchmarkOf('file:///m/a_test.go?benchmark#BenchmarkA%2Fn%3D1'), 'BenchmarkA/n=1');
  assert.equal(benchmarkOf('file:///m/a_test.go?benchmark#Benchmark%C3%84'), 'BenchmarkÄ');
  assert.equal(benchmarkOf('file:///m/a_test.go?benchmark#Benchmark100%'), 'Benchmark100%');
  assert.equal(benchmarkOf('file:///m/a_test.go?test#TestA'), undefined);
  assert.equal(benchmarkOf('file:///m/a_test.go?file'), undefined);
  assert.equal(readTestItem({ id: 'file:///m/a_test.go?benchmark#BenchmarkA' }), null);
  assert.equal(readTestItem(undefined), null);
  assert.equal(readTestItem(uri), null);
});
