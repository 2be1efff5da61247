import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedCounts, readCount, readKinds } from '../../../src/extension/runs/runOptionValues.ts';

test('kinds and count as users write them', () => {
  assert.deepEqual(readKinds(['mutex', 'cpu', 'heap']), ['cpu', 'mutex']);
  assert.deepEqual(readKinds('cpu'), ['cpu', 'mem']);
  assert.equal(readCount(' 10 '), 10);
  for (const none of ['0', '1001', '-1', '2.5', 'ten', '']) assert.equal(readCount(none), null, none);
});

test('what is chosen is what the run is asked for', () => {
  const none = { instructions: false, simulates: false, times: false };
  assert.deepEqual(askedCounts(['instructions']), { ...none, instructions: true });
  assert.deepEqual(askedCounts(['simulated']), { ...none, instructions: true, simulates: true });
  assert.deepEqual(askedCounts(['times']), { ...none, times: true });
});
