/** A pass of one benchmark, which its timing has found: a process in which it runs alone, once. */
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { NamedMeasurement } from '../../bench/benchfmt/parse.ts';
import type { Build } from '../build/build.ts';
import { type PerfCommand, perfEnvironment } from '../machine/counters.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { aloneArguments } from '../time/passArguments.ts';
import { type PassEnd, type PassOptions, runPass } from '../time/runPass.ts';

/** A benchmark that is profiled, counted or asked for its attributes. */
export interface Subject {
  readonly build: Build;
  readonly result: BenchmarkResult;
  /** The names of all benchmarks in the package. */
  readonly others: readonly string[];
  /** Why its profiles have what another benchmark costs; `null` if they do not. */
  readonly mixed: Problem | null;
}

/** @param own further arguments; its files go to `outputDirectory` unless they say otherwise */
export function runAlone(
  { build, result, others }: Subject,
  own: readonly string[],
  options: Omit<PassOptions, 'selected'> = {},
  outputDirectory = build.request.outputDirectory,
): Promise<Result<PassEnd>> {
  const procs = build.request.cpu === undefined ? undefined : result.procs;
  const args = [...aloneArguments(result.name, others, outputDirectory, procs), ...own];
  return runPass(build, args, { selected: result.name, ...options });
}

/** Its measurement in a pass of so many iterations; `undefined` if it did not run again under this name. Problem: also its failure. */
export async function measureAlone(
  subject: Subject,
  iterations: number,
  own: readonly string[],
  options: Omit<PassOptions, 'selected'>,
): Promise<Result<NamedMeasurement | undefined>> {
  const end = await runAlone(subject, [...own, `-test.benchtime=${iterations}x`], options);
  if (!end.ok) return end;
  const [failure] = end.value.failures;
  return failure === undefined ? ok(end.value.text.measurements[0]) : { ok: false, problem: failure.problem };
}

/** The same under `perf`, which counts or records. The value is how many iterations it has made. */
export async function underPerf(
  subject: Subject,
  iterations: number,
  through: PerfCommand,
): Promise<Result<number>> {
  const end = await measureAlone(subject, iterations, [], { env: perfEnvironment, through });
  if (!end.ok) return end;
  return end.value === undefined
    ? fail('matched-nothing', 'it did not run again under this name')
    : ok(end.value.iterations);
}
