/**
 * The processes in which callgrind counts the instructions of a benchmark's operations. Two run at a time where the machine has two
 * cores, as what one executes does not depend on others. The first two tell how many operations the others should have.
 */
import { totalmem } from 'node:os';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { longestTimer } from '../../base/timers.ts';
import { type Measurement, valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianOrZero } from '../../bench/statistics/median.ts';
import { stackEnvironment } from '../build/batchTesting.ts';
import { type CallgrindCounts, readCallgrindFile } from '../counters/callgrindFile.ts';
import type { CountedRuns } from '../counters/countedOperations.ts';
import { callgrindCommand, callgrindEnvironment, countingCores } from '../machine/valgrind.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { measureAlone, type Subject } from './alone.ts';
import { memoryBudget, withoutCollector } from './passIterations.ts';

/**
 * As many instructions take callgrind less time than its start does. Processes that do the same differ by little from the reset of
 * the timer to the result, so that twice as many are hardly more exact.
 */
const wantedInstructions = 25e6;
/** The first count is of operations that take so long without valgrind, in nanoseconds: it tells how many the second should be of. */
const firstTime = 1e6;
/** With one operation, a loop over `b.N` is entered in another way. */
const fewestOperations = 2;
/**
 * The second of the pairs of processes has fewer operations, so that what depends on their number (a table that grows, a setup for every
 * thousand) is seen to differ: the next count has another number, by chance.
 */
const partOfOperations = 0.75;
const pairs = 2;
/** How much slower a program is under callgrind. */
const slowness = 50;
/** The first counts of a benchmark together, in nanoseconds. */
const mostTime = 600e9;
/**
 * Where goroutines go on in several threads, callgrind takes each turn for a new chain of callers, and hardly comes to an end, or
 * writes hundreds of megabytes. So a process in contexts has only so long, by what one without should take; in milliseconds.
 */
const [leastInContexts, timesInContexts] = [60_000, 10];
/** A benchmark is called with one operation, then with more and more; where their number is known, twice. */
const [setupsOfMeasurement, setupsOfProcess] = [4, 2];

export interface Counter {
  readonly valgrind: string;
  /** Where the processes may write: the names of their files begin so. */
  readonly file: string;
  /** The events of its simulation that are added up; none if it simulates nothing. */
  readonly simulated: readonly (readonly string[])[];
}

/** As `CountedRuns`: the counts of instructions, then those of what was simulated. */
export interface CountedFiles {
  readonly fewer: readonly CallgrindCounts[];
  readonly more: readonly CallgrindCounts[];
  readonly operations: number;
}

/** @param index 0 for the instructions, then what was simulated */
export function pairsOf(files: readonly CountedFiles[], index: number): CountedRuns[] {
  return files.flatMap(({ fewer: { [index]: fewer }, more: { [index]: more }, operations }) =>
    fewer === undefined || more === undefined ? [] : { fewer, more, operations },
  );
}

/**
 * Two pairs of processes. Problems: `slow-contexts`, then they can be counted without; also those of the benchmark.
 *
 * @param endsInContexts whether the last pair counts in contexts
 */
export async function countRuns(
  subject: Subject,
  counter: Counter,
  endsInContexts: boolean,
): Promise<Result<readonly CountedFiles[]>> {
  const { measurements } = subject.result;
  const few = fewOperations(subject.result);
  if (!few.ok) return few;
  const begins = await countAll(subject, counter, [
    { operations: few.value, inContexts: false },
    { operations: few.value, inContexts: endsInContexts },
  ]);
  if (!begins.ok) return begins;
  const [first = [], fewer = []] = begins.value;
  const whole = manyOperations(measurements, few.value, first) - few.value;
  const smaller = Math.ceil(partOfOperations * whole);
  const ends = await countAll(subject, counter, [
    { operations: few.value + whole, inContexts: false },
    { operations: few.value + smaller, inContexts: endsInContexts },
  ]);
  if (!ends.ok) return ends;
  const [more = [], smallerMore = []] = ends.value;
  return ok([
    { fewer: first, more, operations: whole },
    { fewer, more: smallerMore, operations: smaller },
  ]);
}

/** Two more pairs with as many operations as others had, not in contexts. Problems: those of the benchmark. */
export async function countMore(
  subject: Subject,
  counter: Counter,
  counted: readonly CountedFiles[],
): Promise<Result<readonly CountedFiles[]>> {
  const few = fewOperations(subject.result);
  if (!few.ok) return few;
  const numbers = counted.flatMap(({ operations }) => [few.value + operations, few.value]);
  const processes = numbers.map((operations) => ({ operations, inContexts: false }));
  const others = await countAll(subject, counter, processes);
  if (!others.ok) return others;
  return ok(
    counted.flatMap(({ operations }, i) => {
      const [more, fewer] = others.value.slice(2 * i);
      return more === undefined || fewer === undefined ? [] : { fewer, more, operations };
    }),
  );
}

interface CountedProcess {
  readonly operations: number;
  readonly inContexts: boolean;
}

/** Who runs alone has these problems, too. */
const hopeless: ReadonlySet<string> = new Set(['cancelled', 'benchmark-timed-out', 'slow-contexts']);

/** Two at a time; and one by one if that fails, as a benchmark may need a file or a port for itself. */
async function countAll(
  subject: Subject,
  counter: Counter,
  processes: readonly CountedProcess[],
): Promise<Result<readonly (readonly CallgrindCounts[])[]>> {
  const most = countingCores();
  const counted = await countAtOnce(subject, counter, processes, most);
  if (counted.ok || most === 1 || hopeless.has(counted.problem.code)) return counted;
  return countAtOnce(subject, counter, processes, 1);
}

/** The first failure ends the others. */
async function countAtOnce(
  subject: Subject,
  counter: Counter,
  processes: readonly CountedProcess[],
  most: number,
): Promise<Result<readonly (readonly CallgrindCounts[])[]>> {
  const failed = new AbortController();
  const counted: (readonly CallgrindCounts[])[] = [];
  let problem: Problem | null = null;
  const waiting = processes.entries();
  const countWaiting = async (): Promise<void> => {
    for (const [i, process] of waiting) {
      const file = `${counter.file}-${i}`;
      const ran = await countOnce(subject, { ...counter, file }, process, failed.signal);
      if (ran.ok) counted[i] = ran.value;
      else problem ??= ran.problem;
      if (!ran.ok) failed.abort();
    }
  };
  await Promise.all(Array.from({ length: most }, countWaiting));
  return problem === null ? ok(counted) : { ok: false, problem };
}

type Timed = Pick<BenchmarkResult, 'measurements' | 'took'>;

const iterationsOf = ({ measurements }: Timed) =>
  medianOrZero(measurements.map(({ iterations }) => iterations));
const timeOf = ({ measurements }: Timed) => medianOrZero(valuesOf(measurements, 'ns/op'));

/** What a process of few operations takes under callgrind, in nanoseconds: its setup, more than the operations. */
function processTime(result: Timed): number {
  const time = timeOf(result);
  const before = Math.max(0, 1e6 * (result.took ?? 0) - iterationsOf(result) * time) / setupsOfMeasurement;
  return slowness * (setupsOfProcess * before + 1.5 * fewestOperations * time);
}

function mostInContexts(result: Timed): number {
  return Math.min(leastInContexts + Math.round((timesInContexts * processTime(result)) / 1e6), longestTimer);
}

/** How many operations the first count is of. Problem: `too-long`. */
export function fewOperations(result: Timed): Result<number> {
  const needed = 2 * pairs * processTime(result);
  if (needed > mostTime) {
    const template =
      'an operation, or what comes before the first one, takes so long that valgrind would need {0} minutes';
    return fail('too-long', template, [Math.round(needed / 60e9)]);
  }
  const [taken, time] = [iterationsOf(result), timeOf(result)];
  const enough = time > 0 ? Math.ceil(firstTime / time) : taken;
  return ok(Math.max(fewestOperations, Math.min(enough, Math.floor(taken / 2))));
}

/**
 * As many as valgrind can run in its time, but no more than the timing has shown to work, and than allocate what there is without
 * the collector: whether a block is cleared before it is used depends on when that has run, by 1.4% of an operation.
 */
function manyOperations(
  measurements: readonly Measurement[],
  few: number,
  [instructions]: readonly CallgrindCounts[],
): number {
  const taken = medianOrZero(measurements.map(({ iterations }) => iterations));
  const perOperation = (instructions?.executed ?? []).reduce((sum, each) => sum + each.count, 0) / few;
  const bytes = medianOrZero(valuesOf(measurements, 'B/op'));
  const wanted = Math.min(few + Math.ceil(wantedInstructions / perOperation), taken);
  return Math.max(2 * few, bytes === 0 ? wanted : Math.min(wanted, Math.floor(memoryBudget / bytes)));
}

/** callgrind itself fails now and then: then once more. */
async function countOnce(
  subject: Subject,
  { valgrind, file, simulated }: Counter,
  { operations, inContexts }: CountedProcess,
  others: AbortSignal,
): Promise<Result<readonly CallgrindCounts[]>> {
  const through = callgrindCommand(valgrind, file, { inContexts, simulates: simulated.length > 0 });
  const { env: given } = subject.build;
  const env = { ...callgrindEnvironment(given), ...stackEnvironment, ...withoutCollector(given, totalmem()) };
  for (let attempt = 1; ; attempt++) {
    const slow = inContexts ? AbortSignal.timeout(mostInContexts(subject.result)) : null;
    const signal = AbortSignal.any([slow, others].flatMap((each) => each ?? []));
    const ran = await measureAlone(subject, operations, ['-test.cpu=1'], { env, through, signal });
    if (ran.ok && ran.value === undefined)
      return fail('matched-nothing', 'it did not run again under this name');
    if (ran.ok) {
      const read = await readCallgrindFile(file, simulated);
      const isEndless = inContexts && !read.ok && read.problem.code === 'much-callgrind';
      return isEndless ? fail('slow-contexts', 'valgrind takes too long') : read;
    }
    const isCancelled = others.aborted || subject.build.control.signal.aborted;
    if (slow?.aborted === true && !isCancelled) return fail('slow-contexts', 'valgrind takes too long');
    if (!isOfValgrind(ran.problem)) return ran;
    if (attempt > 1) return fail('callgrind-crashed', 'valgrind failed twice', [], ran.problem.details);
  }
}

function isOfValgrind({ details = '' }: Problem): boolean {
  return /^(?:valgrind|callgrind): |the 'impossible' happened/im.test(details);
}
