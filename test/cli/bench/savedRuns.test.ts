import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TimedFile } from '../../../src/analysis/benchmark/timedRegion.ts';
import { loadRun, saveRun } from '../../../src/cli/bench/savedRuns.ts';
import type { BenchmarkResult } from '../../../src/go/run/benchmarkResult.ts';

const folder = mkdtempSync(join(tmpdir(), 'saved-runs-'));
after(() => rmSync(folder, { recursive: true }));

test('the file of a saved run has the names that every version so far has written and read', async () => {
  const profile = join(folder, 'cpu.pprof');
  writeFileSync(profile, 'profile');
  const result: BenchmarkResult = {
    runId: 'a',
    takenAt: 1,
    codeHash: null,
    package: 'example.com/m',
    directory: folder,
    name: 'BenchmarkA',
    procs: 2,
    config: { goos: 'linux' },
    measurements: [{ iterations: 10, metrics: { 'ns/op': 1.5 } }],
    profiles: [{ kind: 'cpu', path: profile, operations: 10 }],
    problems: [],
  };
  const timedFiles: TimedFile[] = [{ file: '/m/m_test.go', loops: [[3, 5]], functions: [[2, 6]] }];
  const saved = await saveRun(folder, 'before', [result], {
    withTimedFiles: (stored) => Promise.resolve({ ...stored, timedFiles }),
  });
  assert.ok(saved.ok);
  const written: unknown = JSON.parse(readFileSync(join(saved.value, 'run.json'), 'utf8'));
  assert.deepEqual(written, {
    version: 1,
    benchmarks: [
      {
        package: 'example.com/m',
        name: 'BenchmarkA',
        procs: 2,
        config: { goos: 'linux' },
        runs: [{ iterations: 10, metrics: { 'ns/op': 1.5 } }],
        profiles: [{ kind: 'cpu', path: '0-cpu.pprof', operations: 10, timedFiles }],
      },
    ],
  });
  const loaded = await loadRun(folder, 'before');
  assert.deepEqual(loaded.ok && loaded.value?.[0]?.measurements, result.measurements);
  assert.deepEqual(loaded.ok && loaded.value?.[0]?.profiles[0]?.timedFiles, timedFiles);
});
