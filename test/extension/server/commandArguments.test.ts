/** The arguments of commands come from links, menus and other extensions, and are checked before they are used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  namesBenchmark,
  readOpenRequest,
  readShowFlameGraphArgs,
  readTestItem,
} from '../../../src/extension/server/commandArguments.ts';

test('flame graph arguments keep what is well-formed and drop the rest', () => {
  assert.deepEqual(readShowFlameGraphArgs({ sessionId: 's1', sampleType: 1, functionName: 'main.f' }), {
    sessionId: 's1',
    sampleType: 1,
    functionName: 'main.f',
  });
  assert.deepEqual(readShowFlameGraphArgs({ sessionId: 7, sampleType: -1, functionName: '' }), {});
  assert.deepEqual(readShowFlameGraphArgs({ sampleType: 0.5 }), {});
  assert.deepEqual(readShowFlameGraphArgs(undefined), {});
});

test('a run request names a file, and a benchmark or all of them', () => {
  assert.ok(namesBenchmark({ uri: 'file:///m/a_test.go', benchmark: 'BenchmarkA' }));
  assert.ok(namesBenchmark({ uri: 'file:///m/a_test.go', benchmark: null }));
  assert.ok(!namesBenchmark({ uri: 'file:///m/a_test.go' }));
  assert.ok(!namesBenchmark({ benchmark: 'BenchmarkA' }));
  assert.ok(!namesBenchmark(null));
});

test('the profile that was shown before a reload of the window', () => {
  assert.deepEqual(readOpenRequest({ path: '/a', basePath: '/b', sampleType: 1 }), {
    path: '/a',
    basePath: '/b',
    sampleType: 1,
  });
  assert.deepEqual(readOpenRequest({ path: '/a', basePath: 1, sampleType: -1 }), { path: '/a' });
  assert.equal(readOpenRequest(undefined), undefined);
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
