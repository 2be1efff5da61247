/** The history on a real disk: what is kept, found again, named, pinned, removed and bounded. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { beforeEach } from 'node:test';
import { testBinary } from '../../../src/go/build/testBinary.ts';
import { History } from '../../../src/server/history/history.ts';
import { readSources } from '../../../src/server/history/keptSources.ts';
import { testFolder } from '../../testFolder.ts';
import { entryOf, keep, recordedBenchmark, runAt, runRecord } from './runs.ts';

let directory: string;
let history: History;
beforeEach(() => {
  directory = testFolder();
  history = new History(directory);
});

async function reopened(): Promise<History> {
  const again = new History(directory);
  await again.load();
  return again;
}

const ids = (history: History) => history.results.map(({ id }) => id);

test('the next start finds the kept runs, oldest first, with their sources', async () => {
  await keep(history, directory, runAt('new', 2000));
  await keep(history, directory, runAt('old', 1000), { '/m/f.go': 'package m // ✓\n' });
  const again = await reopened();
  assert.deepEqual(ids(again), ['old-r', 'new-r']);
  assert.deepEqual(again.results, history.results);
  const { folder } = entryOf(again, 'old-r');
  const value = new Map([['/m/f.go', 'package m // ✓\n']]);
  assert.deepEqual(await readSources(folder), { ok: true, value });
  const files = readdirSync(folder).sort().join(' ');
  assert.equal(files, 'BenchmarkA-2.cpu.pprof run.json sources.json.gz', 'nothing unfinished is left');
});

test('a result is found by its profile', async () => {
  await keep(history, directory, runAt('one', 1000));
  await keep(history, directory, runAt('other', 1500, { name: 'BenchmarkB' }));
  await keep(history, directory, runAt('two', 2000));
  const kept = history.ofProfile(path.join(directory, 'two', 'BenchmarkA-2.cpu.pprof'));
  assert.equal(kept?.id, 'two-r');
  assert.equal(history.ofProfile('/elsewhere/BenchmarkA-2.cpu.pprof'), undefined);
});

test('a name and a pin stay; a benchmark has one pin', async () => {
  await keep(history, directory, runAt('one', 1000));
  await keep(history, directory, runAt('two', 2000));
  await keep(history, directory, runAt('other', 3000, { name: 'BenchmarkB' }));
  await history.change('other-r', { pinned: true });
  await history.change('one-r', { pinned: true, label: 'before' });
  await history.change('two-r', { pinned: true });
  for (const each of [history, await reopened()]) {
    const said = each.results.map(({ benchmark: { label, pinned } }) => `${label} ${pinned}`);
    assert.deepEqual(said, ['before false', 'null true', 'null true']);
  }
});

test('one benchmark of a run can be removed; with the last one the run is removed', async () => {
  const profiles = [{ kind: 'mem', file: 'BenchmarkB-2.mem.pprof', operations: 1 }] as const;
  const other = recordedBenchmark({ runId: 'r2', name: 'BenchmarkB', profiles });
  await keep(history, directory, runRecord({ benchmarks: [recordedBenchmark(), other] }));
  const { removed, problem } = await history.remove([entryOf(history, 'r1')]);
  assert.deepEqual([removed.map(({ id }) => id), problem], [['r1'], null]);
  assert.deepEqual(ids(await reopened()), ['r2']);
  const files = readdirSync(path.join(directory, 'run-1')).sort().join(' ');
  assert.equal(files, 'BenchmarkB-2.mem.pprof run.json sources.json.gz');
  await history.remove([entryOf(history, 'r2')]);
  assert.deepEqual(readdirSync(directory), []);
});

test('a record is written once, however many of its results are removed', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `BenchmarkA/n=${i}`);
  const benchmarks = names.map((name) => recordedBenchmark({ runId: name, name, profiles: [] }));
  await keep(history, directory, runRecord({ benchmarks }));
  let changes = 0;
  history.onChange(() => changes++);
  const { removed, problem } = await history.remove(history.results.slice(0, 39));
  assert.deepEqual([removed.length, problem, changes], [39, null, 1]);
  assert.deepEqual(ids(await reopened()), ['BenchmarkA/n=39']);
});

test('beyond the limits the oldest runs are removed, but none that has a name, is pinned or is shown', async () => {
  for (let i = 1; i <= 7; i++) await keep(history, directory, runAt(`run${i}`, i * 1000));
  await history.change('run1-r', { pinned: true });
  await history.change('run2-r', { label: 'keep me' });
  const everything = { runs: 3, bytes: Number.POSITIVE_INFINITY };
  const { removed } = await history.prune(everything, ({ record }) => record.id === 'run3');
  assert.equal(removed.map(({ id }) => id).join(), 'run4-r,run5-r,run6-r');
  assert.deepEqual(ids(await reopened()), ['run1-r', 'run2-r', 'run3-r', 'run7-r']);
  // Even if there is no room at all, the newest run stays.
  await history.prune({ runs: 50, bytes: 1 }, () => false);
  assert.deepEqual(ids(await reopened()), ['run1-r', 'run2-r', 'run7-r']);
});

test('the newest run of a benchmark and the one before it keep their binaries; these are removed before runs', async () => {
  const binaryOf = (id: string) => path.join(directory, id, testBinary);
  const withBinaries = () => ['a1', 'a2', 'a3', 'b1'].filter((id) => existsSync(binaryOf(id)));
  for (const [id, takenAt, folder] of [
    ['a1', 1000, '/m/a'],
    ['b1', 1500, '/m/b'],
    ['a2', 2000, '/m/a'],
    ['a3', 3000, '/m/a'],
  ] as const) {
    mkdirSync(path.join(directory, id));
    writeFileSync(binaryOf(id), Buffer.alloc(100_000));
    await keep(history, directory, runAt(id, takenAt, { directory: folder }));
  }
  assert.deepEqual(withBinaries(), ['a2', 'a3', 'b1']);
  await history.prune({ runs: 50, bytes: 350_000 }, () => false);
  assert.deepEqual(withBinaries(), ['a2', 'a3', 'b1'], 'there is room for three');
  const { removed } = await history.prune({ runs: 50, bytes: 150_000 }, () => false);
  assert.deepEqual(withBinaries(), ['a3']);
  await history.prune({ runs: 50, bytes: 50_000 }, () => false);
  assert.deepEqual([withBinaries(), removed, ids(history)], [[], [], ['a1-r', 'b1-r', 'a2-r', 'a3-r']]);
});

test('a damaged record does not affect the others, and stays where it is', async () => {
  for (const id of ['good', 'cut', 'empty', 'folder']) await keep(history, directory, runAt(id, 1000));
  writeFileSync(path.join(directory, 'cut', 'run.json'), '{"version": 1, "takenAt": 10');
  writeFileSync(path.join(directory, 'empty', 'run.json'), '');
  rmSync(path.join(directory, 'folder', 'run.json'));
  mkdirSync(path.join(directory, 'folder', 'run.json'));
  writeFileSync(path.join(directory, 'a file'), 'nothing of ours');

  const again = new History(directory);
  const damaged = await again.load();
  assert.deepEqual(ids(again), ['good-r']);
  const folders = damaged.map(({ folder }) => path.basename(folder));
  assert.deepEqual(folders.sort(), ['cut', 'empty', 'folder']);
  assert.ok(existsSync(path.join(directory, 'cut', 'BenchmarkA-2.cpu.pprof')));
});

test('a run that never ended is removed after a day; one that goes is not', async () => {
  for (const name of ['under way', 'abandoned']) {
    mkdirSync(path.join(directory, name));
    writeFileSync(path.join(directory, name, 'BenchmarkA-2.cpu.pprof'), '');
  }
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
  utimesSync(path.join(directory, 'abandoned', 'BenchmarkA-2.cpu.pprof'), twoDaysAgo, twoDaysAgo);
  utimesSync(path.join(directory, 'abandoned'), twoDaysAgo, twoDaysAgo);
  await reopened();
  assert.deepEqual(readdirSync(directory), ['under way']);
});

test('a run that another server has removed cannot be changed, and is removed here too', async () => {
  await keep(history, directory, runAt('one', 1000));
  const other = await reopened();
  await other.remove(other.results);
  const changed = await history.change('one-r', { label: 'x' });
  assert.equal(!changed.ok && changed.problem.code, 'run-gone');
  assert.deepEqual(history.results, []);
  assert.ok(!existsSync(path.join(directory, 'one')));
});

test('a name given by another server is not lost by a pin given here', async () => {
  await keep(history, directory, runAt('one', 1000));
  const other = await reopened();
  await other.change('one-r', { label: 'theirs' });
  await history.change('one-r', { pinned: true });
  const { benchmark } = entryOf(await reopened(), 'one-r');
  assert.deepEqual([benchmark.label, benchmark.pinned], ['theirs', true]);
});
