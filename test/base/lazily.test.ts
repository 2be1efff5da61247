import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazily } from '../../src/base/lazily.ts';

test('it is made when it is first needed, once for all who ask', async () => {
  let made = 0;
  const get = lazily(async () => ++made);
  assert.equal(made, 0);
  assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
  assert.equal(await get(), 1);
});

test('who waits while it fails hears so, and who asks next tries again', async () => {
  let tries = 0;
  const get = lazily(async () => {
    if (++tries === 1) throw new Error('not now');
    return tries;
  });
  const [first, second] = [get(), get()];
  await assert.rejects(first, /not now/);
  await assert.rejects(second, /not now/);
  assert.deepEqual([await get(), await get()], [2, 2]);
});
