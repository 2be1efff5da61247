/**
 * What the processor counts per operation of a benchmark: instructions, cache misses, mispredicted branches; and what Linux
 * counts, if the user asks for it. `perf stat` counts a whole process, with its start and the benchmark's setup. So each value
 * is a difference: a process with twice as many operations, minus one with once as many, by the operations that it had more.
 * Which lines the events belong to, `recordLines` finds out.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { smallest } from '../../base/lists.ts';
import { clause, fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { LoopStyle } from '../../bench/benchfmt/operations.ts';
import { type Measurement, valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval, medianOrZero } from '../../bench/statistics/median.ts';
import { stepName } from '../build/build.ts';
import type { Counting } from '../counters/counting.ts';
import type { ExpectedEvents } from '../counters/recordEvent.ts';
import { type Counters, countingCommand, isClock, readCounts } from '../machine/counters.ts';
import type { CountedEvent } from '../machine/perfStat.ts';
import { leader, slotShares } from '../machine/slots.ts';
import {
  type BenchmarkResult,
  type Findings,
  type Stepped,
  withFindings,
} from '../results/benchmarkResult.ts';
import { type Subject, underPerf } from './alone.ts';
import { type LinesRequest, recordLines } from './recordLines.ts';

// Times are in nanoseconds.

/** Counts hardly vary, so that they need no long time. */
const enoughTime = 50e6;
/** All processes of a benchmark together. */
const mostTime = 4e9;
/** Of so many values the median can be told from chance. */
const usualPairs = 5;
/** Shares of what is counted together hardly vary. */
const slotPairs = 2;
/** With one iteration the loop over `b.N` does one operation, with more iterations one more than that. */
const fewestIterations = 2;
/** If a counter was read for a smaller share of the time, its counts are estimates. */
const nearlyAlways = 0.95;

/** As many iterations as give enough to count, but no more than the timing has shown to work; and how often. */
function countingPlan(measurements: readonly Measurement[]): { iterations: number; pairs: number } {
  const taken = medianInterval(measurements.map(({ iterations }) => iterations)).median;
  const times = valuesOf(measurements, 'ns/op');
  const time = medianOrZero(times);
  const enough = time > 0 ? Math.ceil(enoughTime / time) : taken;
  const iterations = Math.max(fewestIterations, Math.min(enough, Math.floor(taken)));
  const pairs = time > 0 ? Math.floor(mostTime / (3 * iterations * time)) : usualPairs;
  return { iterations, pairs: Math.max(1, Math.min(usualPairs, pairs)) };
}

/**
 * The result with the counts of its benchmark, and with the lines that they belong to, if the run asks for them. Where that is not
 * possible, a problem of the result says why; if nothing can be counted on this machine at all, only the first result says so.
 */
export async function takeCounters(subject: Subject, style: LoopStyle | null): Promise<Stepped> {
  const { build, result, mixed } = subject;
  const { counting, control, written } = build;
  const unchanged = { result, stopped: null };
  if (counting === undefined || counting.isImpossible || control.signal.aborted) return unchanged;
  const message = l10n.t('{0}: counters', stepName(build, result.name));
  build.steps.next({ what: 'counters', benchmark: result.name, message });
  // What another benchmark costs in the same process cannot be taken away.
  if (mixed !== null) return unchanged;
  // A folder, as perf keeps the file before the last one under another name.
  const folder = written.claim('perf', '');
  await mkdir(folder, { recursive: true });
  const stepped = await countAndRecord(subject, counting, join(folder, 'counts'), style);
  await written.remove(folder);
  return stepped;
}

async function countAndRecord(
  subject: Subject,
  counting: Counting,
  file: string,
  style: LoopStyle | null,
): Promise<Stepped> {
  const { result } = subject;
  const found = await counting.counters(file);
  if (!found.ok) {
    if (found.problem.code === 'cancelled') return { result, stopped: found.problem };
    return { result: withFindings(result, { problems: [found.problem] }), stopped: null };
  }
  const counters = found.value;
  // Of the usual events, some processors lack one; who names events wants to know.
  const isLacking = counting.events.length > 0 && counters.missing.length > 0;
  const problems = isLacking && counting.isNews('counters-missing') ? [notHere(counters.missing)] : [];
  const said = withFindings(result, { problems });
  const counted = await countPairs({ ...subject, result: said }, counters, file);
  if (!counted.ok) return { result: said, stopped: counted.problem };
  const { findings, expected } = counted.value;
  const counts = { ...subject, result: withFindings(said, findings) };
  const slots = await slotsOf(counts, counting, counters, file);
  if (!slots.ok) return { result: counts.result, stopped: slots.problem };
  const known = { ...subject, result: withFindings(counts.result, slots.value) };
  return recordLines(known, { counting, counters, file, style, expected });
}

/**
 * What becomes of the processor's slots, in processes of their own, so that no other event takes the counters. Nothing is found where
 * they are not counted, or only for a part of the time. Problems: `cancelled`.
 */
async function slotsOf(
  subject: Subject,
  counting: Counting,
  counters: Counters,
  file: string,
): Promise<Result<Findings>> {
  const events = await counting.slots(counters, file);
  if (events === null) return ok({});
  const counted = await countPairs(subject, { ...counters, events }, file, slotPairs);
  if (!counted.ok) return counted;
  const { counters: all = [], notes = [], problems = [] } = counted.value.findings;
  if (notes.length > 0 || problems.length > 0) return ok({});
  const slots = slotShares(all.map(({ metrics }) => metrics));
  return ok(slots === null ? {} : { slots });
}

interface Counted extends Pick<LinesRequest, 'expected'> {
  readonly findings: Findings;
}

/** The counts of several pairs of processes. Problems of the `Result`: `cancelled`. */
export async function countPairs(
  subject: Subject,
  found: Counters,
  file: string,
  mostPairs = usualPairs,
): Promise<Result<Counted>> {
  const { result } = subject;
  const { iterations, pairs } = countingPlan(result.measurements);
  const isCounted = found.events.some((event) => !isClock(event));
  let last: readonly Pass[] = [];
  const counters: Measurement[] = [];
  let share = 1;
  let problem: Problem | null = null;
  for (let i = 0; isCounted && i < Math.min(pairs, mostPairs) && problem === null; i++) {
    const passes: Pass[] = [];
    for (const n of [iterations, 2 * iterations]) {
      const ran = await underPerf(subject, n, countingCommand(found, file));
      if (!ran.ok && ran.problem.code === 'cancelled') return ran;
      if (ran.ok) passes.push({ iterations: ran.value, events: await readCounts(file) });
      else problem ??= ran.problem;
    }
    last = passes;
    const [smaller, larger] = passes;
    if (smaller === undefined || larger === undefined) break;
    // The leader of a group may count on one kind of cores only.
    const shares = [...smaller.events, ...larger.events].filter(({ event }) => event !== leader);
    share = Math.min(share, smallest(shares.map((each) => each.share)));
    const perOperation = difference(smaller, larger);
    if (perOperation !== null) counters.push(perOperation);
  }
  const findings = {
    problems: problem === null ? [] : [notCounted(result, problem)],
    notes: counters.length > 0 && share < nearlyAlways ? [sharedNote(share)] : [],
    ...(counters.length > 0 ? { counters } : {}),
  };
  return ok({ findings, expected: (event, iterations) => expectedEvents(last, event, iterations) });
}

/** By the straight line through two passes. */
function expectedEvents(
  [smaller, larger]: readonly Pass[],
  event: string,
  iterations: number,
): ExpectedEvents {
  const countOf = (pass: Pass | undefined) => pass?.events.find((each) => each.event === event)?.count ?? 0;
  const [few, many] = [countOf(smaller), countOf(larger)];
  const more = (larger?.iterations ?? 0) - (smaller?.iterations ?? 0);
  const perOperation = more > 0 ? Math.max(0, (many - few) / more) : 0;
  return { all: few + perOperation * Math.max(0, iterations - (smaller?.iterations ?? 0)), perOperation };
}

interface Pass {
  readonly iterations: number;
  readonly events: readonly CountedEvent[];
}

/** What one operation costs; `null` if nothing was counted in both. */
function difference(smaller: Pass, larger: Pass): Measurement | null {
  const iterations = larger.iterations - smaller.iterations;
  if (iterations <= 0) return null;
  const metrics: Record<string, number> = {};
  for (const { event, count } of larger.events) {
    if (isClock(event)) continue;
    const before = smaller.events.find((each) => each.event === event)?.count ?? null;
    if (count === null || before === null) continue;
    // Of what hardly ever happens, the smaller process may by chance have more.
    metrics[`${event}/op`] = Math.max(0, (count - before) / iterations);
  }
  return Object.keys(metrics).length === 0 ? null : { iterations, metrics };
}

function notHere(missing: readonly string[]): Problem {
  return fail('counters-missing', 'Not counted on this machine: {0}. `perf list` says what is.', [
    missing.join(', '),
  ]).problem;
}

function notCounted({ name }: BenchmarkResult, problem: Problem): Problem {
  const template = '{0} was not counted: {1}.';
  return fail('counters-failed', template, [name, clause(problem)], problem.details).problem;
}

function sharedNote(share: number): Problem {
  const template =
    'The counters of the processor were shared with others and counted for {0} of the time, so that the counts are estimates.';
  return { code: 'counters-shared', template, args: [`${Math.floor(100 * share)}%`] };
}
