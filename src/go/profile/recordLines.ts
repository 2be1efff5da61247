/**
 * On which lines a benchmark's events happen: cache misses, instructions, page faults. One more process for each event, which
 * `perf record` samples, becomes a profile beside those of Go.
 */
import { realpath, writeFile } from 'node:fs/promises';
import { fileNameOf } from '../../base/fileName.ts';
import { clause, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { kindOfEvent } from '../../base/takenKind.ts';
import { type LoopStyle, operationCount } from '../../bench/benchfmt/operations.ts';
import { valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianOrZero } from '../../bench/statistics/median.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Counting } from '../counters/counting.ts';
import { eventProfile, type RecordedProgram } from '../counters/eventProfile.ts';
import {
  type EventRecorder,
  type ExpectedEvents,
  isPrecise,
  longerPeriod,
  periodFor,
  readRecordingFile,
  recordedWays,
  recordingCommand,
} from '../counters/recordEvent.ts';
import type { Recording } from '../counters/recording.ts';
import { type Counters, isClock } from '../machine/counters.ts';
import {
  type BenchmarkResult,
  type Findings,
  type Stepped,
  withFindings,
} from '../results/benchmarkResult.ts';
import { type Subject, underPerf } from './alone.ts';
import { passIterations } from './passIterations.ts';

export interface LinesRequest {
  readonly counting: Counting;
  readonly counters: Counters;
  readonly file: string;
  readonly style: LoopStyle | null;
  /** How many events of this name a process with so many operations has. */
  expected(event: string, iterations: number): ExpectedEvents;
}

/** How often a recording is repeated with fewer samples, if the machine could not keep up. */
const mostRepeats = 3;
/** If so many samples were lost, the lines do not show what happened. */
const muchLost = 0.02;

/** The result with a profile for each event that is counted here. What cannot be recorded is a problem of the result. */
export async function recordLines(subject: Subject, request: LinesRequest): Promise<Stepped> {
  const { counting, counters, file } = request;
  let { result } = subject;
  const refused: string[] = [];
  for (const event of counters.events) {
    // valgrind has counted them already, exactly.
    if (result.profiles.some(({ kind }) => kind === kindOfEvent(event))) continue;
    const recorder = await counting.recorder(event, counters.perf, file);
    const lines = recorder.ok ? await recordEvent(subject, recorder.value, request) : recorder;
    if (lines.ok) result = withFindings(result, lines.value);
    else if (lines.problem.code === 'cancelled') return { result, stopped: lines.problem };
    else if (recorder.ok) result = withFindings(result, { problems: [lines.problem] });
    else refused.push(event);
  }
  if (refused.length > 0 && counting.isNews('event-not-recorded')) {
    result = withFindings(result, { problems: [unrecorded(refused)] });
  }
  return { result, stopped: null };
}

function unrecorded(events: readonly string[]): Problem {
  const template = 'perf counts here, but cannot record on which lines: {0}. The lines show none of it.';
  return { code: 'event-not-recorded', template, args: [events.join(', ')] };
}

async function recordEvent(
  subject: Subject,
  recorder: EventRecorder,
  request: LinesRequest,
): Promise<Result<Findings>> {
  const { build, result } = subject;
  const { event } = recorder;
  const table = await request.counting.table(build.binary);
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
    const passes = await recordPasses(subject, recorder, request, { iterations, period });
    if (!passes.ok) {
      return passes.problem.code === 'cancelled' ? passes : notRecorded(result, event, passes.problem);
    }
    const { recordings } = passes.value;
    const lost = lostShare(recordings);
    if (lost > muchLost && repeats < mostRepeats) {
      period = longerPeriod(event, period, expected);
      continue;
    }
    const hasLost = lost > muchLost || recordings.some(({ isThrottled }) => isThrottled);
    const operations = operationCount(request.style, passes.value.iterations);
    const kept = await keep(subject, { recorder, period, recordings, table }, operations);
    return kept.ok && hasLost ? ok({ ...kept.value, notes: [lossNote(event), ...kept.value.notes] }) : kept;
  }
}

/** The CPU time, in nanoseconds, by the CPU profile if there is one. */
function timeOf({ profiles, measurements, procs }: BenchmarkResult, iterations: number): ExpectedEvents {
  const expected = (perOperation: number) => ({ all: perOperation * iterations, perOperation });
  for (const { witness } of profiles) {
    if (witness?.cpu != null) return expected(witness.cpu.nanoseconds / witness.measurement.iterations);
  }
  const times = valuesOf(measurements, 'ns/op');
  return expected(procs * medianOrZero(times));
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
  /** How many each of them has made. */
  readonly iterations: number;
}

async function recordPasses(
  subject: Subject,
  recorder: EventRecorder,
  { counters, file }: LinesRequest,
  { iterations, period }: { readonly iterations: number; readonly period: number },
): Promise<Result<RecordedPasses>> {
  const recordings: Recording[] = [];
  let made = iterations;
  for (const ways of recordedWays(recorder)) {
    const command = recordingCommand(counters.perf, recorder, { file, period, ways });
    const ran = await underPerf(subject, iterations, command);
    if (!ran.ok) return ran;
    const recording = await readRecordingFile(file);
    if (!recording.ok) return recording;
    recordings.push(recording.value);
    made = ran.value;
  }
  return ok({ recordings, iterations: made });
}

type KeptLines = Findings & Required<Pick<Findings, 'notes'>>;

/** Writes the profile. Where nothing happened there is none. */
async function keep(
  { build, result }: Subject,
  recorded: Omit<RecordedProgram, 'binary'>,
  operations: number | null,
): Promise<Result<KeptLines>> {
  const { event } = recorded.recorder;
  const read = await eventProfile({ ...recorded, binary: await realpath(build.binary) });
  if (!read.ok) return notRecorded(result, event, read.problem);
  const profile = read.value;
  if (profile.samples.count === 0) return ok({ notes: [] });
  const path = build.written.claim(`${fileNameOf(result.name)}-${result.procs}.${event}`, '.pprof');
  await writeFile(path, encodeGzipped(profile));
  await build.control.report({ is: 'profile', path, profile });
  return ok({
    notes: isPrecise(recorded.recorder) === false ? [skidNote(event)] : [],
    profiles: [{ kind: kindOfEvent(event), path, operations }],
  });
}

function notRecorded({ name }: BenchmarkResult, event: string, problem: Problem): Result<never> {
  const template = 'The lines show no {0} of {1}: {2}.';
  return fail('event-not-recorded', template, [event, name, clause(problem)], problem.details);
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
