/** Runs of a small benchmark against a commit, for the tests of comparisons. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { profileAgainst } from '../../../src/go/compare/profileAgainst.ts';
import type { ComparedResults, TwoBuildsOutcome } from '../../../src/go/compare/twoBuilds.ts';
import { findRepository, resolveRef } from '../../../src/go/git/repository.ts';
import type { ProfileKind } from '../../../src/profileKinds.ts';
import { sentence } from '../../../src/result.ts';
import { why } from '../../why.ts';
import { assertNothingLeft, gitEnvironment, goRepository, type TestRepository } from '../git/repository.ts';
import { installedGo } from '../goModule.ts';

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

interface Options {
  readonly ref?: string;
  readonly package?: string;
  readonly names?: readonly string[];
  readonly kinds?: readonly ProfileKind[];
  readonly count?: number;
  readonly benchtime?: string;
  readonly layouts?: number;
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
  readonly onOutput?: (text: string) => void;
}

export async function against(repository: TestRepository, options: Options = {}): Promise<TwoBuildsOutcome> {
  const env = { ...gitEnvironment, ...options.env };
  const packageDirectory = join(repository.directory, options.package ?? '');
  const found = await findRepository(packageDirectory, env);
  if (!found.ok) return found;
  const ref = await resolveRef(found.value, options.ref ?? 'HEAD');
  if (!ref.ok) return ref;
  return profileAgainst(
    {
      toolchain: await installedGo(),
      packageDirectory,
      benchmarks: (options.names ?? ['BenchmarkWork']).map((name) => ({ name })),
      kinds: options.kinds ?? [],
      count: options.count ?? 2,
      benchtime: options.benchtime ?? '10x',
      flags: options.flags ?? [],
      layouts: options.layouts ?? 0,
      env,
      outputDirectory: repository.output,
      baseOutputDirectory: `${repository.output}-base`,
      repository: found.value,
      ref: ref.value,
      temporaryDirectory: repository.temporary,
    },
    {
      output: (text) => options.onOutput?.(text),
      progress: ({ message }) => options.onProgress?.(message),
      signal: options.signal ?? new AbortController().signal,
    },
  );
}

export async function done(repository: TestRepository, options?: Options): Promise<ComparedResults> {
  const outcome = await against(repository, options);
  assert.ok(outcome.ok, outcome.ok ? '' : sentence(outcome.problem) + outcome.problem.details);
  return outcome.value;
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

export function repositoryOf(files: Readonly<Record<string, string>>, inside?: string): TestRepository {
  const repository = goRepository(files, inside);
  after(() => repository.remove());
  return repository;
}
