/**
 * What the processor counts per operation of a benchmark: instructions, cache misses, mispredicted branches; and what Linux
 * counts, if the user asks for it. `perf stat` counts a whole process, with its start and the benchmark's setup. So each value
 * is a difference: a process with twice as many operations, minus one with once as many, by the operations that it had more.
 * Which lines the events belong to, `recordLines` finds out.
 */
import * as l10n from '@vscode/l10n';
import { smallest } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result, sentence } from '../../base/result.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval } from '../../bench/statistics/median.ts';
import { type Build, type Counting, stepName } from '../build/build.ts';
import type { ExpectedEvents } from '../counters/recordEvent.ts';
import {
  type Counters,
  countingCommand,
  countingEnvironment,
  findCounters,
  isClock,
  readCounts,
} from '../machine/counters.ts';
import type { CountedEvent } from '../machine/perfStat.ts';
import {
  type BenchmarkResult,
  type Findings,
  type Stepped,
  withFindings,
} from '../results/benchmarkResult.ts';
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
 * The result with the counts of its benchmark, and with the lines that they belong to, if the run asks for them. Where that is not
 * possible, a problem of the result says why; if nothing can be counted on this machine at all, only the first result says so.
 *
 * @param others names of the other benchmarks in the package
 */
export async function takeCounters(
  build: Build,
  result: BenchmarkResult,
  others: readonly string[],
  style: LinesRequest['style'],
): Promise<Stepped> {
  const { counting, control, written } = build;
  const unchanged = { result, stopped: null };
  if (counting === undefined || counting.isImpossible || control.signal.aborted) return unchanged;
  const message = l10n.t('{0}: counters', stepName(build, result.name));
  build.steps.next({ what: 'counters', benchmark: result.name, message });
  // What another benchmark costs in the same process cannot be taken away: see `alsoSelected`.
  if (alsoSelected(result.name, others).length > 0) return unchanged;
  const file = written.claim('counts', '.csv');
  const found = await foundCounters(build, counting, file);
  if (!found.ok) {
    await written.remove(file);
    if (found.problem.code === 'cancelled') return { result, stopped: found.problem };
    counting.isImpossible = true;
    return { result: withFindings(result, { problems: [found.problem] }), stopped: null };
  }
  const problems: Problem[] = [];
  // Of the usual events, some processors lack one; who names events wants to know.
  if (counting.events.length > 0 && found.value.missing.length > 0 && counting.isMissingSaid !== true) {
    counting.isMissingSaid = true;
    problems.push(notHere(found.value.missing));
  }
  const said = withFindings(result, { problems });
  const counted = await countPairs(build, said, found.value, { file, others });
  if (!counted.ok) return { result: said, stopped: counted.problem };
  const { findings, expected } = counted.value;
  return recordLines(build, withFindings(said, findings), { file, others, style, expected });
}

/** Looked for once in a run. */
async function foundCounters(
  { env, request, control }: Build,
  counting: Counting,
  file: string,
): Promise<Result<Counters>> {
  counting.found ??= await findCounters({
    events: counting.events,
    env,
    file,
    directory: request.outputDirectory,
    signal: control.signal,
  });
  return counting.found;
}

interface Circumstances {
  /** For what perf writes. It is removed. */
  readonly file: string;
  readonly others: readonly string[];
}

interface Counted extends Pick<LinesRequest, 'expected'> {
  readonly findings: Findings;
}

/** Problems of the `Result`: `cancelled`. */
async function countPairs(
  build: Build,
  result: BenchmarkResult,
  found: Counters,
  { file, others }: Circumstances,
): Promise<Result<Counted>> {
  const { iterations, pairs } = countingPlan(result.measurements);
  const isCounted = found.events.some((event) => !isClock(event));
  let last: readonly Pass[] = [];
  const counters: Measurement[] = [];
  let share = 1;
  let problem: Problem | null = null;
  for (let i = 0; isCounted && i < pairs && problem === null; i++) {
    const passes: Pass[] = [];
    for (const n of [iterations, 2 * iterations]) {
      const pass = await countedPass(build, result, found, { iterations: n, file, others });
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

async function countedPass(
  build: Build,
  result: BenchmarkResult,
  found: Counters,
  { iterations, file, others }: Circumstances & { readonly iterations: number },
): Promise<Result<Pass>> {
  const through = countingCommand(found, file);
  const ran = await runUnderPerf(build, result, { iterations, others, env: countingEnvironment, through });
  return ran.ok ? ok({ iterations: ran.value, events: await readCounts(file) }) : ran;
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
  const why = sentence(problem).replace(/\.$/, '');
  return fail('counters-failed', '{0} was not counted: {1}.', [name, why], problem.details).problem;
}

function sharedNote(share: number): Problem {
  const template =
    'The counters of the processor were shared with others and counted for {0} of the time, so that the counts are estimates.';
  return { code: 'counters-shared', template, args: [`${Math.floor(100 * share)}%`] };
}
