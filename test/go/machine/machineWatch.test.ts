/** Reads the kernel's files, from texts and on this machine. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  cgroupFolders,
  countCores,
  readCpuTimes,
  readProcessTimes,
  readQuota,
  readThrottled,
  wholeName,
} from '../../../src/go/machine/machineFiles.ts';
import { MachineObserver } from '../../../src/go/machine/machineWatch.ts';
import { runProcess } from '../../../src/go/toolchain/process.ts';
import { why } from '../../why.ts';

describe('the kernel’s files', () => {
  test('busy processor time is neither idle nor waiting nor stolen', () => {
    const text = 'cpu  100 20 30 9000 500 1 2 40 7 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n';
    assert.deepEqual(readCpuTimes(text), { busy: 1.53, stolen: 0.4 });
    assert.equal(readCpuTimes('nothing of the kind'), null);
  });

  test('the name of a process may have any characters', () => {
    const text = '7 (a) R (b) S 1 7 7 0 -1 4194304 1 2 3 4 150 50 1000 2000 20 0 1 0 5 6 7\n';
    assert.deepEqual(readProcessTimes(text), { name: 'a) R (b', own: 2, children: 30 });
    assert.equal(readProcessTimes(''), null);
  });

  test('a name that the kernel has cut is whole again, if the command line says a plain one', () => {
    const cut = 'chromium-headle';
    assert.deepEqual(
      [
        '/usr/lib/chromium-headless-shell\0--type=renderer\0',
        'chromium-headless-shell --type=renderer',
        '/usr/bin/another-program\0',
        '/usr/bin/chromium-headless [x](https://example.com)\0',
        'chromium-headle\u202e\0',
        '',
      ].map((line) => wholeName(cut, line)),
      ['chromium-headless-shell', 'chromium-headless-shell', cut, 'chromium-headless', cut, cut],
    );
    assert.equal(wholeName('go', '/usr/bin/gofmt\0'), 'go');
  });

  test('cores and quotas, in both versions of control groups', () => {
    assert.deepEqual(['0-3,8', '5', '0,2,4-5'].map(countCores), [5, 1, 4]);
    assert.deepEqual(cgroupFolders('0::/a/b\n'), [
      '/sys/fs/cgroup/a/b',
      '/sys/fs/cgroup/a',
      '/sys/fs/cgroup',
    ]);
    assert.deepEqual(cgroupFolders('3:cpuset:/x\n2:cpu,cpuacct:/d\n'), [
      '/sys/fs/cgroup/cpu/d',
      '/sys/fs/cgroup/cpu',
    ]);
    assert.deepEqual(['150000 100000', 'max 100000', '-1 100000', 'null null'].map(readQuota), [
      1.5,
      null,
      null,
      null,
    ]);
    assert.equal(readThrottled('nr_throttled 3\nthrottled_usec 2500000\n'), 2.5);
    assert.equal(readThrottled('nr_throttled 3\nthrottled_time 2500000000\n'), 2.5);
    assert.equal(readThrottled('usage_usec 1\n'), null);
  });
});

test('the time of our own processes does not count as that of others', {
  skip: process.platform !== 'linux',
}, async () => {
  const observer = new MachineObserver(process.env);
  const spin =
    'const until = process.hrtime.bigint() + 600_000_000n; while (process.hrtime.bigint() < until);';
  const end = await observer.during(() =>
    runProcess({ command: process.execPath, args: ['-e', spin], directory: '/', env: process.env }),
  );
  assert.ok(end.ok, why(end));
  const { seconds, cores, usableCores, otherSeconds } = await observer.finish();
  assert.ok(seconds >= 0.6 && usableCores <= cores);
  // All other processes together can have used only what the busy process has left.
  assert.ok(otherSeconds !== null && otherSeconds >= 0);
  assert.ok(otherSeconds <= cores * seconds + 0.1);
});
