/** After a run: the next question, where a CPU profile could not answer the one that was asked. */
import * as l10n from '@vscode/l10n';
import { parseBenchtime } from '../../../base/benchtime.ts';
import type { TakenKind } from '../../../base/model.ts';
import type { ProfileKind } from '../../../base/profileKinds.ts';
import { fail, type Problem } from '../../../base/result.ts';
import type { BenchmarkResult } from '../../../go/results/benchmarkResult.ts';
import type { RunRequest } from '../../../protocol.ts';
import type { MessageAction, Messages } from '../../client/messages.ts';
import { waitKinds } from '../../results/remarks.ts';

/** A CPU profile that says little, and why. */
export interface FollowUp {
  readonly problem: Problem;
  readonly result: BenchmarkResult;
}

export interface FollowUpActions {
  readonly runAgain: (part: Pick<RunRequest, 'benchtime' | 'kinds'>) => void;
  /** Shows the profile of this kind in the lines. */
  readonly show: (result: BenchmarkResult, kind: ProfileKind) => void;
}

const lockKinds: readonly ProfileKind[] = ['mutex', 'block', 'cpu'];

/** The message for several benchmarks, by the code of their problem. */
const together: Readonly<Record<string, string>> = {
  'too-few-samples':
    'The CPU profiles of {0} benchmarks are too short to tell their lines apart. Profile them with a longer benchtime.',
  waited: '{0} benchmarks waited: CPU explains little of their time.',
  'waited-blocked': '{0} benchmarks waited: CPU explains little of their time, and blocking most of it.',
  'waited-for-locks': '{0} benchmarks waited for locks. A mutex profile says who held them.',
  'waited-elsewhere':
    '{0} benchmarks waited, and neither CPU nor blocking explains it. The rest is sleep, or waiting for the network, a file or another program.',
};

/** Whether the problem is one for `offerFollowUps`. Others are messages of their own. */
export function hasFollowUp({ code }: Problem): boolean {
  return Object.hasOwn(together, code);
}

/**
 * Shows each kind of problem once, for all benchmarks that have it, with a button for what helps: a longer run if the CPU was
 * busy, a profile of its waits if the benchmark waited.
 *
 * @param benchtime of the run that has ended
 * @param shown the kind of profile that its lines show
 */
export function offerFollowUps(
  followUps: readonly FollowUp[],
  { benchtime, shown }: { readonly benchtime: string; readonly shown: TakenKind | null },
  messages: Pick<Messages, 'problem' | 'logProblem'>,
  actions: FollowUpActions,
): void {
  for (const code of Object.keys(together)) {
    const alike = followUps.filter(({ problem }) => problem.code === code);
    const [first, ...others] = alike;
    if (first === undefined) continue;
    const problem =
      others.length === 0
        ? first.problem
        : fail(code, together[code]!, [alike.length], first.problem.details).problem;
    // The lines say it already.
    if (code === 'waited-blocked' && shown === 'block') messages.logProblem(problem);
    else messages.problem(problem, 'warning', buttonsFor(first, benchtime, actions));
  }
}

function buttonsFor(
  { problem, result }: FollowUp,
  benchtime: string,
  actions: FollowUpActions,
): MessageAction[] {
  const { runAgain, show } = actions;
  switch (problem.code) {
    case 'too-few-samples': {
      const longer = longerBenchtime(benchtime);
      return [{ title: l10n.t('Run for {0}', longer), run: () => runAgain({ benchtime: longer }) }];
    }
    case 'waited':
    case 'waited-elsewhere':
      return [{ title: l10n.t('Profile Waiting'), run: () => runAgain({ kinds: waitKinds }) }];
    case 'waited-for-locks':
      return [{ title: l10n.t('Profile Mutexes'), run: () => runAgain({ kinds: lockKinds }) }];
    case 'waited-blocked':
      return [{ title: l10n.t('Show Blocking'), run: () => show(result, 'block') }];
    default:
      return [];
  }
}

/**
 * A benchtime that gives ten times the samples, as a person would write it: `10s` for `1s`, `20m` for `2m`, `300x` for
 * `30x`. Whole minutes are written as minutes from ten minutes on.
 */
export function longerBenchtime(benchtime: string): string {
  const parsed = parseBenchtime(benchtime);
  // Cannot happen: Go would not have run with this benchtime.
  if (!parsed.ok) return '5s';
  if ('iterations' in parsed.value) return `${parsed.value.iterations * 10}x`;
  const milliseconds = (parsed.value.nanoseconds * 10) / 1e6;
  if (milliseconds < 1000) return `${milliseconds}ms`;
  const minutes = milliseconds / 60_000;
  return Number.isInteger(minutes) && minutes >= 10 ? `${minutes}m` : `${milliseconds / 1000}s`;
}
