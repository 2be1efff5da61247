/** Whatever reaches the extension from outside is checked before it is used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCount, readKinds } from '../../src/extension/runs/runOptionValues.ts';
import {
  benchmarkOfTestId,
  isRunRequest,
  readBinPath,
  readFromPage,
  readShowFlameGraphArgs,
  readTestItem,
} from '../../src/extension/server/outsideValues.ts';

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
  assert.ok(isRunRequest({ uri: 'file:///m/a_test.go', benchmark: 'BenchmarkA' }));
  assert.ok(isRunRequest({ uri: 'file:///m/a_test.go', benchmark: null }));
  assert.ok(!isRunRequest({ uri: 'file:///m/a_test.go' }));
  assert.ok(!isRunRequest({ benchmark: 'BenchmarkA' }));
  assert.ok(!isRunRequest(null));
});

test('a command in the Test Explorer gets an item, in the palette nothing', () => {
  const uri = { toString: () => 'file:///m/a_test.go' };
  assert.deepEqual(readTestItem({ id: 'x', uri }), { id: 'x', uri: 'file:///m/a_test.go' });
  assert.equal(readTestItem(undefined), null);
  assert.equal(readTestItem(uri), null);
});

test('benchmarks of the Go extension are known by their ids', () => {
  assert.equal(benchmarkOfTestId('file:///m/a_test.go?benchmark#BenchmarkA'), 'BenchmarkA');
  assert.equal(benchmarkOfTestId('file:///m/a_test.go?benchmark#BenchmarkA%2Fn%3D1'), 'BenchmarkA/n=1');
  assert.equal(benchmarkOfTestId('file:///m/a_test.go?benchmark#Benchmark%C3%84'), 'BenchmarkÄ');
  assert.equal(benchmarkOfTestId('file:///m/a_test.go?benchmark#Benchmark100%'), 'Benchmark100%');
  assert.equal(benchmarkOfTestId('file:///m/a_test.go?test#TestA'), null);
  assert.equal(benchmarkOfTestId('file:///m/a_test.go?file'), null);
});

test('messages of the page', () => {
  assert.deepEqual(readFromPage({ type: 'offer', chosen: 'openAsText' }), {
    type: 'offer',
    chosen: 'openAsText',
  });
  assert.equal(readFromPage({ type: 'offer', chosen: 'format the disk' }), null);
  assert.deepEqual(readFromPage({ type: 'ready' }), { type: 'ready' });
  assert.deepEqual(readFromPage({ type: 'open', file: 'a.go', line: 3, more: 1 }), {
    type: 'open',
    file: 'a.go',
    line: 3,
  });
  assert.deepEqual(readFromPage({ type: 'sampleType', sampleType: 2 }), {
    type: 'sampleType',
    sampleType: 2,
  });
  assert.equal(readFromPage({ type: 'open', file: 'a.go', line: -3 }), null);
  assert.equal(readFromPage({ type: 'open', line: 3 }), null);
  assert.equal(readFromPage({ type: 'sampleType', sampleType: '2' }), null);
  assert.equal(readFromPage({ type: 'launch' }), null);
  assert.equal(readFromPage('ready'), null);
});

test("the Go extension's go command", () => {
  const settings = {
    path: '/usr/local/go/bin/',
    getExecutionCommand(tool: string) {
      return { binPath: this.path + tool };
    },
  };
  assert.equal(readBinPath({ settings }, undefined), '/usr/local/go/bin/go');
  assert.equal(readBinPath({ settings: { getExecutionCommand: () => undefined } }, undefined), undefined);
  assert.equal(readBinPath({ settings: {} }, undefined), undefined);
  assert.equal(readBinPath(undefined, undefined), undefined);
});

test('kinds and count as users write them', () => {
  assert.deepEqual(readKinds(['mutex', 'cpu', 'heap']), ['cpu', 'mutex']);
  assert.deepEqual(readKinds('cpu'), ['cpu', 'mem']);
  assert.equal(readCount(' 10 '), 10);
  for (const none of ['0', '1001', '-1', '2.5', 'ten', '']) assert.equal(readCount(none), null, none);
});
