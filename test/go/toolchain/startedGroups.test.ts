// Which processes may start, and how long this process listens for signals because of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forget, remember } from '../../../src/go/toolchain/startedGroups.ts';

/** The event loop has gone round. */
const aMoment = async () => {
  for (let rounds = 0; rounds < 5; rounds++) await new Promise(setImmediate);
};

test('listens for signals once while any process runs', async () => {
  const before = process.listenerCount('SIGTERM');
  const groups = [remember(), remember()] as const;
  assert.equal(process.listenerCount('SIGTERM'), before + 1);
  forget(groups[0]);
  await aMoment();
  assert.equal(process.listenerCount('SIGTERM'), before + 1, 'one runs still');
  forget(groups[1]);
  assert.equal(process.listenerCount('SIGTERM'), before + 1, 'a signal may have come already');
  await aMoment();
  assert.equal(process.listenerCount('SIGTERM'), before);
});
