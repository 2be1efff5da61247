// However a recording is made, reading it takes memory in proportion to its bytes, or it is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryTaken } from '../memoryTaken.ts';
import { hostileKinds } from './hostileRecordings.ts';

const megabytes = 3;
/** The engine's own memory, and what it has not yet given back. */
const engine = 45;
const most = 10 * megabytes + engine;

test('a recording takes at most ten times its bytes of memory while it is read', () => {
  const took = memoryTaken(import.meta.dirname, megabytes);
  assert.deepEqual(Object.keys(took), hostileKinds);
  const tooMuch = Object.entries(took).filter(([, more]) => more > most);
  assert.deepEqual(tooMuch, [], `more than ${most} MB for ${megabytes} MB`);
});
