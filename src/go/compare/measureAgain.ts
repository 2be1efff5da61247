/** Measures benchmarks of two builds again, in fresh turns, while somebody asks for it. */
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { FreshRound } from '../../bench/verdicts/gate.ts';
import { mostLooked } from '../../bench/verdicts/looks.ts';
import type { Build } from '../build/build.ts';
import { buildAgain } from '../build/keptBuild.ts';
import { withLayouts } from '../build/layouts.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { timeInTurns } from '../time/timeBenchmarks.ts';

export interface MeasuredPair {
  readonly base: BenchmarkResult;
  readonly result: BenchmarkResult;
}

/** Whether to measure a benchmark once more. `rounds` is what was measured again until now. */
export type AgainHook = (pair: MeasuredPair, rounds: readonly FreshRound[]) => boolean;

/** What was measured again. */
export interface FreshRounds {
  /** Of each benchmark, by the `runId` of its result. A round without measurements is one in which the benchmark failed. */
  readonly rounds: ReadonlyMap<string, readonly FreshRound[]>;
  /** Why nothing could be. */
  readonly problems: readonly Problem[];
}

/**
 * Measures again what `again` asks for. Where the request asks for layouts, each round has layouts of its own: the same ones again, or
 * the only one, would repeat their accidents. Problems of the `Result`: `cannot-start`, `cancelled`.
 *
 * @param builds the base first
 */
export async function measureAgain(
  builds: readonly [Build, Build],
  pairs: readonly MeasuredPair[],
  again: AgainHook = () => false,
): Promise<Result<FreshRounds>> {
  const rounds = new Map<string, readonly FreshRound[]>();
  let [base, now] = builds;
  for (;;) {
    const wanted = pairs.filter((pair) => again(pair, rounds.get(pair.result.runId) ?? []));
    if (wanted.length === 0) return ok({ rounds, problems: [] });
    const linkable = rounds.size > 0 ? ok([base, now] as const) : await forAgain(base, now);
    if (!linkable.ok) {
      const { problem } = linkable;
      return problem.code === 'cancelled' ? linkable : ok({ rounds, problems: [problem] });
    }
    [base, now] = linkable.value;
    const laidOut = await withLayouts(now, base);
    if (!laidOut.ok) return laidOut;
    ({ base, now } = laidOut.value);
    for (const pair of wanted) {
      const round = await freshRound([base, now], pair);
      if (!round.ok) return round;
      const { runId } = pair.result;
      rounds.set(runId, [...(rounds.get(runId) ?? []), round.value]);
    }
  }
}

/** Both with layouts where they had none, until the answer is there. Problems: those of `buildAgain`. */
async function forAgain(base: Build, now: Build): Promise<Result<readonly [Build, Build]>> {
  const { layouts = 0, layoutsAgain = 0 } = now.request;
  if (layouts > 0 || layoutsAgain === 0) return ok([base, now]);
  const both: Build[] = [];
  for (const build of [base, now]) {
    const linkable = build.folder === null ? await buildAgain(build) : ok(build);
    if (!linkable.ok) return linkable;
    const request = { layouts: layoutsAgain, count: mostLooked, stopsWhenSettled: true };
    both.push({ ...linkable.value, request: { ...build.request, ...request } });
  }
  const [older, newer] = both;
  return ok([older!, newer!]);
}

async function freshRound(
  builds: readonly [Build, Build],
  { result: { name, procs } }: MeasuredPair,
): Promise<Result<FreshRound>> {
  const [base, now] = builds;
  const { steps, control, request } = now;
  if (control.signal.aborted) return fail('cancelled', 'Cancelled.');
  steps.add(request.count);
  const timed = await timeInTurns([ofProcs(base, procs), ofProcs(now, procs)], { name }, (round) =>
    steps.next({
      what: 'timing',
      benchmark: name,
      message: l10n.t(
        'Measuring {0} again, as it looks different: {1} of {2}, in turns with {3}',
        name,
        round + 1,
        request.count,
        base.title,
      ),
    }),
  );
  if (!timed.ok) return timed;
  const [before, after] = timed.value.map(
    ({ results }) => results.find((each) => each.name === name && each.procs === procs)?.measurements ?? [],
  );
  return ok({ base: before ?? [], measurements: after ?? [] });
}

/** The build, for benchmarks with this GOMAXPROCS only. */
function ofProcs(build: Build, procs: number): Build {
  const { request } = build;
  return request.cpu === undefined ? build : { ...build, request: { ...request, cpu: String(procs) } };
}
