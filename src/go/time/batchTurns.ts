/** Times benchmarks of two builds in batches, one pair of processes after the other. */
import { randomInt } from 'node:crypto';
import type { Benchtime } from '../../base/benchtime.ts';
import { ok, type Result } from '../../base/result.ts';
import { isSettled, type Looks, timeOfOne } from '../../bench/verdicts/looks.ts';
import type { Build } from '../build/build.ts';
import type { MachineObserver } from '../machine/machineWatch.ts';
import { BatchedProcess, type ReadyBenchmark } from './batchedProcess.ts';
import { type BatchPlan, measurePair, type Pair, planOf, type SurveyedBenchmark } from './batches.ts';
import type { Timing } from './timing.ts';

/** The base first. */
type Sides = Pair<{ readonly build: Build; readonly timing: Timing }>;

interface Common extends ReadyBenchmark {
  readonly plan: BatchPlan;
}

/** Of both versions, what they can be asked for. */
export interface Surveyed {
  readonly common: readonly Common[];
  /** Benchmarks that only one of both has. */
  readonly alone: Pair<readonly ReadyBenchmark[]>;
}

/** `null` if a binary cannot be given batches. Problems: `cannot-start`, `cancelled`. */
export async function surveyBoth(sides: Sides, observer: MachineObserver): Promise<Result<Surveyed | null>> {
  const benchtime = benchtimeOf(sides[0].build);
  const looks = 'nanoseconds' in benchtime;
  const found: (readonly SurveyedBenchmark[])[] = [];
  for (const { build, timing } of sides) {
    const process = new BatchedProcess();
    const surveyed = await observer.during(() => timing.survey(process, looks, build.layouts?.[0]));
    if (!surveyed.ok) return surveyed;
    if (!process.hasAnswered) return ok(null);
    found.push(surveyed.value.filter(({ pace }) => pace !== null || !looks));
  }
  const [base = [], now = []] = found;
  const common = now.flatMap(({ name, procs, pace }) => {
    const older = base.find((each) => isSame(each, { name, procs }));
    if (older === undefined) return [];
    const paces = [pace, older.pace].filter((each) => each !== null);
    return [{ name, procs, plan: planOf(paces, benchtime) }];
  });
  const others = (all: readonly ReadyBenchmark[]) =>
    all.filter((each) => !common.some((other) => isSame(each, other)));
  return ok({ common, alone: [others(base), others(now)] });
}

/** Where it may stop when the answer is there, it takes the time that tells most. */
function benchtimeOf({ benchtime, request }: Build): Benchtime {
  if ('iterations' in benchtime || request.stopsWhenSettled !== true) return benchtime;
  return { nanoseconds: Math.min(benchtime.nanoseconds, timeOfOne) };
}

function isSame(a: ReadyBenchmark, b: ReadyBenchmark): boolean {
  return a.name === b.name && a.procs === b.procs;
}

/** Takes rounds of all benchmarks until each is settled. Problem: `cannot-start`. */
export async function byBatches(
  sides: Sides,
  { common, alone }: Surveyed,
  observer: MachineObserver,
  nextRound: (round: number) => void,
): Promise<Result<null>> {
  const { control, request, layouts = [] } = sides[0].build;
  const looks: Looks = { comparisons: common.length, level: request.level };
  let open = common;
  for (let round = 0; round < request.count && open.length > 0; round++) {
    nextRound(round);
    const left: Common[] = [];
    for (const each of open) {
      if (control.signal.aborted) return ok(null);
      const isThere = await oneRound(sides, each, round, layouts.length, observer);
      if (!isThere.ok) return isThere.problem.code === 'cancelled' ? ok(null) : isThere;
      const [base, now] = [sides[0].timing.measured(each), sides[1].timing.measured(each)];
      const isOver = !isThere.value || (request.stopsWhenSettled === true && isSettled(base, now, looks));
      if (!isOver) left.push(each);
    }
    open = left;
  }
  for (const [i, { timing }] of sides.entries()) {
    for (const each of alone[i] ?? []) {
      const end = await observer.during(() => timing.runAlone(each, Math.min(request.count, mostAlone)));
      if (!end.ok) return end.problem.code === 'cancelled' ? ok(null) : end;
    }
  }
  return ok(null);
}

/** What cannot be compared is shown all the same. */
const mostAlone = 10;

/** One pair of processes. Whether both have measured it. Problems: `cannot-start`, `cancelled`. */
async function oneRound(
  sides: Sides,
  benchmark: Common,
  round: number,
  layouts: number,
  observer: MachineObserver,
): Promise<Result<boolean>> {
  const [a, b] = [new BatchedProcess(), new BatchedProcess()] as const;
  const layoutOf = ({ build }: Sides[number]) =>
    layouts === 0 ? undefined : build.layouts?.[round % layouts];
  const began = performance.now();
  const [base, now, sums] = await observer.during(() =>
    Promise.all([
      sides[0].timing.runBatches(a, benchmark, layoutOf(sides[0])),
      sides[1].timing.runBatches(b, benchmark, layoutOf(sides[1])),
      measurePair([a, b], benchmark, benchmark.plan),
    ]),
  );
  if (!base.ok) return base;
  if (!now.ok) return now;
  if (sums === null || base.value === null || now.value === null) return ok(false);
  const took = (performance.now() - began) / 2;
  // Whoever measures again adds its pairs to those that are there.
  const pair = randomInt(2 ** 47);
  sides[0].timing.add(base.value, sums[0], pair, took, layoutOf(sides[0]));
  sides[1].timing.add(now.value, sums[1], pair, took, layoutOf(sides[1]));
  return ok(true);
}
