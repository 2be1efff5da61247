import path from 'node:path';
import type { BenchmarkResult } from '../../go/run/benchmarkResult.ts';
import { fromCommit } from '../../go/run/benchmarkResult.ts';
import type { RecordedBenchmark, RunRecord } from './runRecord.ts';

/** A record and where it stands. */
export interface KeptRun {
  readonly record: RunRecord;
  readonly folder: string;
  /** Of all its files. */
  readonly bytes: number;
}

/** The result of one benchmark in one run, which the user calls a run of the benchmark. Its id is the benchmark's `runId`. */
export interface KeptResult {
  readonly id: string;
  readonly record: RunRecord;
  readonly folder: string;
  readonly benchmark: RecordedBenchmark;
}

export function resultsOf({ record, folder }: KeptRun): KeptResult[] {
  return record.benchmarks.map((benchmark) => ({ id: benchmark.runId, record, folder, benchmark }));
}

/** The result as it was when its run ended, without its problems: the user has seen them then. */
export function resultOf({ benchmark, folder, record }: KeptResult): BenchmarkResult {
  const { label: _label, pinned: _pinned, profiles, ...result } = benchmark;
  return fromCommit(
    {
      ...result,
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
