/**
 * What the processor counts per operation of a benchmark: instructions, cache misses, mispredicted branches; and what Linux
 * counts, if the user asks for it. `perf stat` counts a whole process, with its start and the benchmark's setup. So each value
 * is a difference: a process with twice as many operations, minus one with once as many, by the operations that it had more.
 * Which lines the events belong to, `recordLines` finds out.
 */
import * as l10n from '@vscode/l10n';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval } from '../../bench/statistics/median.ts';
import { smallest } from '../../lists.ts';
import { fail, ok, type Problem, type Result, sentence } from '../../result.ts';
import { type Build, stepName } from '../build/build.ts';
import type { ExpectedEvents } from '../counters/recordEvent.ts';
import {
  countingCommand,
  countingEnvironment,
  findCounters,
  isClock,
  readCounts,
} from '../machine/counters.ts';
import type { CountedEvent } from '../machine/perfStat.ts';
import type { ResultDraft } from '../results/benchmarkResult.ts';
import { alsoSelected } from '../time/passArguments.ts';
import { runUnderPerf } from './perfPass.ts';
import { type LinesRequest, recordLines } from './recordLines.ts';

// Times are in nanoseconds.

/** Counts hardly vary, so that they need no long time. */
const enoughTime = 50e6;
/** All processes of a benchmark together. */
const mostTime = 4e9;
/** Of so many values the median can be told from chance. */
const usualPairs = 5;
/** With one iteration the loop over `b.N` does one operation, with more iterations one more than that. */
const fewestIterations = 2;
/** If a counter was read for a smaller share of the time, its counts are estimates. */
const nearlyAlways = 0.95;

/** How a benchmark is counted. */
export interface CountingPlan {
  /** Of the smaller process; the larger one has twice as many. */
  readonly iterations: number;
  /** How often. */
  readonly pairs: number;
}

/** As many iterations as give enough to count, but no more than the timing has shown to work. */
export function countingPlan(measurements: readonly Measurement[]): CountingPlan {
  const taken = medianInterval(measurements.map(({ iterations }) => iterations)).median;
  const times = measurements.flatMap(({ metrics }) => metrics['ns/op'] ?? []);
  const time = times.length === 0 ? 0 : medianInterval(times).median;
  const enough = time > 0 ? Math.ceil(enoughTime / time) : taken;
  const iterations = Math.max(fewestIterations, Math.min(enough, Math.floor(taken)));
  const pairs = time > 0 ? Math.floor(mostTime / (3 * iterations * time)) : usualPairs;
  return { iterations, pairs: Math.max(1, Math.min(usualPairs, pairs)) };
}

/**
 * Counts a benchmark, and adds the counts to its result, if the run asks for them. Where that is not possible, a problem of the
 * result says why; if nothing can be counted on this machine at all, only the first result says so. Problems of the `Result`:
 * `cancelled`.
 *
 * @param others names of the other benchmarks in the package
 */
export async function takeCounters(
  build: Build,
  result: ResultDraft,
  others: readonly string[],
  style: LinesRequest['style'],
): Promise<Result<null>> {
  const { counting, hooks } = build;
  if (counting === undefined || counting.isImpossible || hooks.signal.aborted) return ok(null);
  const message = l10n.t('{0}: counters', stepName(build, result.name));
  build.steps.next({ what: 'counters', benchmark: result.name, message });
  // What another benchmark costs in the same process cannot be taken away: see `alsoSelected`.
  if (alsoSelected(result.name, others).length > 0) return ok(null);
  const { written, request, env } = build;
  const file = written.claim('counts', '.csv');
  counting.found ??= await findCounters({
    events: counting.events,
    env,
    file,
    directory: request.outputDirectory,
    signal: hooks.signal,
  });
  const { found } = counting;
  if (!found.ok) {
    await written.remove(file);
    if (found.problem.code === 'cancelled') return found;
    counting.isImpossible = true;
    result.problems.push(found.problem);
    return ok(null);
  }
  // Of the usual events, some processors lack one; who names events wants to know.
  if (counting.events.length > 0 && found.value.missing.length > 0 && counting.isMissingSaid !== true) {
    counting.isMissingSaid = true;
    result.problems.push(notHere(found.value.missing));
  }
  const counted = await countPairs(build, result, { file, others });
  if (!counted.ok) return counted;
  return recordLines(build, result, { file, others, style, expected: counted.value });
}

interface Circumstances {
  /** For what perf writes. It is removed. */
  readonly file: string;
  readonly others: readonly string[];
}

/** Adds the counts to the result. Returns how many events of each name a process with so many operations has. */
async function countPairs(
  build: Build,
  result: ResultDraft,
  { file, others }: Circumstances,
): Promise<Result<LinesRequest['expected']>> {
  const { iterations, pairs } = countingPlan(result.measurements);
  const found = build.counting?.found;
  const isCounted = found?.ok === true && found.value.events.some((event) => !isClock(event));
  let last: readonly Pass[] = [];
  const counters: Measurement[] = [];
  let share = 1;
  let problem: Problem | null = null;
  for (let i = 0; isCounted && i < pairs && problem === null; i++) {
    const passes: Pass[] = [];
    for (const n of [iterations, 2 * iterations]) {
      const pass = await countedPass(build, result, n, { file, others });
      if (!pass.ok && pass.problem.code === 'cancelled') return pass;
      if (pass.ok) passes.push(pass.value);
      else problem ??= pass.problem;
    }
    last = passes;
    const [smaller, larger] = passes;
    if (smaller === undefined || larger === undefined) break;
    share = Math.min(share, smallest([...smaller.events, ...larger.events].map((each) => each.share)));
    const perOperation = difference(smaller, larger);
    if (perOperation !== null) counters.push(perOperation);
  }
  await build.written.remove(file);
  if (problem !== null) result.problems.push(notCounted(result, problem));
  if (counters.length > 0) {
    result.counters = counters;
    if (share < nearlyAlways) result.notes = [...(result.notes ?? []), sharedNote(share)];
  }
  return ok((event, iterations) => expectedEvents(last, event, iterations));
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

async function countedPass(
  build: Build,
  result: ResultDraft,
  iterations: number,
  { file, others }: { readonly file: string; readonly others: readonly string[] },
): Promise<Result<Pass>> {
  const { counting } = build;
  if (counting?.found?.ok !== true) return fail('counters-failed', 'perf was not found');
  const ran = await runUnderPerf(build, result, {
    iterations,
    others,
    env: countingEnvironment,
    through: countingCommand(counting.found.value, file),
  });
  if (!ran.ok) return ran;
  return ok({ iterations: ran.value, events: await readCounts(file) });
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

function notCounted({ name }: ResultDraft, problem: Problem): Problem {
  const why = sentence(problem).replace(/\.$/, '');
  return fail('counters-failed', '{0} was not counted: {1}.', [name, why], problem.details).problem;
}

function sharedNote(share: number): Problem {
  const template =
    'The counters of the processor were shared with others and counted for {0} of the time, so that the counts are estimates.';
  return { code: 'counters-shared', template, args: [`${Math.floor(100 * share)}%`] };
}
