/** What a search is about: the benchmark and the unit that differ between its two ends, and whether counts or measurements tell. */
import { append } from '../../base/lists.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { valuesOf } from '../../bench/benchfmt/resultLine.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { compareVersions, instructionUnit } from '../../bench/verdicts/counted.ts';
import { type Better, betterOf, worseBy } from '../../bench/verdicts/direction.ts';
import { type GateOptions, type GatePair, judge } from '../../bench/verdicts/gate.ts';
import { isCounted } from '../../bench/verdicts/unitPair.ts';
import type { BenchmarkSelection } from '../build/benchmarkRequest.ts';
import type { Build } from '../build/build.ts';
import { withLayouts } from '../build/layouts.ts';
import { counterpartOf, profileBuilds } from '../profile/profileBuilds.ts';
import { Subjects } from '../profile/subjects.ts';
import { takeInstructions } from '../profile/takeInstructions.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { resultPair } from '../results/resultPair.ts';
import { timeSelection } from '../time/timeBenchmarks.ts';

/** A benchmark whose result differs between two versions. */
export interface Question {
  readonly name: string;
  readonly procs: number;
  readonly package: string;
  /** From the good version to the bad one. */
  readonly change: MetricChange;
  readonly better: Better | null;
  /** The operations of each count, the same for all versions, since what is done once is shared by them; `null` if it is measured. */
  readonly operations: number | null;
}

/** So often is counted what should come out the same. */
const counts = 2;

/** The build, for one benchmark: nothing but its timing is asked for. */
export function timingOnly(build: Build, cpu = build.request.cpu): Build {
  const { instructions: _, ...others } = build;
  return { ...others, request: { ...build.request, kinds: [], instructions: false, cpu } };
}

/** The `-cpu` that runs a benchmark with this GOMAXPROCS only. */
export function cpuOf({ request }: Build, procs: number): string | undefined {
  return request.cpu === undefined ? undefined : String(procs);
}

/**
 * What an operation allocates, in every run of the same number of operations; and its instructions, if the build counts them.
 * Problems: `cancelled`, `cannot-start`; why the benchmark does not run.
 */
export async function countBenchmark(
  build: Build,
  { name, procs }: Pick<Question, 'name' | 'procs'>,
  operations: number,
  unit?: string,
): Promise<Result<BenchmarkResult>> {
  const once = timingOnly(build, cpuOf(build, procs));
  const request = { ...once.request, count: counts, benchtime: `${operations}x` };
  const timed = await timeSelection({ ...once, request }, { name });
  if (!timed.ok) return timed;
  if (build.control.signal.aborted) return fail('cancelled', 'Cancelled.');
  const found = timed.value.results.find((each) => each.name === name && each.procs === procs);
  const problem = timed.value.problem ?? found?.problems[0];
  if (problem !== undefined) return { ok: false, problem };
  if (found === undefined) return fail('matched-nothing', 'There is no benchmark {0}.', [name]);
  const isWanted = unit === undefined || unit === instructionUnit;
  return isWanted && build.instructions !== undefined ? countInstructions(build, found) : ok(found);
}

async function countInstructions(build: Build, result: BenchmarkResult): Promise<Result<BenchmarkResult>> {
  const counting = { ...build, request: { ...build.request, kinds: [] } };
  const subject = await new Subjects(counting, [result], [{ name: result.name }]).of(result);
  if (!subject.ok) return subject;
  const { result: counted, stopped } = await takeInstructions(subject.value);
  return stopped === null ? ok(counted) : { ok: false, problem: stopped };
}

/** The values of a unit that was counted. */
export function countsOf({ measurements, instructions }: BenchmarkResult, unit: string): number[] {
  const own = valuesOf(measurements, unit);
  const isThere = unit === instructionUnit && own.length === 0 && instructions !== undefined;
  return isThere && 'perOp' in instructions ? [instructions.perOp] : own;
}

/** What differs in what is counted. Problems: `cancelled`, `cannot-start`; why nothing runs at the good version. */
export async function countedQuestions(
  good: Build,
  bad: Build,
  selection: BenchmarkSelection,
): Promise<Result<Question[]>> {
  const once = timingOnly(good);
  const survey = await timeSelection({ ...once, request: { ...once.request, count: 1 } }, selection);
  if (!survey.ok) return survey;
  if (survey.value.problem !== null) return { ok: false, problem: survey.value.problem };
  const questions: Question[] = [];
  for (const { name, procs, measurements } of survey.value.results) {
    const operations = measurements[0]?.iterations;
    if (operations === undefined) continue;
    const older = await countBenchmark(good, { name, procs }, operations);
    const newer = await countBenchmark(bad, { name, procs }, operations);
    for (const each of [older, newer]) if (!each.ok && each.problem.code === 'cancelled') return each;
    // It is at one of both only, or fails there.
    if (!older.ok || !newer.ok) continue;
    const { base, now, circumstances, facts } = pairOf(older.value, newer.value);
    append(
      questions,
      compareVersions(base, now, circumstances)
        .filter((change) => change.verdict === 'changed' && isCounted(change))
        .map((change) => questionOf(newer.value, change, betterOf(change.unit, facts), operations)),
    );
  }
  return ok(questions);
}

function pairOf(older: BenchmarkResult, newer: BenchmarkResult) {
  const { measurements: now, ...pair } = resultPair(older, { ...newer, inTurns: { with: older.runId } }, 0);
  return { ...pair, now };
}

/** A benchmark's own units, and those of bytes and allocations, are judged together: each has its part of the level. */
const mostUnits = 5;

/** The level of looks, so that what settles them is a change in the judgement of the whole benchmark, too. */
export function levelOfLooks(level: number): number {
  return level / mostUnits;
}

/** The pairs of all benchmarks that both versions have, timed in turns. Problems: those of `profileBuilds`. */
export async function timedPairs(
  good: Build,
  bad: Build,
  selection: BenchmarkSelection,
): Promise<Result<TimedPair[]>> {
  const laidOut = await withLayouts(timingOnly(bad), timingOnly(good));
  if (!laidOut.ok) return laidOut;
  const timed = await profileBuilds([selection], laidOut.value);
  if (!timed.ok) return timed;
  return ok(
    timed.value.results.flatMap((result) => {
      const older = counterpartOf(result, timed.value.base);
      return older === undefined ? [] : [{ ...resultPair(older, result, 0), rounds: [], result }];
    }),
  );
}

export interface TimedPair extends GatePair {
  readonly result: BenchmarkResult;
}

/** What differs in what was measured, with the result that shows it; all benchmarks are judged together. */
export function timedQuestions(
  pairs: readonly TimedPair[],
  options: GateOptions,
): { readonly result: BenchmarkResult; readonly question: Question }[] {
  const { verdicts } = judge(pairs, options);
  return pairs.flatMap(({ result }, i) =>
    (verdicts[i] ?? [])
      .filter(({ verdict }) => verdict === 'changed')
      .map(({ change, better }) => ({ result, question: questionOf(result, change, better, null) })),
  );
}

function questionOf(
  { name, procs, package: importPath }: BenchmarkResult,
  change: MetricChange,
  better: Better | null,
  operations: number | null,
): Question {
  return { name, procs, package: importPath, change, better, operations };
}

/** The largest change for the worse; `null` if none is worse. */
export function worst(questions: readonly Question[]): Question | null {
  const worse = ({ change, better }: Question) => worseBy(change, better);
  return largestBy(
    questions.filter((each) => worse(each) > 0),
    worse,
  );
}

/** The largest change, in whichever direction; `null` if there is none. */
export function largestChange(questions: readonly Question[]): Question | null {
  return largestBy(questions, sizeOf);
}

/** Bytes that the runtime allocates beside the benchmark are counted, too; they are seldom as many as one object in each operation. */
const steadiest = 'allocs/op';
/** A change that is not larger by more than this factor is no reason to prefer a unit that varies. */
const clearlyLarger = 1.1;

function largestBy(questions: readonly Question[], size: (question: Question) => number): Question | null {
  const isSteady = ({ change }: Question) => change.unit === steadiest;
  const inOrder = [...questions.filter(isSteady), ...questions.filter((each) => !isSteady(each))];
  return inOrder.reduce<Question | null>(
    (best, each) => (best === null || size(each) > clearlyLarger * size(best) ? each : best),
    null,
  );
}

/** As a share of the smaller one, so that twice as much and half as much are the same size; infinite from or to 0. */
export function sizeOf({ change: { base, now } }: Pick<Question, 'change'>): number {
  const [smaller, larger] = [base.center, now.center].map(Math.abs).sort((a, b) => a - b);
  return larger! / smaller! - 1;
}
