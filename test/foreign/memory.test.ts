// However a recording is made, reading it takes memory in proportion to its bytes, or it is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryTaken } from '../memoryTaken.ts';
import { hostileKinds } from './hostileRecordings.ts';

const megabytes = 1;
/** The engine's own memory, and what it has not yet given back. */
const engine = 45;
/** `JSON.parse` makes an object of 56 bytes and a place of 8 in an array from two bytes and a comma, and copies both while it collects. */
const most = (kind: string) => (/^(?:folded|perf):/.test(kind) ? 10 : 30) * megabytes + engine;

test('a recording takes at most ten times its bytes of memory while it is read, as JSON thirty times', () => {
  const took = memoryTaken(import.meta.dirname, megabytes);
  assert.deepEqual(Object.keys(took), hostileKinds);
  const tooMuch = Object.entries(took).filter(([kind, more]) => more > most(kind));
  assert.deepEqual(tooMuch, [], `more than allowed for ${megabytes} MB`);
});
