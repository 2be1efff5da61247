/** Records and folders of runs, for tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordedBenchmark, RunRecord } from '../../../src/go/results/runRecord.ts';
import type { History } from '../../../src/server/history/history.ts';
import type { KeptResult } from '../../../src/server/history/keptRun.ts';
import { profileBytes } from '../../pprof/builder.ts';
import { succeeded } from '../../why.ts';

/** A benchmark with two measurements and a CPU profile. */
export function recordedBenchmark(part: Partial<RecordedBenchmark> = {}): RecordedBenchmark {
  return {
    runId: 'r1',
    takenAt: 1000,
    codeHash: 'c0de',
    package: 'example.com/m',
    directory: '/m',
    name: 'BenchmarkA',
    procs: 2,
    config: { goos: 'linux', goarch: 'amd64', cpu: 'A Processor' },
    measurements: [
      { iterations: 10, metrics: { 'ns/op': 100, 'B/op': 16 } },
      { iterations: 12, metrics: { 'ns/op': 101, 'B/op': 16 } },
    ],
    profiles: [{ kind: 'cpu', file: 'BenchmarkA-2.cpu.pprof', operations: 10 }],
    notes: [{ code: 'noise-spread', template: 'The measurements differ by ±{0}.', args: ['20%'] }],
    label: null,
    pinned: false,
    ...part,
  };
}

export function runRecord(part: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'run-1',
    takenAt: 1000,
    goVersion: 'go1.24.1',
    cores: 2,
    commit: { hash: '0123456789abcdef0123456789abcdef01234567', dirty: true },
    settings: { kinds: ['cpu'], count: 2, benchtime: '100ms', tags: '', flags: [] },
    benchmarks: [recordedBenchmark()],
    ...part,
  };
}

/** A record of one benchmark that ran at this time. Its ids start with `id`. */
export function runAt(id: string, takenAt: number, part: Partial<RecordedBenchmark> = {}): RunRecord {
  return runRecord({ id, takenAt, benchmarks: [recordedBenchmark({ runId: `${id}-r`, takenAt, ...part })] });
}

/** Writes the profiles of a run. Answers their folder. */
export function writeProfiles(directory: string, record: RunRecord): string {
  const folder = path.join(directory, record.id);
  mkdirSync(folder, { recursive: true });
  const bytes = profileBytes({ samples: [{ values: [1], stack: ['f /m/f.go:1'] }] });
  for (const { profiles } of record.benchmarks) {
    for (const { file } of profiles) writeFileSync(path.join(folder, file), bytes);
  }
  return folder;
}

/** Keeps a run as the server does when it has ended. */
export async function keep(
  history: History,
  directory: string,
  record: RunRecord,
  texts = {},
): Promise<void> {
  succeeded(await history.keep(writeProfiles(directory, record), record, new Map(Object.entries(texts))));
}

/** A kept result by its id; fails if there is none. */
export function entryOf(history: History, runId: string): KeptResult {
  const kept = history.get(runId);
  if (kept === undefined) throw new Error(`${runId} is not kept`);
  return kept;
}
