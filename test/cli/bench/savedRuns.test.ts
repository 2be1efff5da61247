import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TimedFile } from '../../../src/analysis/benchmark/timedRegion.ts';
import type { PassWitness } from '../../../src/bench/verdicts/witnesses.ts';
import { loadRun, saveRun } from '../../../src/cli/bench/savedRuns.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { why } from '../../why.ts';

const folder = mkdtempSync(join(tmpdir(), 'saved-runs-'));
after(() => rmSync(folder, { recursive: true }));

test('the file of a saved run has the names that every version so far has written and read', async () => {
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
  const timedFiles: TimedFile[] = [{ file: '/m/m_test.go', loops: [[3, 5]], functions: [[2, 6]] }];
  const saved = await saveRun(folder, 'before', [result], {
    timed: { withTimedFiles: (stored) => Promise.resolve({ ...stored, timedFiles }) },
    binaries: new Map([['example.com/m', binary]]),
  });
  assert.ok(saved.ok, why(saved));
  const written: unknown = JSON.parse(readFileSync(join(saved.value, 'run.json'), 'utf8'));
  assert.deepEqual(written, {
    version: 1,
    benchmarks: [
      {
        package: 'example.com/m',
        name: 'BenchmarkA',
        procs: 2,
        config: { goos: 'linux' },
        runs: [{ iterations: 10, metrics: { 'ns/op': 1.5, 'hits/s': 'Infinity' } }],
        profiles: [{ kind: 'cpu', path: '0-cpu.pprof', operations: 10, witness, timedFiles }],
        runId: 'a',
        codeHash: 'c',
        notes: [{ code: 'noise-busy', template: 'Busy.', args: [] }],
        units: { hits: { better: 'higher' } },
        binary: '0-package.test',
      },
    ],
  });
  const loaded = await loadRun(folder, 'before');
  assert.equal(loaded.ok && loaded.value?.[0]?.binary, join(saved.value, '0-package.test'));
  assert.equal(readFileSync(join(saved.value, '0-package.test'), 'utf8'), 'binary');
  assert.deepEqual(loaded.ok && loaded.value?.[0]?.profiles[0]?.witness, witness);
  assert.deepEqual(loaded.ok && loaded.value?.[0]?.measurements, result.measurements);
  assert.deepEqual(loaded.ok && loaded.value?.[0]?.profiles[0]?.timedFiles, timedFiles);
});

test('a run that an older version has saved is read, too', async () => {
  mkdirSync(join(folder, 'old'));
  const benchmark = { package: 'p', name: 'BenchmarkA', procs: 1, config: {}, runs: [], profiles: [] };
  writeFileSync(join(folder, 'old', 'run.json'), JSON.stringify({ version: 1, benchmarks: [benchmark] }));
  const loaded = await loadRun(folder, 'old');
  assert.ok(loaded.ok, why(loaded));
  assert.equal(loaded.value?.[0]?.name, 'BenchmarkA');
  assert.equal(loaded.value?.[0]?.binary, undefined);
});
