import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import test, { beforeEach } from 'node:test';
import { writeRun } from '../../../src/cli/compare/savedRuns.ts';
import type { RecordedBenchmark } from '../../../src/go/results/runRecord.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { exportRun } from '../../../src/server/history/exportRun.ts';
import { History } from '../../../src/server/history/history.ts';
import type { KeptResult } from '../../../src/server/history/keptRun.ts';
import { testFolder, writeFiles } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';
import { entryOf, keep, recordedBenchmark, runAt, runRecord } from './runs.ts';

let directory = '';
let target = '';
let runs = '';
beforeEach(() => {
  directory = testFolder();
  [target, runs] = [path.join(directory, 'target'), path.join(directory, 'runs')];
  mkdirSync(target);
});

async function kept(part: Partial<RecordedBenchmark>): Promise<KeptResult> {
  const history = new History(runs);
  await keep(history, runs, runAt('one', 1000, part));
  return entryOf(history, 'one-r');
}

test('results, record and profiles go into a folder of their own', async () => {
  const exported = await exportRun(await kept({ name: 'BenchmarkA/size:1', label: 'a/b' }), target);
  const folder = path.join(target, 'BenchmarkA-size-1 a-b');
  assert.deepEqual(exported, { ok: true, value: { folder, problems: [] } });
  assert.deepEqual(readdirSync(folder).sort(), ['BenchmarkA-2.cpu.pprof', 'results.txt', 'run.json']);
  const { strings } = succeeded(readProfile(readFileSync(path.join(folder, 'BenchmarkA-2.cpu.pprof'))));
  const texts = Array.from({ length: strings.length }, (_, i) => strings.get(i));
  const record = readFileSync(path.join(folder, 'run.json'), 'utf8');
  assert.ok(texts.includes('m/f.go') && record.includes('"directory": "example.com/m"'), record);
  assert.doesNotMatch(
    `${texts.join('\n')}${record}`,
    /(?<![\w.])\/m\b/,
    'no folder of this machine is named',
  );
  assert.equal(
    readFileSync(path.join(folder, 'results.txt'), 'utf8'),
    'goos: linux\ngoarch: amd64\ncpu: A Processor\n' +
      'BenchmarkA/size:1-2\t10\t100 ns/op\t16 B/op\nBenchmarkA/size:1-2\t12\t101 ns/op\t16 B/op\n',
  );
});

test('a profile that is gone is reported, and the rest is exported; so is a target that cannot be written to', async () => {
  const result = await kept({ label: 'x' });
  rmSync(path.join(runs, 'one', 'BenchmarkA-2.cpu.pprof'));
  const { problems, folder } = succeeded(await exportRun(result, target));
  assert.equal(problems.map(({ code }) => code).join(), 'profile-gone');
  assert.deepEqual(readdirSync(folder).sort(), ['results.txt', 'run.json']);
  const failed = await exportRun(result, path.join(directory, 'nowhere'));
  assert.equal(!failed.ok && failed.problem.code, 'export-failed');
});

test('what bench --out or --save has written is copied into the history once, with the local folder', async () => {
  const from = path.join(directory, 'ci');
  const [profile, binary] = [path.join(from, 'm', 'BenchmarkA.cpu.pprof'), path.join(from, 'm.test')];
  writeFiles(from, { 'm/BenchmarkA.cpu.pprof': 'profile', 'm.test': 'binary' });
  const { label: _, pinned: _pinned, notes, ...benchmark } = recordedBenchmark({ runId: 'of-ci' });
  const result = { ...benchmark, profiles: [{ kind: 'cpu', path: profile, operations: 10 }] } as const;
  const { takenAt, goVersion, commit, settings } = runRecord();
  await writeRun(from, { takenAt, goVersion, commit, settings }, [
    { ...result, binary, notes, problems: [] },
  ]);
  const history = new History(runs);
  for (let i = 0; i < 2; i++) {
    const imported = succeeded(await history.import(from, () => '/here/m'));
    const found = imported.map(({ id, benchmark: { directory: folder } }) => [id, folder]);
    assert.deepEqual(found, [['of-ci', '/here/m']]);
  }
  assert.equal(history.results.length, 1);
  const again = new History(runs);
  await again.load();
  const { folder, benchmark: read } = entryOf(again, 'of-ci');
  assert.deepEqual(read.measurements, benchmark.measurements);
  // The binary is not copied: only what was built here is started here.
  assert.deepEqual(readdirSync(folder).sort(), ['BenchmarkA.cpu.pprof', 'run.json']);
});
