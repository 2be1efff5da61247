import path from 'node:path';
import type { BenchmarkRun } from '../../go/run/benchmarkRun.ts';
import { fromCommit } from '../../go/run/benchmarkRun.ts';
import type { RecordedBenchmark, RunRecord } from './runRecord.ts';

/** A record and where it stands. */
export interface KeptRun {
  readonly record: RunRecord;
  readonly folder: string;
  /** Of all its files. */
  readonly bytes: number;
}

/** One benchmark of one run: what a user calls a run of the benchmark. Known by its benchmark's `runId`. */
export interface HistoryEntry {
  readonly id: string;
  readonly record: RunRecord;
  readonly folder: string;
  readonly benchmark: RecordedBenchmark;
}

export function entriesOf({ record, folder }: KeptRun): HistoryEntry[] {
  return record.benchmarks.map((benchmark) => ({ id: benchmark.runId, record, folder, benchmark }));
}

/** The entry as the run it was. Its problems were told when it ended. */
export function benchmarkRunOf({ benchmark, folder, record }: HistoryEntry): BenchmarkRun {
  const { label: _label, pinned: _pinned, profiles, ...run } = benchmark;
  return fromCommit(
    {
      ...run,
      profiles: profiles.map(({ kind, file, operations }) => {
        return { kind, path: path.join(folder, file), operations };
      }),
      problems: [],
    },
    record.commit,
  );
}

/** Whether two runs have benchmarks of one package. */
export function sharePackage(one: KeptRun, other: KeptRun): boolean {
  const packages = new Set(one.record.benchmarks.map(({ directory }) => path.normalize(directory)));
  return other.record.benchmarks.some(({ directory }) => packages.has(path.normalize(directory)));
}

/** Runs of the same benchmark: of one package folder and one name. */
export function isSameBenchmark(one: RecordedBenchmark, other: RecordedBenchmark): boolean {
  return (
    one.name === other.name &&
    one.procs === other.procs &&
    path.normalize(one.directory) === path.normalize(other.directory)
  );
}
