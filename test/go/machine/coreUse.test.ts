// What a real process had of the cores, and what is made of it when it is gone.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { CoreWatch, readSchedule } from '../../../src/go/machine/coreUse.ts';
import { eventually, within } from '../../eventually.ts';

test('the kernel’s line of a thread', () => {
  assert.deepEqual(readSchedule('103372 97082 2\n'), { running: 103372, waiting: 97082 });
  for (const text of ['', '1 2', 'x 2 3', '1 2 3 4']) assert.equal(readSchedule(text), null, text);
});

describe('a watched process', { skip: process.platform === 'linux' ? false : 'only Linux says it' }, () => {
  const node = (code: string): ChildProcess =>
    spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });

  /** Each of them has printed something. */
  const started = (children: readonly ChildProcess[]) =>
    within('the start of all', Promise.all(children.map(({ stdout }) => stdout && once(stdout, 'data'))));

  test('that computes runs or waits for a core; one that sleeps does neither', async () => {
    const children = ['console.log(1); for (;;);', 'console.log(1); setTimeout(() => {}, 1e9)'].map(node);
    const watches = children.map(() => new CoreWatch());
    try {
      await started(children);
      for (const [i, watch] of watches.entries()) watch.start(children[i]!.pid!);
      // A machine that is busy may give the one nothing for a while; the other may still end its start.
      let shares: number[] = [];
      await eventually(
        () => `one that computes, and one that does not: ${shares}`,
        async () => {
          for (const watch of watches) watch.lately(0);
          await pause(500);
          shares = watches.map((watch) => {
            const { running, waiting } = watch.lately(1e12) ?? assert.fail('nothing is known');
            return running + waiting;
          });
          return shares[0]! > 0.5 && shares[1]! < shares[0]! / 2;
        },
      );
    } finally {
      for (const watch of watches) watch.end();
      for (const child of children) child.kill('SIGKILL');
    }
  });

  test('that waits for a core beside more programs than cores is seen to wait', async () => {
    const children = Array.from({ length: cpus().length + 2 }, () => node('console.log(1); for (;;);'));
    const watch = new CoreWatch();
    try {
      const [first] = children;
      assert.ok(first?.pid);
      await started(children);
      watch.start(first.pid);
      watch.lately(0);
      let waiting = 0;
      await eventually(
        () => `that it waits: ${waiting}`,
        async () => {
          await pause(300);
          waiting = watch.lately(1e12)?.waiting ?? 0;
          return waiting >= 0.05;
        },
      );
    } finally {
      watch.end();
      for (const child of children) child.kill('SIGKILL');
    }
  });

  test('that is gone has what was seen of it before; one that was never seen has nothing', async () => {
    const child = node('console.log(1); for (;;);');
    const watch = new CoreWatch();
    const late = new CoreWatch();
    try {
      await started([child]);
      assert.ok(child.pid);
      watch.start(child.pid);
      // One after the other, so that there are looks between them however busy the machine is.
      for (let looks = 0; looks < 5; looks++) await pause(150);
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await within('its end', closed);
      late.start(child.pid);
      const use = watch.lately(1e12);
      assert.ok(use !== null && use.running > 0, JSON.stringify(use));
      assert.equal(late.lately(1e12), null);
      assert.equal(watch.lately(1e12), null, 'nothing since then');
      assert.equal(new CoreWatch().lately(1e12), null, 'not started');
    } finally {
      watch.end();
      late.end();
      child.kill('SIGKILL');
    }
  });
});
