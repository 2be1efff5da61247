// However a profile is made, reading it takes memory in proportion to its bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryTaken } from '../memoryTaken.ts';
import { hostileShapes, shapesToMerge } from './hostileProfiles.ts';

const megabytes = 3;
/** The engine's own memory, and what it has not yet given back. */
const engine = 30;
const most = 10 * megabytes + engine;
/** Of a quarter of the bytes: what was read, the tables in which equal rows are found, and the merged profile. */
const mostToMerge = (14 * megabytes) / 4 + engine;

test('a profile takes at most ten times its bytes of memory while it is read, and a merge not much more', () => {
  const took = memoryTaken(import.meta.dirname, megabytes);
  assert.deepEqual(Object.keys(took), [...shapesToMerge.map((shape) => `merge: ${shape}`), ...hostileShapes]);
  const tooMuch = Object.entries(took).filter(
    ([what, more]) => more > (what.startsWith('merge') ? mostToMerge : most),
  );
  assert.deepEqual(tooMuch, [], `more than ${most} MB for ${megabytes} MB, or ${mostToMerge} MB for a merge`);
});
