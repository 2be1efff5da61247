/** Measures and profiles benchmarks in one build, or the same benchmarks in two builds, in turns. */
import * as l10n from '@vscode/l10n';
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { type BenchmarkSelection, passesOfOne, selectionText } from '../build/benchmarkRequest.ts';
import type { Build } from '../build/build.ts';
import { type BenchmarkResult, isMeasured, type Stepped } from '../results/benchmarkResult.ts';
import { timeInTurns, timeSelection } from '../time/timeBenchmarks.ts';
import type { Timed } from '../time/timing.ts';
import { Subjects } from './subjects.ts';
import { takeInstructions } from './takeInstructions.ts';
import { takeMemory } from './takeMemory.ts';
import { takeProfiles } from './takeProfiles.ts';
import { takeTimes } from './takeTimes.ts';

export interface Builds {
  readonly now: Build;
  /** What it is compared with; `null` if nothing is. */
  readonly base: Build | null;
}

export interface ProfiledBuilds {
  readonly results: readonly BenchmarkResult[];
  /** The base's; only those with measurements. */
  readonly base: readonly BenchmarkResult[];
  /** How the base's timing of each selection ended, by the selection's text. */
  readonly baseTimed: ReadonlyMap<string, Timed>;
}

/**
 * Returns when no process is left. Problems: `cannot-start`; if no benchmark of `now` has measurements, the reason for that;
 * `cancelled`, unless what was measured is to be kept: see `keepsPartial`.
 */
export async function profileBuilds(
  selections: readonly BenchmarkSelection[],
  builds: Builds,
): Promise<Result<ProfiledBuilds>> {
  const { now } = builds;
  const timed = await timeAll(selections, builds);
  if (!timed.ok) return timed;
  const { results, base, problem } = timed.value;
  const measured = results.filter(isMeasured);
  if (now.control.signal.aborted) return partialResults(builds, timed.value, new Set());
  if (measured.length === 0 && problem !== null) return { ok: false, problem };
  now.steps.expect((measured.length + base.length) * passesOfOne(now.request));
  return profileAll(measured, selections, builds, timed.value);
}

interface TimedBuilds extends ProfiledBuilds {
  /** Why the first benchmark of `now` that has no measurements has none. */
  readonly problem: Problem | null;
}

/** If it is cancelled, it has what was measured until then. */
async function timeAll(
  selections: readonly BenchmarkSelection[],
  builds: Builds,
): Promise<Result<TimedBuilds>> {
  const { control } = builds.now;
  const results: BenchmarkResult[] = [];
  const base: BenchmarkResult[] = [];
  const baseTimed = new Map<string, Timed>();
  let problem: Problem | null = null;
  for (const selection of selections) {
    if (control.signal.aborted) break;
    const timed = await timeOne(selection, builds);
    if (!timed.ok && timed.problem.code === 'cancelled') break;
    if (!timed.ok) return timed;
    const { current, older } = timed.value;
    problem ??= current.problem;
    const measured = older?.results.filter(isMeasured) ?? [];
    append(base, measured);
    const paired = current.results.map((result) => {
      const counterpart = counterpartOf(result, base);
      return counterpart === undefined ? result : { ...result, inTurns: { with: counterpart.runId } };
    });
    append(results, paired);
    if (control.signal.aborted) break;
    if (older !== null) baseTimed.set(selectionText(selection), older);
    for (const result of measured) void control.report({ is: 'timed', result, side: 'base' });
    for (const result of paired) void control.report({ is: 'timed', result, side: 'now' });
  }
  return ok({ results, base, baseTimed, problem });
}

async function timeOne(
  selection: BenchmarkSelection,
  { now, base }: Builds,
): Promise<Result<{ readonly current: Timed; readonly older: Timed | null }>> {
  const { steps, request } = now;
  const benchmark = selectionText(selection);
  const next = (message: string) => steps.next({ what: 'timing', benchmark, message });
  if (base === null) {
    next(l10n.t('Timing {0}', benchmark));
    const timed = await timeSelection(now, selection);
    return timed.ok ? ok({ current: timed.value, older: null }) : timed;
  }
  const { title } = base;
  const timed = await timeInTurns([base, now], selection, (round) =>
    next(
      l10n.t(
        'Timing {0}: measurement {1} of {2}, in turns with {3}',
        benchmark,
        round + 1,
        request.count,
        title,
      ),
    ),
  );
  return timed.ok ? ok({ current: timed.value[1], older: timed.value[0] }) : timed;
}

/** Of several results, that of the same benchmark with the same GOMAXPROCS. */
export function counterpartOf(
  { name, procs }: BenchmarkResult,
  others: readonly BenchmarkResult[],
): BenchmarkResult | undefined {
  return others.find((other) => other.name === name && other.procs === procs);
}

async function profileAll(
  measured: readonly BenchmarkResult[],
  selections: readonly BenchmarkSelection[],
  { now, base }: Builds,
  timed: TimedBuilds,
): Promise<Result<ProfiledBuilds>> {
  const subjects = new Subjects(now, timed.results, selections);
  const subjectsOfBase = base === null ? null : new Subjects(base, timed.base, selections);
  const profiled = new Map<string, BenchmarkResult>();
  // One benchmark's profiles of both builds follow each other: slow changes of the machine then affect both alike.
  for (const result of measured) {
    const older = counterpartOf(result, timed.base);
    const ofBase =
      subjectsOfBase === null || older === undefined ? null : await profileOne(subjectsOfBase, older);
    const isStopped = ofBase !== null && ofBase.stopped !== null;
    const ofNow = isStopped ? null : await profileOne(subjects, result);
    const stopped = ofBase?.stopped ?? ofNow?.stopped ?? null;
    if (stopped !== null && stopped.code !== 'cancelled') return { ok: false, problem: stopped };
    const finished = new Set(profiled.keys());
    for (const each of [ofBase, ofNow]) if (each !== null) profiled.set(each.result.runId, each.result);
    if (stopped !== null) return partialResults({ now, base }, withProfiled(timed, profiled), finished);
  }
  return countAll(
    [subjects, ...(subjectsOfBase === null ? [] : [subjectsOfBase])],
    withProfiled(timed, profiled),
  );
}

/**
 * Counts instructions where that is asked for, when all else is there: it takes longest, and the machine does not matter to it. Who
 * cancels it loses only what is not counted yet.
 */
async function countAll(all: readonly Subjects[], profiled: ProfiledBuilds): Promise<Result<ProfiledBuilds>> {
  const counted = new Map<string, BenchmarkResult>();
  const results = [profiled.results, profiled.base];
  for (const [i, subjects] of all.entries()) {
    for (const result of (results[i] ?? []).filter(isMeasured)) {
      const stepped = await countOne(subjects, result);
      if (stepped.stopped?.code === 'cancelled') return ok(withProfiled(profiled, counted));
      if (stepped.stopped !== null) return { ok: false, problem: stepped.stopped };
      counted.set(result.runId, stepped.result);
    }
  }
  return ok(withProfiled(profiled, counted));
}

async function countOne(subjects: Subjects, result: BenchmarkResult): Promise<Stepped> {
  const subject = subjects.counts ? await subjects.of(result) : null;
  if (subject === null) return { result, stopped: null };
  return subject.ok ? takeInstructions(subject.value) : { result, stopped: subject.problem };
}

async function profileOne(subjects: Subjects, result: BenchmarkResult): Promise<Stepped> {
  const subject = await subjects.of(result);
  if (!subject.ok) return { result, stopped: subject.problem };
  let stepped: Stepped = { result, stopped: null };
  for (const take of [takeProfiles, takeMemory, takeTimes])
    if (stepped.stopped === null) stepped = await take({ ...subject.value, result: stepped.result });
  return stepped;
}

function withProfiled(
  { results, base, baseTimed }: ProfiledBuilds,
  profiled: ReadonlyMap<string, BenchmarkResult>,
): ProfiledBuilds {
  const latest = (result: BenchmarkResult) => profiled.get(result.runId) ?? result;
  return { results: results.map(latest), base: base.map(latest), baseTimed };
}

/**
 * What a cancelled run has measured, if it is to be kept. Problem: `cancelled`.
 *
 * @param finished the ids of results of which nothing is missing
 */
function partialResults(
  { now, base }: Builds,
  until: ProfiledBuilds,
  finished: ReadonlySet<string>,
): Result<ProfiledBuilds> {
  const results = until.results.filter(isMeasured);
  if (results.length === 0 || now.control.keepsPartial?.() !== true) return fail('cancelled', 'Cancelled.');
  const marked = (result: BenchmarkResult, { request: { count, kinds } }: Build): BenchmarkResult => {
    const isComplete = result.measurements.length >= count && result.profiles.length >= kinds.length;
    return isComplete || finished.has(result.runId) ? result : { ...result, partial: { count, kinds } };
  };
  return ok({
    ...until,
    results: results.map((result) => marked(result, now)),
    base: base === null ? [] : until.base.map((result) => marked(result, base)),
  });
}
