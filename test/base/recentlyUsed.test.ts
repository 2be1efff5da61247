import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentlyUsed } from '../../src/base/recentlyUsed.ts';

test('the value that was used least recently goes when there are too many', () => {
  const kept = new RecentlyUsed<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  assert.equal(kept.get('a'), 1);
  kept.set('c', 3);
  assert.deepEqual([kept.get('a'), kept.get('b'), kept.get('c')], [1, undefined, 3]);
  kept.set('a', 4);
  kept.delete('c');
  assert.deepEqual([kept.get('a'), kept.get('c')], [4, undefined]);
});
