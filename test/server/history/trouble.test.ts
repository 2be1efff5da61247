/** Runs must not be lost by a crash while writing, by two servers at once, or by a full disk. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test, { beforeEach, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sentence } from '../../../src/base/result.ts';
import { History } from '../../../src/server/history/history.ts';
import type { KeptResult } from '../../../src/server/history/keptRun.ts';
import { readSources } from '../../../src/server/history/keptSources.ts';
import { eventually, within } from '../../eventually.ts';
import { testFolder } from '../../testFolder.ts';
import { why } from '../../why.ts';
import { keep, runAt, writeProfiles } from './runs.ts';

let directory: string;
beforeEach(() => {
  directory = testFolder();
});

function keeper(...args: string[]): ChildProcess {
  const script = path.join(import.meta.dirname, 'keeperProcess.ts');
  return spawn(process.execPath, ['--import', 'tsx', script, directory, ...args], { stdio: 'inherit' });
}

const ended = (child: ChildProcess): Promise<unknown[]> => within('the end of a keeper', once(child, 'exit'));

/** The runs that the next start finds. Each of them must be complete. */
async function wholeRuns(): Promise<string[]> {
  const history = new History(directory);
  assert.deepEqual(await history.load(), [], 'no record is damaged');
  for (const { folder, benchmark } of history.results) {
    assert.ok((await readSources(folder)).ok);
    const files = readdirSync(folder);
    for (const { file } of benchmark.profiles) assert.ok(files.includes(file), file);
  }
  return history.results.map(({ id }) => id);
}

test('if it is killed between the sources and the record, this run is not kept and the others are', async () => {
  const [, signal] = await ended(keeper('run', '3', 'die'));
  assert.equal(signal, 'SIGKILL');
  assert.deepEqual(await wholeRuns(), ['run0-r', 'run1-r']);
  assert.deepEqual(readdirSync(path.join(directory, 'run2')).sort(), [
    'BenchmarkA-2.cpu.pprof',
    'sources.json.gz',
  ]);
});

test('if it is killed at any time, no half run is found', async () => {
  for (let round = 0; round < 3; round++) {
    const child = keeper(`round${round}-`, '100000');
    // Wait for the first runs, then kill it at a random time.
    const written = () => readdirSync(directory).filter((name) => name.startsWith(`round${round}-`)).length;
    await eventually('the first runs', () => written() >= 5);
    await sleep(Math.random() * 30);
    const killed = ended(child);
    child.kill('SIGKILL');
    await killed;
    assert.ok((await wholeRuns()).some((id) => id.startsWith(`round${round}-`)));
  }
});

test('two servers that write at once keep all their runs', async () => {
  const children = [keeper('a', '20'), keeper('b', '20')];
  for (const [code] of await Promise.all(children.map(ended))) assert.equal(code, 0);
  assert.equal((await wholeRuns()).length, 40);
});

/** Makes a disk of this size; `null` if this user may not do that. */
function tinyDisk(kilobytes: number): string | null {
  const disk = path.join(directory, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    return null;
  }
}

/** Keeps a run on a disk that is nearly full after it, then looks at the disk; skipped where mounting is not allowed. */
async function onTinyDisk(
  t: TestContext,
  use: (disk: string, history: History) => Promise<void>,
  left: (kept: readonly KeptResult[]) => void,
): Promise<void> {
  const disk = tinyDisk(64);
  if (disk === null) return t.skip('mounting is not allowed');
  try {
    const history = new History(disk);
    await keep(history, disk, runAt('kept', 1000));
    await use(disk, history);
    const again = new History(disk);
    assert.deepEqual(await again.load(), []);
    left(again.results);
  } finally {
    execFileSync('umount', [disk]);
  }
}

test('a full disk is reported; earlier runs stay, and no unfinished file is left', (t) =>
  onTinyDisk(
    t,
    async (disk, history) => {
      const record = runAt('too-large', 2000);
      const noise = Array.from({ length: 60_000 }, () => Math.random().toString(36)).join('');
      const kept = await history.keep(writeProfiles(disk, record), record, new Map([['/m/f.go', noise]]));
      assert.ok(!kept.ok, why(kept));
      assert.equal(kept.problem.code, 'disk-full');
      assert.match(sentence(kept.problem), /^The disk is full, so the run of BenchmarkA is kept only until/);
      assert.deepEqual(readdirSync(path.join(disk, 'too-large')), ['BenchmarkA-2.cpu.pprof']);
    },
    (kept) => assert.equal(kept.map(({ id }) => id).join(), 'kept-r'),
  ));

test('a change on a full disk is reported, and the record stays as it was', (t) =>
  onTinyDisk(
    t,
    async (_, history) => {
      const changed = await history.change('kept-r', { label: 'x'.repeat(70_000) });
      assert.equal(!changed.ok && changed.problem.code, 'disk-full');
    },
    ([kept]) => assert.equal(kept?.benchmark.label, null),
  ));
