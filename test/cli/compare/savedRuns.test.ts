import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TimedFile } from '../../../src/analysis/benchmark/timedRegion.ts';
import type { PassWitness } from '../../../src/bench/verdicts/witnesses.ts';
import { loadRun, saveRun } from '../../../src/cli/compare/savedRuns.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { type RunCircumstances, readRecord } from '../../../src/go/results/runRecord.ts';
import { succeeded, why } from '../../why.ts';

const folder = mkdtempSync(join(tmpdir(), 'saved-runs-'));
after(() => rmSync(folder, { recursive: true }));

test('a saved run is read as it was, with its binary and timed loops, from a record as the editor has', async () => {
  const profile = join(folder, 'cpu.pprof');
  const binary = join(folder, 'package.test');
  writeFileSync(binary, 'binary');
  writeFileSync(profile, 'profile');
  const witness: PassWitness = {
    kind: 'cpu',
    measurement: { iterations: 10, metrics: { 'ns/op': 2 } },
    cpu: { samples: 3, nanoseconds: 20 },
  };
  const result: BenchmarkResult = {
    runId: 'a',
    takenAt: 1,
    codeHash: 'c',
    package: 'example.com/m',
    directory: folder,
    name: 'BenchmarkA',
    procs: 2,
    config: { goos: 'linux' },
    measurements: [{ iterations: 10, metrics: { 'ns/op': 1.5, 'hits/s': Number.POSITIVE_INFINITY } }],
    profiles: [{ kind: 'cpu', path: profile, operations: 10, witness }],
    notes: [{ code: 'noise-busy', template: 'Busy.', args: [], details: 'not kept' }],
    units: { hits: { better: 'higher' } },
    problems: [],
  };
  const run: RunCircumstances = {
    takenAt: 1,
    goVersion: 'go1.24.1',
    commit: { hash: '0123456789', dirty: false },
    settings: { kinds: ['cpu'], count: 1, benchtime: '1s', tags: '', flags: [] },
  };
  const timedFiles: TimedFile[] = [{ file: '/m/m_test.go', loops: [[3, 5]], functions: [[2, 6]] }];
  const saved = succeeded(
    await saveRun(folder, 'before', [result], {
      run,
      timed: { withTimedFiles: (stored) => Promise.resolve({ ...stored, timedFiles }) },
      binaries: new Map([['example.com/m', binary]]),
    }),
  );
  const kept = readRecord('before', readFileSync(join(saved, 'run.json'), 'utf8'));
  assert.deepEqual(kept.ok && kept.value.settings, run.settings);
  const loaded = await loadRun(folder, 'before');
  assert.equal(loaded.ok && loaded.value?.[0]?.binary, join(saved, '0-package.test'));
  assert.equal(readFileSync(join(saved, '0-package.test'), 'utf8'), 'binary');
  assert.deepEqual(loaded.ok && loaded.value?.[0]?.profiles[0]?.witness, witness);
  assert.deepEqual(loaded.ok && loaded.value?.[0]?.measurements, result.measurements);
  assert.deepEqual(loaded.ok && loaded.value?.[0]?.profiles[0]?.timedFiles, timedFiles);
});

test('a run that an older version has saved in a form of its own is refused with a sentence', async () => {
  mkdirSync(join(folder, 'old'));
  const benchmark = { package: 'p', name: 'BenchmarkA', procs: 1, config: {}, runs: [], profiles: [] };
  writeFileSync(join(folder, 'old', 'run.json'), JSON.stringify({ version: 1, benchmarks: [benchmark] }));
  assert.match(
    why(await loadRun(folder, 'old')),
    /The saved run old is damaged, or of another version\. Save it again/,
  );
});
