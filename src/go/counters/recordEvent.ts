/** Records an event while a program runs, by `perf record`. */

import { readFile, stat } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { errorText, fail, ok, type Result } from '../../base/result.ts';
import { isClock, isHardware, type PerfCommand, type PerfTrial, tryPerf } from '../machine/counters.ts';
import { recordedBytes } from './goStacks.ts';
import { type Recording, readRecording } from './recording.ts';

export interface EventRecorder {
  readonly event: string;
  /** perf's modifiers: `uppp` for user space and the highest precision. */
  readonly modifiers: string;
  /** Whether the bytes of the stack can be recorded, too. */
  readonly hasBytes: boolean;
  /** Of each processor, as perf's `-m` takes it; missing where Linux allows the user no more than the usual 512 kB. */
  readonly buffer?: string;
}

/** Whether a sample stands on the instruction that the event belongs to; `null` for events that are no instruction's. */
export function isPrecise({ event, modifiers }: EventRecorder): boolean | null {
  return isHardware(event) ? modifiers.includes('p') : null;
}

/** How stacks are recorded: by frame pointers, or with their bytes. See `goStacks.ts`. */
export type StackWay = 'pointers' | 'bytes';

const callGraph: Readonly<Record<StackWay, string>> = {
  pointers: 'call-graph=fp',
  bytes: `call-graph=dwarf,stack-size=${recordedBytes}`,
};

/**
 * What is recorded in each process. Of an event that Linux itself raises, it makes one sample for all who record it, and
 * mixes them up where they record in different ways (seen with Linux 6.18).
 */
export function recordedWays({ event, hasBytes }: EventRecorder): readonly (readonly StackWay[])[] {
  if (!hasBytes) return [['pointers']];
  return isHardware(event) || isClock(event) ? [['pointers', 'bytes']] : [['pointers'], ['bytes']];
}

interface RecordingOptions {
  readonly file: string;
  readonly period: number;
  readonly ways: readonly StackWay[];
}

/** The command that runs another one, and records it into a file, the event once in each way. */
export function recordingCommand(
  perf: string,
  { event, modifiers, buffer }: EventRecorder,
  { file, period, ways }: RecordingOptions,
): PerfCommand {
  const events = ways.flatMap((way) => ['-e', `${event}/${callGraph[way]}/${modifiers}`]);
  const args = ['record', '-q', '-o', file, '-B', '-N', '-c', String(period)];
  const room = buffer === undefined ? [] : ['-m', buffer];
  return { command: perf, args: [...args, ...room, ...events, '--'] };
}

/**
 * Finds out how precisely an event can be recorded here, by recording `perf` itself. Problems: `event-not-recorded`,
 * `cancelled`.
 */
export async function findRecorder(
  event: string,
  perf: string,
  trial: PerfTrial,
): Promise<Result<EventRecorder>> {
  const precisions = isHardware(event) ? ['uppp', 'upp', 'up', 'u'] : [''];
  // Registers and stacks are read as those of amd64.
  const ways = process.arch === 'x64' ? [true, false] : [false];
  let said = '';
  for (const hasBytes of ways) {
    for (const modifiers of precisions) {
      const recorder = { event, modifiers, hasBytes };
      const run = await tryRecorder(recorder, perf, trial);
      if (!run.ok) return run;
      if (run.value.isRecorded) return hasBytes ? withRoom(recorder, perf, trial) : ok(recorder);
      said = run.value.said;
    }
  }
  return fail('event-not-recorded', 'perf cannot record {0} here.', [event], said);
}

/** Of all processors together. */
const mostRoom = 128;

/** With larger buffers, where Linux allows them: the usual one is full after thirty stacks, and loses those that come next. */
async function withRoom(
  recorder: EventRecorder,
  perf: string,
  trial: PerfTrial,
): Promise<Result<EventRecorder>> {
  for (const megabytes of [4, 2, 1]) {
    if (megabytes * cpus().length > mostRoom) continue;
    const roomy = { ...recorder, buffer: `${megabytes}M` };
    const run = await tryRecorder(roomy, perf, trial);
    if (!run.ok) return run;
    if (run.value.isRecorded) return ok(roomy);
  }
  return ok(recorder);
}

async function tryRecorder(
  recorder: EventRecorder,
  perf: string,
  trial: PerfTrial,
): Promise<Result<{ readonly isRecorded: boolean; readonly said: string }>> {
  const ways = recordedWays(recorder).flat();
  const period = isClock(recorder.event) ? 1e6 : 1000;
  const { file } = trial;
  const run = await tryPerf(recordingCommand(perf, recorder, { file, period, ways }), trial);
  if (!run.ok) return run;
  const { exitCode, stderr } = run.value;
  return ok({ isRecorded: exitCode === 0 && (await readRecordingFile(file)).ok, said: stderr });
}

/** More than we ever let perf record. */
const mostBytes = 1e9;

/** Problem: `bad-recording`. */
export async function readRecordingFile(file: string): Promise<Result<Recording>> {
  try {
    const { size } = await stat(file);
    if (size > mostBytes) {
      return fail('bad-recording', 'What perf has recorded cannot be read: {0}.', ['it is too large']);
    }
    return readRecording(await readFile(file));
  } catch (error) {
    const why = errorText(error);
    return fail('bad-recording', 'What perf has recorded cannot be read: {0}.', [why]);
  }
}

/** So many samples tell lines apart, and their stacks take some 50 MB. */
const wantedSamples = 3000;
/** Linux's clocks tick no faster, in nanoseconds. */
const shortestTick = 1e6;

/** What counting a benchmark has told about an event. */
export interface ExpectedEvents {
  /** Of the whole process. */
  readonly all: number;
  readonly perOperation: number;
}

/**
 * How many events a sample should stand for: 1 if there are few, else a prime number that does not keep time with the
 * operations. If each operation had five events and each fifth were recorded, all samples would stand on one line.
 */
export function periodFor(event: string, { all, perOperation }: ExpectedEvents): number {
  const period = Math.ceil(all / wantedSamples);
  if (isClock(event)) return Math.max(shortestTick, Math.min(period, shortestTick * availableParallelism()));
  return period <= 1 ? 1 : nextPeriod(period, perOperation);
}

/** For a machine that could not keep up. */
export function longerPeriod(event: string, period: number, { perOperation }: ExpectedEvents): number {
  return isClock(event) ? 5 * period : nextPeriod(5 * period, perOperation);
}

function nextPeriod(from: number, perOperation: number): number {
  for (let number = from; ; number++) if (isPrime(number) && !keepsTime(number, perOperation)) return number;
}

/**
 * How far a count may be from what most operations have: it is a difference of two processes. What disturbed the larger one makes
 * it too large, what disturbed the smaller one too small.
 */
const mostAbove = 1.15;
const mostBelow = 0.9;
/** As a share: an exact count. */
const closeToWhole = 0.02;
/** With more samples in each operation, or more operations for a sample, a wrong count does no harm. */
const manyToOne = 4.5;

/** Whether a period is about a whole number of operations, or an operation a whole number of periods. */
function keepsTime(period: number, perOperation: number): boolean {
  // Where an operation has one event at most, all are alike.
  if (perOperation < 1.5) return false;
  const ratio = Math.max(period, perOperation) / Math.min(period, perOperation);
  if (ratio > manyToOne) return Math.abs(ratio - Math.round(ratio)) < closeToWhole;
  const [least, most] = [perOperation / mostAbove, perOperation / mostBelow];
  if (period > most) return Math.floor(period / least) >= period / most;
  return Math.floor(most / period) >= least / period;
}

function isPrime(number: number): boolean {
  let divisor = 2;
  while (divisor * divisor <= number && number % divisor !== 0) divisor++;
  return divisor * divisor > number;
}
