/** What the tests of comparisons by `pprof-lens bench` share. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnvironment, goRepository, type TestRepository } from '../go/git/repository.ts';
import { type CliRun, cliRun } from './runCli.ts';
import { runHereIn } from './runHere.ts';

/** The user's build cache, which is warm. Other caches are in a folder of these tests. */
const goCache = execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim();

/** A test file whose `BenchmarkWork` makes `n` objects in each operation. */
export function source(n: number): string {
  return `package m

import "testing"

var kept *[64]byte

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		for range ${n} {
			kept = new([64]byte)
		}
	}
}

func BenchmarkSame(b *testing.B) {
	for b.Loop() {
		kept = new([64]byte)
	}
}
`;
}

/** Runs `bench`: as a process where it is to be interrupted. */
export function bench(
  repository: TestRepository,
  args: readonly string[],
  onStderr?: (text: string, interrupt: () => void) => void,
  env: NodeJS.ProcessEnv = {},
): Promise<CliRun> {
  return commandIn(repository, ['bench', '--profile=', '--benchtime=2000x', ...args], onStderr, env);
}

/** The same for any command. */
export function commandIn(
  repository: TestRepository,
  args: readonly string[],
  onStderr?: (text: string, interrupt: () => void) => void,
  env: NodeJS.ProcessEnv = {},
): Promise<CliRun> {
  const place = {
    directory: repository.directory,
    env: {
      ...gitEnvironment,
      // There it would compare over layouts.
      CI: '',
      ...env,
      GOCACHE: goCache,
      TMPDIR: repository.temporary,
      XDG_CACHE_HOME: join(repository.output, 'cache'),
    },
  };
  return onStderr === undefined ? runHereIn(place, ...args) : cliRun(args, { ...place, onStderr });
}

/** A repository that is removed after the tests of the file. */
export function repositoryOf(files: Readonly<Record<string, string>>): TestRepository {
  const repository = goRepository(files);
  mkdirSync(repository.output, { recursive: true });
  return repository;
}

/** One of the two benchmarks of `source`. */
export const only = '--bench=^BenchmarkWork$';
