/** A pass whose process runs under `perf`, which counts or records: one benchmark, once, with a fixed number of iterations. */
import { fail, ok, type Result } from '../../base/result.ts';
import type { Build } from '../build/build.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { countingArguments } from '../time/passArguments.ts';
import { type PassOptions, runPass } from '../time/runPass.ts';

export interface PerfPass extends Required<Pick<PassOptions, 'env' | 'through'>> {
  readonly iterations: number;
  /** The names of all benchmarks in the package. */
  readonly others: readonly string[];
}

/** Runs it. The value is how many iterations it has made. */
export async function runUnderPerf(
  build: Build,
  result: BenchmarkResult,
  { iterations, others, env, through }: PerfPass,
): Promise<Result<number>> {
  const { cpu, outputDirectory } = build.request;
  const procs = cpu === undefined ? undefined : result.procs;
  const args = countingArguments({ name: result.name, procs, iterations, outputDirectory, others });
  const end = await runPass(build, args, { selected: result.name, env, through });
  if (!end.ok) return end;
  const [failure] = end.value.failures;
  if (failure !== undefined) return { ok: false, problem: failure.problem };
  const [measured] = end.value.text.measurements;
  return measured === undefined
    ? fail('matched-nothing', 'it did not run again under this name')
    : ok(measured.iterations);
}
