/** Runs benchmarks, in turns with those of another version if the user wants to compare. */
import * as l10n from '@vscode/l10n';
import { ok, type Problem, type Result } from '../../../base/result.ts';
import { compareMeasurements, mayBeAccident } from '../../../bench/verdicts/change.ts';
import type { FreshRound } from '../../../bench/verdicts/gate.ts';
import { levelAtEnd, mostLooked } from '../../../bench/verdicts/looks.ts';
import type { BenchmarkRequest } from '../../../go/build/benchmarkRequest.ts';
import type { BuildResult } from '../../../go/build/compilerErrors.ts';
import { layoutsOfCheck } from '../../../go/build/layouts.ts';
import type { RunControl } from '../../../go/build/runEvents.ts';
import { type Base, type CompareRequest, compareBuilds } from '../../../go/compare/compareBuilds.ts';
import type { Commit } from '../../../go/git/commit.ts';
import { findRepository, resolveRef } from '../../../go/git/repository.ts';
import { profileBenchmarks } from '../../../go/profile/profileBenchmarks.ts';
import type { BenchmarkResult } from '../../../go/results/benchmarkResult.ts';
import { temporaryRoot } from '../../../go/toolchain/ownFolders.ts';
import type { RunRequest } from '../../../protocol.ts';

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

/**
 * Runs benchmarks; if the user wants to compare, in turns with those of a git ref, or with the same built without a profile for
 * PGO. Problems: those of `findRepository`, `resolveRef`, `profileBenchmarks` and `compareBuilds`.
 *
 * @param baseDirectory what is compared with gets this folder
 */
export async function runBuilds(
  wanted: Pick<RunRequest, 'against' | 'pgo'>,
  request: BenchmarkRequest,
  baseDirectory: string,
  control: RunControl,
): Promise<BuildResult<Builds>> {
  const compared = await comparedVersion(wanted, request, baseDirectory, control.signal);
  if (!compared.ok) return compared;
  if (compared.value === null) {
    const outcome = await profileBenchmarks(request, control);
    return outcome.ok ? ok({ results: outcome.value, base: null }) : outcome;
  }
  const { base, title, commit } = compared.value;
  const outcome = await compareBuilds({ ...request, base, ...checksLayouts }, control);
  if (!outcome.ok) return outcome;
  const { results, base: baseResults, baseSources: sources, problems, rounds } = outcome.value;
  const judged = results.map((result) => overLayouts(result, rounds.get(result.runId)?.[0]));
  return ok({ results: judged, base: { title, commit, results: baseResults, sources, problems } });
}

/** What may be an accident of one layout is measured once more, over several. */
export const checksLayouts: Required<Pick<CompareRequest, 'layoutsAgain' | 'again'>> = {
  layoutsAgain: layoutsOfCheck,
  again: ({ base, result }, rounds) =>
    rounds.length === 0 && compareMeasurements(base.measurements, result.measurements).some(mayBeAccident),
};

/** What was measured over layouts is compared in place of what was measured in one. */
function overLayouts(result: BenchmarkResult, round: FreshRound | undefined): BenchmarkResult {
  const level = round === undefined ? null : levelAtEnd(round.base, round.measurements, mostLooked);
  if (round === undefined || level === null || result.inTurns === undefined) return result;
  const again = { ...round, takenAt: result.takenAt, notes: [], level };
  return { ...result, inTurns: { ...result.inTurns, again } };
}

async function comparedVersion(
  { against, pgo }: Pick<RunRequest, 'against' | 'pgo'>,
  { packageDirectory, env }: BenchmarkRequest,
  outputDirectory: string,
  signal: AbortSignal,
): Promise<Result<(Pick<BaseBuild, 'title' | 'commit'> & { readonly base: Base }) | null>> {
  if (against === undefined) {
    if (pgo === undefined) return ok(null);
    return ok({ base: { pgoFile: pgo, outputDirectory }, title: l10n.t('without PGO'), commit: null });
  }
  const repository = await findRepository(packageDirectory, env, signal);
  if (!repository.ok) return repository;
  const ref = await resolveRef(repository.value, against, signal);
  if (!ref.ok) return ref;
  const { hash, title } = ref.value;
  const place = { repository: repository.value, temporaryDirectory: temporaryRoot(), outputDirectory };
  return ok({ base: { commit: ref.value, ...place }, title, commit: { hash, dirty: false } });
}
