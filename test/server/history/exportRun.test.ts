import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { afterEach, beforeEach } from 'node:test';
import { writeRun } from '../../../src/cli/bench/savedRuns.ts';
import { exportRun } from '../../../src/server/history/exportRun.ts';
import { History } from '../../../src/server/history/history.ts';
import { why } from '../../why.ts';
import { entryOf, keep, recordedBenchmark, runAt, runRecord } from './runs.ts';

let directory = '';
let target = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'lens-export-'));
  target = path.join(directory, 'target');
  mkdirSync(target);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('results, record and profiles go into a folder of their own', async () => {
  const history = new History(path.join(directory, 'runs'));
  await keep(
    history,
    path.join(directory, 'runs'),
    runAt('one', 1000, { name: 'BenchmarkA/size:1', label: 'a/b' }),
  );
  const exported = await exportRun(entryOf(history, 'one-r'), target);
  assert.deepEqual(exported, {
    ok: true,
    value: { folder: path.join(target, 'BenchmarkA-size-1 a-b'), problems: [] },
  });
  const folder = path.join(target, 'BenchmarkA-size-1 a-b');
  assert.deepEqual(readdirSync(folder).sort(), ['BenchmarkA-2.cpu.pprof', 'results.txt', 'run.json']);
  assert.equal(
    readFileSync(path.join(folder, 'results.txt'), 'utf8'),
    'goos: linux\ngoarch: amd64\ncpu: A Processor\n' +
      'BenchmarkA/size:1-2\t10\t100 ns/op\t16 B/op\nBenchmarkA/size:1-2\t12\t101 ns/op\t16 B/op\n',
  );
});

test('a profile that is gone is reported, and the rest is exported', async () => {
  const runs = path.join(directory, 'runs');
  const history = new History(runs);
  await keep(history, runs, runAt('one', 1000, { label: 'x' }));
  rmSync(path.join(runs, 'one', 'BenchmarkA-2.cpu.pprof'));
  const exported = await exportRun(entryOf(history, 'one-r'), target);
  assert.ok(exported.ok, why(exported));
  assert.deepEqual(
    exported.value.problems.map(({ code }) => code),
    ['profile-gone'],
  );
  assert.deepEqual(readdirSync(exported.value.folder).sort(), ['results.txt', 'run.json']);
});

test('a target that cannot be written to is reported', async () => {
  const runs = path.join(directory, 'runs');
  const history = new History(runs);
  await keep(history, runs, runAt('one', 1000));
  const exported = await exportRun(entryOf(history, 'one-r'), path.join(directory, 'nowhere'));
  assert.equal(!exported.ok && exported.problem.code, 'export-failed');
});

test('what bench --out or --save has written is copied into the history once, with the local folder', async () => {
  const from = path.join(directory, 'ci');
  const [profile, binary] = [path.join(from, 'm', 'BenchmarkA.cpu.pprof'), path.join(from, 'm.test')];
  mkdirSync(path.dirname(profile), { recursive: true });
  writeFileSync(profile, 'profile');
  writeFileSync(binary, 'binary');
  const { label: _, pinned: _pinned, notes, ...benchmark } = recordedBenchmark({ runId: 'of-ci' });
  const result = { ...benchmark, profiles: [{ kind: 'cpu', path: profile, operations: 10 }] } as const;
  const { takenAt, goVersion, commit, settings } = runRecord();
  await writeRun(from, { takenAt, goVersion, commit, settings }, [
    { ...result, binary, notes, problems: [] },
  ]);
  const history = new History(path.join(directory, 'runs'));
  for (let i = 0; i < 2; i++) {
    const imported = await history.import(from, () => '/here/m');
    assert.ok(imported.ok, why(imported));
    assert.deepEqual(
      imported.value.map(({ id, benchmark: { directory: folder } }) => [id, folder]),
      [['of-ci', '/here/m']],
    );
  }
  assert.equal(history.results.length, 1);
  const again = new History(path.join(directory, 'runs'));
  await again.load();
  const { folder, benchmark: kept } = entryOf(again, 'of-ci');
  assert.deepEqual(kept.measurements, benchmark.measurements);
  // The binary is not copied: only what was built here is started here.
  assert.deepEqual(readdirSync(folder).sort(), ['BenchmarkA.cpu.pprof', 'run.json']);
});
