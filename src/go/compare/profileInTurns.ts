/** Measures and profiles the same benchmarks in two builds, in turns. */

import * as l10n from '@vscode/l10n';
import type { FreshRound } from '../../bench/verdicts/gate.ts';
import { append } from '../../lists.ts';
import { ok, type Problem, type Result } from '../../result.ts';
import { type BenchmarkSelection, passesOfOne, selectionText } from '../build/benchmarkRequest.ts';
import type { Build } from '../build/build.ts';
import { partialResults } from '../profile/partialResults.ts';
import { takeProfiles } from '../profile/takeProfiles.ts';
import type { BenchmarkResult, ResultDraft } from '../results/benchmarkResult.ts';
import { timeInTurns } from '../time/timeBenchmarks.ts';
import type { Timed } from '../time/timing.ts';
import { type AgainHook, measureAgain } from './measureAgain.ts';

export interface InTurnsHooks {
  /** A benchmark of the base has been measured. Called before `benchmarkTimed` of the same benchmark. */
  baseTimed(result: ResultDraft): void;
  /** The problems to report if the base has no measurements for a selection, or not all. */
  missing(timed: Timed, name: string): readonly Problem[];
  /** See `TwoBuildsHooks`. */
  again?: AgainHook | undefined;
}

export interface ProfiledInTurns {
  readonly results: readonly ResultDraft[];
  /** Only those with measurements. */
  readonly baseResults: readonly ResultDraft[];
  readonly problems: readonly Problem[];
  /** What was measured again, by the `runId` of the result. */
  readonly rounds: ReadonlyMap<string, readonly FreshRound[]>;
}

/**
 * Returns when no process is left. Problems: those of `timeInTurns` and `takeProfiles`; and if no benchmark of `now` has
 * measurements, the reason for that. What a cancel leaves: as `profileBenchmarks`.
 *
 * @param base its title is shown in the progress
 */
export async function profileInTurns(
  selections: readonly BenchmarkSelection[],
  now: Build,
  base: Build,
  hooks: InTurnsHooks,
): Promise<Result<ProfiledInTurns>> {
  const { steps, request } = now;
  const results: ResultDraft[] = [];
  const baseResults: ResultDraft[] = [];
  const problems: Problem[] = [];
  let problem: Problem | null = null;
  const counterpart = (result: ResultDraft) =>
    baseResults.find(({ name, procs }) => name === result.name && procs === result.procs);
  /** What a cancelled run has measured, if it is to be kept. */
  const partial = (incomplete: readonly ResultDraft[], incompleteBase: readonly ResultDraft[]) => {
    const kept = partialResults(measured(results), now, incomplete);
    if (!kept.ok) return kept;
    partialResults(baseResults, base, incompleteBase);
    return ok({ results: kept.value, baseResults, problems, rounds: new Map() });
  };
  for (const selection of selections) {
    if (now.hooks.signal.aborted) break;
    const name = selectionText(selection);
    const timed = await timeInTurns([base, now], selection, (round) =>
      steps.next({
        what: 'timing',
        benchmark: name,
        message: l10n.t(
          'Timing {0}: measurement {1} of {2}, in turns with {3}',
          name,
          round + 1,
          request.count,
          base.title,
        ),
      }),
    );
    if (!timed.ok && timed.problem.code === 'cancelled') break;
    if (!timed.ok) return timed;
    const [old, current] = timed.value;
    problem ??= current.problem;
    append(results, current.results);
    append(baseResults, measured(old.results));
    if (now.hooks.signal.aborted) break;
    append(problems, hooks.missing(old, name));
    for (const result of current.results) {
      const older = counterpart(result);
      if (older !== undefined) result.inTurns = { with: older.runId };
    }
    for (const result of measured(old.results)) hooks.baseTimed(result);
    for (const result of current.results) now.hooks.benchmarkTimed?.({ ...result });
  }
  const complete = measured(results);
  if (now.hooks.signal.aborted) return partial(complete, baseResults);
  if (complete.length === 0 && problem) return { ok: false, problem };
  steps.of =
    2 +
    (now.layouts?.length ?? 0) +
    selections.length * request.count +
    (complete.length + baseResults.length) * passesOfOne(request);
  const names = results.map((result) => result.name);
  const baseNames = baseResults.map((result) => result.name);
  // One benchmark's profiles of both builds follow each other: slow changes of the machine then affect both alike.
  for (const [i, result] of complete.entries()) {
    const older = counterpart(result);
    const profiledBase = older === undefined ? ok(null) : await takeProfiles(base, older, baseNames);
    const profiled = profiledBase.ok ? await takeProfiles(now, result, names) : profiledBase;
    if (!profiled.ok && profiled.problem.code === 'cancelled') {
      const incomplete = complete.slice(i);
      return partial(
        incomplete,
        incomplete.flatMap((each) => counterpart(each) ?? []),
      );
    }
    if (!profiled.ok) return profiled;
    now.hooks.benchmarkDone?.({ ...result });
  }
  const pairs = complete.flatMap((result) => {
    const older = counterpart(result);
    return older === undefined ? [] : [{ base: older, result }];
  });
  const again = await measureAgain([base, now], pairs, hooks.again);
  if (now.hooks.signal.aborted) return partial(complete, baseResults);
  if (!again.ok) return again;
  return ok({ results, baseResults, problems, rounds: again.value });
}

function measured(results: readonly ResultDraft[]): ResultDraft[] {
  return results.filter(({ measurements }) => measurements.length > 0);
}

/** A result of the base with an earlier time: results are ordered by time, and the base comes first. */
export function earlier(result: ResultDraft): BenchmarkResult {
  return { ...result, takenAt: result.takenAt - 1 };
}
