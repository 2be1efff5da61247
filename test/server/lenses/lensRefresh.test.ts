import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LensRefresh } from '../../../src/server/lenses/lensRefresh.ts';

/** One that has a clock of its own, and the seconds at which its client was told. */
function told() {
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  const seconds: number[] = [];
  const refresh = new LensRefresh(() => seconds.push(now / 1000), {
    now: () => now,
    later: (act, milliseconds) => {
      const timer = { at: now + milliseconds, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  const ask = () => refresh.answer(async () => []);
  const pass = (until: number) => {
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= until * 1000).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      timers = timers.filter((each) => each !== next);
      now = next.at;
      next.act();
    }
    now = until * 1000;
  };
  return { seconds, refresh, ask, pass };
}

test('a client that is slow is not told of each change: it would begin to wait anew', async () => {
  const { seconds, refresh, ask, pass } = told();
  refresh.changed();
  pass(1.5);
  refresh.changed();
  await ask();
  assert.deepEqual(seconds, [0]);
  // It takes one and a half seconds again, and may take twice as long.
  for (const second of [2, 2.5, 3, 3.5, 4, 4.5]) {
    pass(second);
    refresh.changed();
  }
  assert.deepEqual(seconds, [0, 2]);
});

test('a client that does not ask is told again, a few times, and of the next change', () => {
  const { seconds, refresh, pass } = told();
  refresh.changed();
  pass(100);
  assert.deepEqual(seconds, [0, 2, 6, 14]);
  refresh.changed();
  assert.deepEqual(seconds, [0, 2, 6, 14, 100]);
});

test('what changes while the client is answered is told after the answer, once', async () => {
  const { seconds, refresh, ask, pass } = told();
  await refresh.answer(async () => {
    refresh.changed();
    refresh.changed();
    await ask();
  });
  assert.deepEqual(seconds, []);
  pass(1);
  assert.deepEqual(seconds, [0]);
  refresh.changed();
  assert.deepEqual(seconds, [0], 'it has not asked yet');
});
