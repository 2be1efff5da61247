/** The same benchmarks in two binaries: timed in turns, then profiled in turns. */
import * as l10n from '@vscode/l10n';
import { ok, type Problem, type Result } from '../../result.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';
import type { BenchmarkSelection } from './passes.ts';
import type { Draft, Run } from './run.ts';
import { takeProfiles } from './takeProfiles.ts';
import { type Timed, timeInTurns } from './timeBenchmarks.ts';

export interface InTurnsHooks {
  /** The base's benchmark has its timings; always before the other's. */
  baseTimed(draft: Draft): void;
  /** What the user is to know of a selection whose base has no results, or not all. */
  missing(timed: Timed, name: string): readonly Problem[];
}

export interface ProfiledInTurns {
  readonly drafts: readonly Draft[];
  /** Only those with results. */
  readonly baseDrafts: readonly Draft[];
  readonly problems: readonly Problem[];
}

/**
 * Answers when no process is left. Problems: those of `timeInTurns` and `takeProfiles`; where nothing of `now` has a
 * result, why that is.
 *
 * @param base has a title, which the progress tells it by
 */
export async function profileInTurns(
  selections: readonly BenchmarkSelection[],
  now: Run,
  base: Run,
  hooks: InTurnsHooks,
): Promise<Result<ProfiledInTurns>> {
  const { steps, request } = now;
  const drafts: Draft[] = [];
  const baseDrafts: Draft[] = [];
  const problems: Problem[] = [];
  let problem: Problem | null = null;
  for (const selection of selections) {
    const name = 'name' in selection ? selection.name : selection.pattern;
    const timed = await timeInTurns([base, now], selection, (round) =>
      steps.next(
        l10n.t('Timing {0}: run {1} of {2}, in turns with {3}', name, round + 1, request.count, base.title),
      ),
    );
    if (!timed.ok) return timed;
    const [old, current] = timed.value;
    problem ??= current.problem;
    problems.push(...hooks.missing(old, name));
    drafts.push(...current.drafts);
    baseDrafts.push(...withResults(old.drafts));
    for (const draft of withResults(old.drafts)) hooks.baseTimed(draft);
    for (const draft of current.drafts) now.hooks.benchmarkTimed?.({ ...draft });
  }
  const complete = withResults(drafts);
  if (complete.length === 0 && problem) return { ok: false, problem };
  steps.of =
    2 + selections.length * request.count + (complete.length + baseDrafts.length) * request.kinds.length;
  const profiled = await profileBoth([now, complete, drafts], [base, baseDrafts, baseDrafts]);
  return profiled.ok ? ok({ drafts, baseDrafts, problems }) : profiled;
}

/** The base's run as one that came before, for whoever orders runs by time. */
export function earlier(draft: Draft): BenchmarkResult {
  return { ...draft, takenAt: draft.takenAt - 1 };
}

function withResults(drafts: readonly Draft[]): Draft[] {
  return drafts.filter(({ measurements }) => measurements.length > 0);
}

/** A run, its benchmarks that have results, and all of them. */
type ToProfile = readonly [run: Run, complete: readonly Draft[], all: readonly Draft[]];

/** The same benchmark's profiles one after the other, so that what drifts is the same for both. */
async function profileBoth(now: ToProfile, base: ToProfile): Promise<Result<null>> {
  const keyOf = ({ name, procs }: Draft) => `${procs} ${name}`;
  const [run, complete, all] = now;
  const [baseRun, baseComplete, baseAll] = base;
  const names = (drafts: readonly Draft[]) => drafts.map(({ name }) => name);
  for (const draft of complete) {
    const other = baseComplete.find((candidate) => keyOf(candidate) === keyOf(draft));
    if (other !== undefined) {
      const taken = await takeProfiles(baseRun, other, names(baseAll));
      if (!taken.ok) return taken;
    }
    const taken = await takeProfiles(run, draft, names(all));
    if (!taken.ok) return taken;
    run.hooks.benchmarkDone?.({ ...draft });
  }
  return ok(null);
}
