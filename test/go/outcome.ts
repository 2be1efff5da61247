/** Runs of benchmarks that must succeed, or must fail. */
import assert from 'node:assert/strict';
import { sentence } from '../../src/base/result.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { succeeded } from '../why.ts';
import { type GoModule, profile, type RunOptions } from './goModule.ts';

export async function done(
  module: GoModule,
  names: string[],
  options?: RunOptions,
): Promise<readonly BenchmarkResult[]> {
  return succeeded(await profile(module, names, options));
}

export async function failed(module: GoModule, names: string[], options?: RunOptions) {
  const outcome = await profile(module, names, options);
  assert.ok(!outcome.ok, 'the run fails');
  return { ...outcome, said: `${outcome.problem.code}: ${sentence(outcome.problem)}` };
}

export const namesOf = (results: readonly BenchmarkResult[]) => results.map(({ name }) => name);

export const problems = (results: readonly BenchmarkResult[]) =>
  Object.fromEntries(
    results.map((result) => [result.name, result.problems.map((p) => `${p.code}: ${sentence(p)}`)]),
  );
