// What a real process had of the cores, and what is made of it when it is gone.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { CoreWatch, readSchedule } from '../../../src/go/machine/coreUse.ts';

test('the kernel’s line of a thread', () => {
  assert.deepEqual(readSchedule('103372 97082 2\n'), { running: 103372, waiting: 97082 });
  for (const text of ['', '1 2', 'x 2 3', '1 2 3 4']) assert.equal(readSchedule(text), null, text);
});

describe('a watched process', { skip: process.platform === 'linux' ? false : 'only Linux says it' }, () => {
  const node = (code: string): ChildProcess =>
    spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });

  test('that computes runs or waits for a core; one that sleeps does neither', async () => {
    const uses = await Promise.all(
      ['console.log(1); for (;;);', 'console.log(1); setTimeout(() => {}, 1e9)'].map(async (code) => {
        const child = node(code);
        const watch = new CoreWatch();
        try {
          assert.ok(child.stdout && child.pid);
          await once(child.stdout, 'data');
          watch.start(child.pid);
          watch.lately(0);
          await pause(500);
          return watch.lately(1e12) ?? assert.fail('nothing is known');
        } finally {
          watch.end();
          child.kill('SIGKILL');
        }
      }),
    );
    const [computes, sleeps] = uses.map(({ running, waiting }) => running + waiting);
    assert.ok(computes !== undefined && sleeps !== undefined);
    assert.ok(computes > 0.5, `${computes}`);
    assert.ok(sleeps < computes / 2, `${sleeps}`);
  });

  test('that waits for a core beside more programs than cores is seen to wait', async () => {
    const children = Array.from({ length: cpus().length + 2 }, () => node('console.log(1); for (;;);'));
    const watch = new CoreWatch();
    try {
      const [first] = children;
      assert.ok(first?.stdout && first.pid);
      await Promise.all(children.map((child) => child.stdout && once(child.stdout, 'data')));
      watch.start(first.pid);
      watch.lately(0);
      let waiting = 0;
      for (let looks = 0; looks < 100 && waiting < 0.05; looks++) {
        await pause(300);
        waiting = watch.lately(1e12)?.waiting ?? 0;
      }
      assert.ok(waiting >= 0.05, `${waiting}`);
    } finally {
      watch.end();
      for (const child of children) child.kill('SIGKILL');
    }
  });

  test('that is gone has what was seen of it before; one that was never seen has nothing', async () => {
    const child = node('const end = Date.now() + 700; while (Date.now() < end);');
    const watch = new CoreWatch();
    const late = new CoreWatch();
    try {
      assert.ok(child.pid);
      watch.start(child.pid);
      await once(child, 'close');
      late.start(child.pid);
      const use = watch.lately(1e12);
      assert.ok(use !== null && use.running > 0, JSON.stringify(use));
      assert.equal(late.lately(1e12), null);
      assert.equal(watch.lately(1e12), null, 'nothing since then');
      assert.equal(new CoreWatch().lately(1e12), null, 'not started');
    } finally {
      watch.end();
      late.end();
    }
  });
});
