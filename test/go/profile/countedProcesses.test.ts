import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewOperations } from '../../../src/go/profile/countedProcesses.ts';

const measurements = [{ iterations: 1000, metrics: { 'ns/op': 500_000 } }];

test('what valgrind would need minutes for is not counted: operations, and what comes before them', () => {
  const quick = fewOperations({ measurements, took: 700 });
  assert.ok(quick.ok && quick.value === 2, JSON.stringify(quick));
  const slow = fewOperations({ measurements: [{ iterations: 1, metrics: { 'ns/op': 2e9 } }] });
  assert.ok(!slow.ok && slow.problem.args[0] === 20, JSON.stringify(slow));
  // Each of the calls with which Go finds the number of operations has taken two seconds for its setup.
  const prepared = fewOperations({ measurements, took: 8500 });
  assert.ok(!prepared.ok && prepared.problem.code === 'too-long', JSON.stringify(prepared));
});
