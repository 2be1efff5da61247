// Hashes depend on a number that no file knows. Otherwise a file of chosen numbers takes hours to read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPair } from '../../src/pprof/numberedPairs.ts';

/** For each of many numbers one more, so that all pairs have the same hash under seed 0: only the lowest bits count. */
function collidingPairs(count: number, mask: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let a = 1; pairs.length < count; a++) {
    let b = 0;
    while ((hashPair(0, a, b) & mask) !== 0) b++;
    pairs.push([a, b]);
  }
  return pairs;
}

test('pairs that are chosen to have one hash have many hashes under another seed', () => {
  const mask = 0xff;
  const pairs = collidingPairs(2000, mask);
  assert.equal(new Set(pairs.map(([a, b]) => hashPair(0, a, b) & mask)).size, 1);
  for (const seed of [1, 0x1234_5678, -7]) {
    const slots = new Set(pairs.map(([a, b]) => hashPair(seed, a, b) & mask));
    assert.ok(slots.size > mask / 2, `${slots.size} of ${mask + 1} slots`);
  }
});
