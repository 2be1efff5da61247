import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LensRefresh } from '../../../src/server/lenses/lensRefresh.ts';

function told() {
  const seen = { times: 0, now: 0 };
  const refresh = new LensRefresh(
    () => seen.times++,
    () => seen.now,
  );
  return { seen, refresh };
}

test('a client that is slow is not told of each change: it would begin to wait anew', async () => {
  const { seen, refresh } = told();
  refresh.changed();
  for (seen.now = 1000; seen.now < 10_000; seen.now += 1000) refresh.changed();
  assert.equal(seen.times, 1);
  await refresh.answer(async () => []);
  refresh.changed();
  assert.equal(seen.times, 2);
});

test('what changes while the client is answered is told after the answer, once', async () => {
  const { seen, refresh } = told();
  const answer = await refresh.answer(async () => {
    refresh.changed();
    refresh.changed();
    await refresh.answer(async () => 'of another document');
    return seen.times;
  });
  assert.equal(answer, 0);
  // Timers of the same length fire in their order.
  await sleep();
  assert.equal(seen.times, 1);
  refresh.changed();
  assert.equal(seen.times, 1, 'it has not asked yet');
});

test('a client that showed nothing when it was told is told again later', () => {
  const { seen, refresh } = told();
  refresh.changed();
  seen.now = 10_000;
  refresh.changed();
  assert.equal(seen.times, 2);
});
