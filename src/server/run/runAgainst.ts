/** Runs a git ref's version of benchmarks in turns with the working tree's. */

import type { BenchmarkRequest } from '../../go/build/benchmarkRequest.ts';
import type { BuildResult } from '../../go/build/compilerErrors.ts';
import { profileAgainst } from '../../go/compare/profileAgainst.ts';
import type { ComparedResults, TwoBuildsHooks } from '../../go/compare/twoBuilds.ts';
import type { Commit } from '../../go/git/commit.ts';
import { findRepository, resolveRef } from '../../go/git/repository.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { temporaryRoot } from '../../go/toolchain/ownFolders.ts';
import { ok, type Problem } from '../../result.ts';

/** What a run has given: the working tree's results, and those of the version that it was compared with. */
export interface Builds {
  readonly results: readonly BenchmarkResult[];
  /** `null` if the working tree ran alone. */
  readonly base: BaseBuild | null;
}

/** The version that the working tree was compared with: that of a ref, or the working tree built in another way. */
export interface BaseBuild {
  /** The name that the user sees. */
  readonly title: string;
  /** `null` if it is the working tree's own code. */
  readonly commit: Commit | null;
  readonly results: readonly BenchmarkResult[];
  /** The texts it was built from, by their paths in the working tree. Empty if it is the working tree's own code. */
  readonly sources: ReadonlyMap<string, string>;
  /** One for each benchmark or file that could not be compared. The others were. */
  readonly problems: readonly Problem[];
}

/** A failure may have the compiler's messages. */
export type BuildsOutcome = BuildResult<Builds>;

/** The results of two builds. */
export function buildsOf(
  { results, base: baseResults, baseSources, problems }: ComparedResults,
  base: Pick<BaseBuild, 'title' | 'commit'>,
): Builds {
  return { results, base: { ...base, results: baseResults, sources: baseSources, problems } };
}

/** Problems: those of `findRepository`, `resolveRef` and `profileAgainst`. */
export async function runAgainst(
  name: string,
  request: BenchmarkRequest,
  baseOutputDirectory: string,
  hooks: TwoBuildsHooks,
): Promise<BuildsOutcome> {
  const { packageDirectory, env } = request;
  const repository = await findRepository(packageDirectory, env, hooks.signal);
  if (!repository.ok) return repository;
  const ref = await resolveRef(repository.value, name, hooks.signal);
  if (!ref.ok) return ref;
  const outcome = await profileAgainst(
    {
      ...request,
      repository: repository.value,
      ref: ref.value,
      baseOutputDirectory,
      temporaryDirectory: temporaryRoot(),
    },
    hooks,
  );
  if (!outcome.ok) return outcome;
  const commit = { hash: ref.value.hash, dirty: false };
  return ok(buildsOf(outcome.value, { title: ref.value.title, commit }));
}
