import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTestItem } from '../../../src/extension/runs/testExplorer.ts';

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
