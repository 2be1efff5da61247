/**
 * On which lines a benchmark's events happen: cache misses, instructions, page faults. One more process for each event, which
 * `perf record` samples, becomes a profile beside those of Go.
 */
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { fileNameOf } from '../../base/fileName.ts';
import { fail, ok, type Problem, type Result, sentence } from '../../base/result.ts';
import { kindOfEvent } from '../../base/takenKind.ts';
import { type LoopStyle, operationCount } from '../../bench/benchfmt/operations.ts';
import { medianInterval } from '../../bench/statistics/median.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Build } from '../build/build.ts';
import { eventProfile } from '../counters/eventProfile.ts';
import { type GoTable, readGoTable } from '../counters/goTable.ts';
import {
  type EventRecorder,
  type ExpectedEvents,
  findRecorder,
  isPrecise,
  longerPeriod,
  periodFor,
  readRecordingFile,
  recordedWays,
  recordingCommand,
  recordingEnvironment,
  type StackWay,
  unitOf,
} from '../counters/recordEvent.ts';
import type { Recording } from '../counters/recording.ts';
import { isClock } from '../machine/counters.ts';
import {
  type BenchmarkResult,
  type Findings,
  type Stepped,
  withFindings,
} from '../results/benchmarkResult.ts';
import { passIterations } from './passIterations.ts';
import { runUnderPerf } from './perfPass.ts';

export interface LinesRequest {
  /** For what perf writes. It is removed. */
  readonly file: string;
  /** The other benchmarks in the package. */
  readonly others: readonly string[];
  readonly style: LoopStyle | null;
  /** How many events of this name a process with so many operations has. */
  expected(event: string, iterations: number): ExpectedEvents;
}

/** How often a recording is repeated with fewer samples, if the machine could not keep up. */
const mostRepeats = 3;
/** If so many samples were lost, the lines do not show what happened. */
const muchLost = 0.02;

/** The result with a profile for each event that is counted here. What cannot be recorded is a problem of the result. */
export async function recordLines(
  build: Build,
  result: BenchmarkResult,
  request: LinesRequest,
): Promise<Stepped> {
  const found = build.counting?.found;
  if (found?.ok !== true) return { result, stopped: null };
  let recorded = result;
  const refused: string[] = [];
  for (const event of found.value.events) {
    const recorder = await recorderOf(build, event, request.file);
    const lines = recorder.ok ? await recordEvent(build, result, recorder.value, request) : recorder;
    await build.written.remove(request.file);
    if (lines.ok) recorded = withFindings(recorded, lines.value);
    else if (lines.problem.code === 'cancelled') return { result: recorded, stopped: lines.problem };
    else if (recorder.ok) recorded = withFindings(recorded, { problems: [lines.problem] });
    else refused.push(event);
  }
  if (refused.length > 0 && build.counting?.isUnrecordedSaid !== true) {
    if (build.counting !== undefined) build.counting.isUnrecordedSaid = true;
    recorded = withFindings(recorded, { problems: [unrecorded(refused)] });
  }
  return { result: recorded, stopped: null };
}

/** Finds out once for each event. */
async function recorderOf(build: Build, event: string, file: string): Promise<Result<EventRecorder>> {
  const { counting, request, env, control } = build;
  if (counting?.found?.ok !== true) return fail('event-not-recorded', 'perf was not found');
  counting.recorders ??= new Map();
  const known = counting.recorders.get(event);
  if (known !== undefined) return known;
  const { perf } = counting.found.value;
  const directory = request.outputDirectory;
  const recorder = await findRecorder(event, { perf, file, directory, env, signal: control.signal });
  if (recorder.ok || recorder.problem.code !== 'cancelled') counting.recorders.set(event, recorder);
  return recorder;
}

function unrecorded(events: readonly string[]): Problem {
  const template = 'perf counts here, but cannot record on which lines: {0}. The lines show none of it.';
  return { code: 'event-not-recorded', template, args: [events.join(', ')] };
}

async function recordEvent(
  build: Build,
  result: BenchmarkResult,
  recorder: EventRecorder,
  request: LinesRequest,
): Promise<Result<Findings>> {
  const { event } = recorder;
  const table = await tableOf(build);
  if (table === null) {
    return fail(
      'event-not-recorded',
      'Which lines {0} belong to is not known: the test binary has no tables of Go’s functions, or no symbols.',
      [event],
    );
  }
  const iterations = passIterations('cpu', result.measurements, build.benchtime);
  const expected = isClock(event) ? timeOf(result, iterations) : request.expected(event, iterations);
  let period = periodFor(event, expected);
  for (let repeats = 0; ; repeats++) {
    const pass = await recordedPasses(build, result, { ...request, recorder, iterations, period });
    if (!pass.ok) return pass.problem.code === 'cancelled' ? pass : notRecorded(result, event, pass.problem);
    const { recordings } = pass.value;
    const lost = lostShare(recordings);
    if (lost > muchLost && repeats < mostRepeats) {
      period = longerPeriod(event, period, expected);
      continue;
    }
    const hasLost = lost > muchLost || recordings.some(({ isThrottled }) => isThrottled);
    const operations = operationCount(request.style, pass.value.iterations);
    return keep(build, result, { recorder, period, recordings, hasLost, table, operations });
  }
}

/** The CPU time, in nanoseconds, by the CPU profile if there is one. */
function timeOf({ profiles, measurements, procs }: BenchmarkResult, iterations: number): ExpectedEvents {
  const expected = (perOperation: number) => ({ all: perOperation * iterations, perOperation });
  for (const { witness } of profiles) {
    if (witness?.cpu != null) return expected(witness.cpu.nanoseconds / witness.measurement.iterations);
  }
  const times = measurements.flatMap(({ metrics }) => metrics['ns/op'] ?? []);
  return expected(times.length === 0 ? 0 : procs * medianInterval(times).median);
}

/** Read once for each test binary. */
async function tableOf({ binary, counting }: Build): Promise<GoTable | null> {
  if (counting === undefined) return null;
  counting.table ??= readFile(binary).then(readGoTable, () => null);
  return counting.table;
}

function lostShare(recordings: readonly Recording[]): number {
  const [lost, taken] = recordings.reduce(
    ([lost, taken], each) => [lost + each.lost, taken + each.samples.length],
    [0, 0],
  );
  return lost / Math.max(1, lost + taken);
}

interface RecordedPasses {
  readonly recordings: readonly Recording[];
  readonly iterations: number;
}

interface PassRequest extends LinesRequest {
  readonly recorder: EventRecorder;
  readonly iterations: number;
  readonly period: number;
}

async function recordedPasses(
  build: Build,
  result: BenchmarkResult,
  request: PassRequest,
): Promise<Result<RecordedPasses>> {
  const recordings: Recording[] = [];
  let { iterations } = request;
  for (const ways of recordedWays(request.recorder)) {
    const pass = await recordedPass(build, result, request, ways);
    if (!pass.ok) return pass;
    recordings.push(pass.value.recording);
    iterations = pass.value.iterations;
  }
  return ok({ recordings, iterations });
}

async function recordedPass(
  build: Build,
  result: BenchmarkResult,
  { file, others, recorder, iterations, period }: PassRequest,
  ways: readonly StackWay[],
): Promise<Result<{ readonly recording: Recording; readonly iterations: number }>> {
  const { counting } = build;
  if (counting?.found?.ok !== true) return fail('event-not-recorded', 'perf was not found');
  const ran = await runUnderPerf(build, result, {
    iterations,
    others,
    env: recordingEnvironment,
    through: recordingCommand(counting.found.value.perf, recorder, { file, period, ways }),
  });
  if (!ran.ok) return ran;
  const recording = await readRecordingFile(file);
  return recording.ok ? ok({ recording: recording.value, iterations: ran.value }) : recording;
}

/** Writes the profile. Where nothing happened there is none. */
async function keep(
  build: Build,
  result: BenchmarkResult,
  recorded: Pick<PassRequest, 'recorder' | 'period'> & {
    readonly recordings: readonly Recording[];
    readonly hasLost: boolean;
    readonly table: GoTable;
    readonly operations: number | null;
  },
): Promise<Result<Findings>> {
  const { recorder, period, recordings, hasLost, table, operations } = recorded;
  const { event, modifiers, hasBytes } = recorder;
  const binary = await realpath(build.binary);
  const named = {
    name: event,
    unit: unitOf(event),
    period,
    hasBytes,
    comment: `perf record -c ${period} -e ${event}${modifiers === '' ? '' : `:${modifiers}`}`,
  };
  const notes = hasLost ? [lossNote(event)] : [];
  const profile = await eventProfile(recordings, named, { table, binary });
  if (!profile.ok) return notRecorded(result, event, profile.problem);
  if (profile.value.samples.count === 0) return ok({ notes });
  const path = build.written.claim(`${fileNameOf(result.name)}-${result.procs}.${event}`, '.pprof');
  await writeFile(path, encodeGzipped(profile.value));
  if (isPrecise(recorder) === false) notes.push(skidNote(event));
  await build.control.report({ is: 'profile', path, profile: profile.value });
  return ok({ notes, profiles: [{ kind: kindOfEvent(event), path, operations }] });
}

function notRecorded({ name }: BenchmarkResult, event: string, problem: Problem): Result<never> {
  const why = sentence(problem).replace(/\.$/, '');
  const template = 'The lines show no {0} of {1}: {2}.';
  return fail('event-not-recorded', template, [event, name, why], problem.details);
}

function lossNote(event: string): Problem {
  const template =
    'Linux could not record all samples of {0}, so that its lines cost more than they show. Their shares are about right.';
  return { code: 'counters-lost', template, args: [event] };
}

function skidNote(event: string): Problem {
  const template =
    'This machine cannot tell the exact instruction of {0}: a sample may stand a few instructions late, on a line behind the one that it belongs to.';
  return { code: 'counters-skid', template, args: [event] };
}
