/** Times benchmarks, in one build or in two, and notes what may have disturbed the measurements. */

import { listAt } from '../../base/maps.ts';
import { ok, type Result } from '../../base/result.ts';
import { isSettled, mostApart } from '../../bench/verdicts/looks.ts';
import {
  conditions,
  disturbances,
  layoutNote,
  type MachineWatch,
  procsChangedNote,
  procsNote,
  spreadNotes,
} from '../../bench/verdicts/noise.ts';
import type { BenchmarkSelection } from '../build/benchmarkRequest.ts';
import type { Build } from '../build/build.ts';
import { MachineObserver } from '../machine/machineWatch.ts';
import { isMeasured } from '../results/benchmarkResult.ts';
import { byBatches, surveyBoth } from './batchTurns.ts';
import { type Timed, Timing } from './timing.ts';

/**
 * Times one selection, all repetitions in one process. If it is cancelled, the result has what was measured until then.
 * Problems of the `Result`: `cannot-start`; `cancelled` before anything was measured.
 */
export async function timeSelection(build: Build, selection: BenchmarkSelection): Promise<Result<Timed>> {
  const observer = new MachineObserver(build.env);
  const timing = new Timing(build, selection, observer);
  const { request, control, side } = build;
  const end = await timing.run(request.count, (result) => void control.report({ is: 'timed', result, side }));
  if (!end.ok && end.problem.code !== 'cancelled') return end;
  const timed = await timing.finish();
  return timed.ok ? ok(withNotes(build, timed.value, await observer.finish())) : timed;
}

/**
 * Times the same selection in two builds, in turns: in batches of milliseconds in two processes beside each other, see batches.ts;
 * or where a binary cannot do that, each repetition in a process of its own. It stops before `count` where the request says so.
 * Problems, and what a cancel leaves: as `timeSelection`.
 */
export async function timeInTurns(
  builds: readonly [Build, Build],
  selection: BenchmarkSelection,
  nextRound: (round: number) => void,
): Promise<Result<readonly [Timed, Timed]>> {
  const observer = new MachineObserver(builds[0].env);
  const timings = [
    new Timing(builds[0], selection, observer),
    new Timing(builds[1], selection, observer),
  ] as const;
  const [base, now] = [
    { build: builds[0], timing: timings[0] },
    { build: builds[1], timing: timings[1] },
  ];
  const surveyed = await surveyBoth([base, now], observer);
  if (!surveyed.ok && surveyed.problem.code !== 'cancelled') return surveyed;
  const measured =
    surveyed.ok && surveyed.value !== null
      ? await byBatches([base, now], surveyed.value, observer, nextRound)
      : await byProcesses(builds, timings, nextRound);
  if (!measured.ok) return measured;
  const first = await timings[0].finish();
  if (!first.ok) return first;
  const second = await timings[1].finish();
  if (!second.ok) return second;
  const watch = await observer.finish();
  return ok([withNotes(builds[0], first.value, watch), withNotes(builds[1], second.value, watch)]);
}

/**
 * Times the same selection in any number of builds, in turns: each repetition of each in a process of its own. Problems, and what a
 * cancel leaves: as `timeSelection`.
 */
export async function timeAllInTurns(
  builds: readonly Build[],
  selection: BenchmarkSelection,
  nextRound: (round: number) => void,
): Promise<Result<readonly Timed[]>> {
  const [first] = builds;
  if (first === undefined) return ok([]);
  const observer = new MachineObserver(first.env);
  const timings = builds.map((build) => new Timing(build, selection, observer));
  const { control, request } = first;
  for (let round = 0; round < request.count && !control.signal.aborted; round++) {
    nextRound(round);
    for (const i of orderOf(round, builds.length)) {
      const timing = timings[i]!;
      const end = timing.isHopeless ? ok(null) : await timing.run(1);
      if (!end.ok && end.problem.code !== 'cancelled') return end;
    }
  }
  const watch = await observer.finish();
  const all: Timed[] = [];
  for (const [i, timing] of timings.entries()) {
    const timed = await timing.finish();
    if (!timed.ok) return timed;
    all.push(withNotes(builds[i]!, timed.value, watch));
  }
  return ok(all);
}

/** Each of them is the first, the second... as often, and each has each other before it: `012 210 120 021 201 102`. */
function orderOf(round: number, count: number): number[] {
  const first = Math.floor(round / 2) % count;
  const order = Array.from({ length: count }, (_, i) => (first + i) % count);
  return round % 2 === 0 ? order : order.reverse();
}

/**
 * Each repetition in a process of its own. The order is A B, B A, A B, and so on: slow changes of the machine (its temperature,
 * other work) then affect both alike. So that they also affect all layouts alike, each repetition is of another layout.
 */
async function byProcesses(
  builds: readonly [Build, Build],
  timings: readonly [Timing, Timing],
  nextRound: (round: number) => void,
): Promise<Result<null>> {
  const { control, request } = builds[0];
  const most = request.stopsWhenSettled === true ? Math.min(request.count, mostApart) : request.count;
  for (let round = 0; round < most && !control.signal.aborted; round++) {
    nextRound(round);
    const layouts = builds[0].layouts?.length ?? 1;
    const layout = round % layouts;
    const turn = layout + Math.floor(round / layouts);
    for (const i of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const timing = timings[i];
      if (timing.isHopeless) continue;
      const end = await timing.run(1, undefined, builds[i].layouts?.[layout]);
      if (!end.ok && end.problem.code !== 'cancelled') return end;
    }
    if (request.stopsWhenSettled === true && areSettled(timings, request.level)) break;
  }
  return ok(null);
}

function areSettled(timings: readonly [Timing, Timing], level: number | undefined): boolean {
  const [base, now] = [timings[0].soFar, timings[1].soFar];
  const looks = { comparisons: base.size, level };
  return base.size > 0 && [...base].every(([key, older]) => isSettled(older, now.get(key) ?? [], looks));
}

/** Each result gets all notes, as it may be read without the others. */
function withNotes({ request, env }: Build, timed: Timed, watch: MachineWatch): Timed {
  const isChosen = request.cpu !== undefined || env.GOMAXPROCS !== undefined;
  const procsOf = new Map<string, number[]>();
  for (const { name, procs } of timed.results) listAt(procsOf, name).push(procs);
  const results = timed.results.map((result) => {
    if (!isMeasured(result)) return result;
    const ofName = procsOf.get(result.name) ?? [];
    const procs = isChosen ? [] : [procsNote(result, watch.usableCores), procsChangedNote(ofName)];
    const layouts = layoutNote(result);
    // The disturbances come first, as they explain an unusual spread.
    const notes = [
      ...disturbances(watch),
      ...procs.filter((each) => each !== null),
      ...spreadNotes(result),
      ...(layouts === null ? [] : [layouts]),
      ...conditions(watch),
    ];
    return { ...result, notes };
  });
  return { ...timed, results };
}
