/** The file of a saved run: how it is written, and read again, perhaps after somebody has changed it. */
import type { Measurement } from '../bench/verdicts/summary.ts';
import type { BenchmarkResult, StoredProfile } from '../go/run/benchmarkResult.ts';
import { profileKinds } from '../model.ts';

/** What is kept of a benchmark's run. */
export type SavedBenchmark = Pick<
  BenchmarkResult,
  'package' | 'name' | 'procs' | 'config' | 'measurements' | 'profiles'
>;

/** The measurements of a benchmark are called `runs` in the file, as they have been since its first version. */
export function savedText(benchmarks: readonly SavedBenchmark[]): string {
  const written = benchmarks.map(({ measurements, profiles, ...benchmark }) => {
    return { ...benchmark, runs: measurements, profiles };
  });
  return JSON.stringify({ version: 1, benchmarks: written });
}

/** `null` for what is no such file. */
export function readSavedBenchmarks(json: string): SavedBenchmark[] | null {
  try {
    const { version, benchmarks } = fields(JSON.parse(json));
    return version === 1 ? list(benchmarks).map(readBenchmark) : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Unreadable) return null;
    throw error;
  }
}

class Unreadable extends Error {}

function readBenchmark(value: unknown): SavedBenchmark {
  const { package: importPath, name, procs, config, runs, profiles } = fields(value);
  return {
    package: text(importPath),
    name: text(name),
    procs: number(procs),
    config: Object.fromEntries(Object.entries(fields(config)).map(([key, entry]) => [key, text(entry)])),
    measurements: list(runs).map(readMeasurement),
    profiles: list(profiles).map(readProfile),
  };
}

function readMeasurement(value: unknown): Measurement {
  const { iterations, metrics } = fields(value);
  return {
    iterations: number(iterations),
    metrics: Object.fromEntries(
      Object.entries(fields(metrics)).map(([unit, entry]) => [unit, number(entry)]),
    ),
  };
}

function readProfile(value: unknown): StoredProfile {
  const { kind, path, operations } = fields(value);
  const known = profileKinds.find((each) => each === kind);
  if (known === undefined) throw new Unreadable();
  return { kind: known, path: text(path), operations: operations === null ? null : number(operations) };
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Unreadable();
  return { ...value };
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Unreadable();
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Unreadable();
  return value;
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new Unreadable();
  return value;
}
