import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCount, readKinds } from '../../../src/extension/runs/runOptionValues.ts';

test('kinds and count as users write them', () => {
  assert.deepEqual(readKinds(['mutex', 'cpu', 'heap']), ['cpu', 'mutex']);
  assert.deepEqual(readKinds('cpu'), ['cpu', 'mem']);
  assert.equal(readCount(' 10 '), 10);
  for (const none of ['0', '1001', '-1', '2.5', 'ten', '']) assert.equal(readCount(none), null, none);
});
