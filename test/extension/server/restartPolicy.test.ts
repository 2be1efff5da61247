import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onDeath } from '../../../src/extension/server/restartPolicy.ts';

const minute = 60_000;

test('a first death: start again, and say so', () => {
  assert.deepEqual(onDeath([1000]), { restart: true, tell: true });
});

test('a second one soon after: start again in silence', () => {
  assert.deepEqual(onDeath([0, minute]), { restart: true, tell: false });
  assert.deepEqual(onDeath([0, minute, 2 * minute]), { restart: true, tell: false });
});

test('a server that keeps dying is left alone, and the user is told', () => {
  assert.deepEqual(onDeath([0, 1, 2, 3]), { restart: false, tell: true });
});

test('deaths of long ago do not count', () => {
  assert.deepEqual(onDeath([0, 1, 2, 10 * minute]), { restart: true, tell: true });
});
