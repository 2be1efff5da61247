/** Runs of a small benchmark against a commit, for the tests of comparisons. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sentence } from '../../../src/base/result.ts';
import type { BuildResult } from '../../../src/go/build/compilerErrors.ts';
import { type ComparedResults, compareBuilds } from '../../../src/go/compare/compareBuilds.ts';
import type { AgainHook } from '../../../src/go/compare/measureAgain.ts';
import { findRepository, resolveRef } from '../../../src/go/git/repository.ts';
import { succeeded, why } from '../../why.ts';
import { assertNothingLeft, gitEnvironment, type TestRepository } from '../git/repository.ts';
import { benchmarkRequest, control, type RunOptions } from '../goModule.ts';

/** A benchmark that makes `n` objects in each operation. Versions differ in `n`. */
export function source(n: number): string {
  return `package m

import "testing"

var kept *[64]byte

func work() {
	for range ${n} {
		kept = new([64]byte) // here
	}
}

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		work()
	}
}
`;
}

export interface Options extends RunOptions {
  readonly ref?: string;
  readonly package?: string;
  readonly names?: readonly string[];
  readonly skipsSameCode?: boolean;
  readonly again?: AgainHook;
}

export async function against(
  repository: TestRepository,
  {
    ref = 'HEAD',
    package: folder = '',
    names = ['BenchmarkWork'],
    skipsSameCode = false,
    again = () => false,
    ...options
  }: Options = {},
): Promise<BuildResult<ComparedResults>> {
  const env = { ...gitEnvironment, ...options.env };
  const directory = join(repository.directory, folder);
  const { output, temporary: temporaryDirectory } = repository;
  const found = await findRepository(directory, env);
  if (!found.ok) return found;
  const commit = await resolveRef(found.value, ref);
  if (!commit.ok) return commit;
  const usual = { count: 2, benchtime: '10x', ...options, env };
  const request = await benchmarkRequest({ directory, output }, names, usual);
  const outputDirectory = `${output}-base`;
  const base = { commit: commit.value, repository: found.value, temporaryDirectory, outputDirectory };
  return compareBuilds({ ...request, base, skipsSameCode, again }, control(options));
}

export async function done(repository: TestRepository, options?: Options): Promise<ComparedResults> {
  return succeeded(await against(repository, options));
}

/** `code: sentence` of a run that fails. Checks that nothing is left of it. */
export async function refused(repository: TestRepository, options?: Options): Promise<string> {
  const before = repository.state();
  const outcome = await against(repository, options);
  assert.ok(!outcome.ok, why(outcome));
  assert.deepEqual(repository.state(), before);
  assertNothingLeft(repository);
  assert.deepEqual([existsSync(repository.output), existsSync(`${repository.output}-base`)], [false, false]);
  return `${outcome.problem.code}: ${sentence(outcome.problem)}`;
}

/** Allocations per operation of the commit and of the working tree. */
export function allocations({ base, results }: ComparedResults): (number | undefined)[][] {
  return [base, results].map((side) => side.map((result) => result.measurements[0]?.metrics['allocs/op']));
}
