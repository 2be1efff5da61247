/** The report of `pprof-lens bench`: results, profiles, and the costs of lines. */
import * as l10n from '@vscode/l10n';
import type { BilledProfile } from '../../analysis/benchmark/timeBill.ts';
import type { LinesByCause } from '../../analysis/lines/linesByCause.ts';
import type { TakenKind } from '../../base/model.ts';
import type { Problem } from '../../base/result.ts';
import { sampleTypeLabel } from '../../base/sampleTypeLabels.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { operationCountOf, percentiles } from '../../bench/statistics/operationTimes.ts';
import { type Summary, summarize } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { billOf } from '../../go/results/billText.ts';
import { unitsOfCounters } from '../../go/results/counterChanges.ts';
import { deepStacksText } from '../../go/results/deepStacks.ts';
import { partialText } from '../../go/results/partialText.ts';
import type { TimedProfiles } from '../../go/results/timedProfiles.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import { type Message, messageOf, translated } from '../terminal/output.ts';
import type { BenchWhy } from './benchWhy.ts';
import { explainedBy, explanations } from './explained.ts';
import { LineReports } from './lineReports.ts';

/** One element of `benchmarks` in the JSON document. */
export type BenchmarkReport = Awaited<ReturnType<typeof reportOf>>;

/** By unit the median of what was counted per operation, with its 95 % interval as a share; `null` for fewer than three. */
function countersOf(counters: readonly Measurement[]) {
  const found: Record<string, Summary & { readonly n: number }> = {};
  for (const unit of unitsOfCounters(counters)) {
    const summary = summarize(counters, unit);
    const n = counters.filter(({ metrics }) => metrics[unit] !== undefined).length;
    if (summary !== null) found[unit] = { ...summary, n };
  }
  return found;
}

/** The count of an operation's instructions; or one sentence that says why there is none. */
function instructionsOf(counted: NonNullable<BenchmarkResult['instructions']>) {
  return 'missing' in counted ? { missing: translated(counted.missing) } : counted;
}

/** Times of single operations in nanoseconds, with their histogram; or one sentence that says why there are none. */
function timesOf(times: NonNullable<BenchmarkResult['times']>) {
  if ('missing' in times) return { missing: translated(times.missing) };
  const { rows, longest, clock } = times;
  const named: { readonly p50?: number; readonly p90?: number; readonly p99?: number } = Object.fromEntries(
    percentiles(times).map(({ percent, time }) => [`p${percent}`, time]),
  );
  const histogram: Readonly<Record<string, number>> = Object.fromEntries(rows);
  return { operations: operationCountOf(times), ...named, longest, clock, histogram };
}

/** What the machine sees of its memory, bytes and nanoseconds; or one sentence that says why that is not known. */
function memoryOf(memory: NonNullable<BenchmarkResult['memory']>) {
  return 'missing' in memory ? { missing: translated(memory.missing) } : memory;
}

/** Reads the profiles of a result and makes its report, with reasons of its lines if they are asked for. */
export async function reportOf(
  result: SavedBenchmark,
  profiles: TimedProfiles,
  roots: SourceRoots,
  why: BenchWhy | null = null,
) {
  const reports = new LineReports(roots);
  const billed = new Map<TakenKind, BilledProfile>();
  let deep: readonly Message[] = [];
  for (const stored of result.profiles) {
    const opened = stored.operations === null ? null : await profiles.open(stored, result.name);
    if (opened !== null && stored.operations !== null) {
      const { profile, causes } = opened;
      const { kind, operations } = stored;
      reports.add(kind, opened, operations, stored.isFlat);
      if (causes !== null) {
        billed.set(kind, { profile, inLoop: causes.inLoop, operations });
        if (deep.length === 0) deep = deepStacks(profile, causes);
      }
    }
  }
  const bill = billOf(result, billed);
  const { lines, otherLines } = reports;
  return {
    package: result.package,
    name: result.name,
    procs: result.procs,
    /** The measurements. The command line's JSON calls them runs. */
    runs: result.measurements,
    profiles: result.profiles.map(({ kind, path, operations }) => ({ kind, path, operations })),
    /** The wall time of an operation as a sum, in nanoseconds; missing without a profile of its waits. */
    ...(bill === null ? {} : { bill }),
    ...(result.counters === undefined ? {} : { counters: countersOf(result.counters) }),
    /** What became of the processor's slots, as shares of all; see `bench --counters`. */
    ...(result.slots === undefined ? {} : { slots: result.slots }),
    ...(result.instructions === undefined ? {} : { instructions: instructionsOf(result.instructions) }),
    ...(result.times === undefined ? {} : { times: timesOf(result.times) }),
    ...(result.memory === undefined ? {} : { memory: memoryOf(result.memory) }),
    ...(result.attributes === undefined ? {} : { attributes: result.attributes }),
    ...(result.artifacts === undefined ? {} : { artifacts: result.artifacts }),
    /** What the timed loop pays, per operation. */
    lines: why === null ? lines : await why.withReasons(result, profiles, lines),
    /** What the setup and the runtime in the background pay, in total. */
    otherLines,
    explained: explainedBy(lines, result),
    /** What may have disturbed the timings. */
    notes: [
      ...partialText(result).map((message) => ({ code: 'partial', message })),
      ...notesOf(result).map((note) => noteOf(note, result)),
      ...deep,
      ...explanations(reports, result),
    ],
    problems: result.problems.map((note) => noteOf(note, result)),
  };
}

function deepStacks({ sampleTypes }: Profile, causes: LinesByCause): Message[] {
  const shown = sampleTypes.findIndex(({ type }) => ['cpu', 'alloc_space'].includes(type));
  const type = sampleTypes[shown];
  const message = type && deepStacksText(causes, shown, sampleTypeLabel(type, sampleTypes));
  return message ? [{ code: 'stacks-too-deep', message }] : [];
}

/** The notes, without one that a problem says with more words: that the benchmark waited. */
function notesOf({ notes = [], problems }: SavedBenchmark): readonly Problem[] {
  const isSaid = problems.some(({ code }) => code.startsWith('waited'));
  return isSaid ? notes.filter(({ code }) => code !== 'waited') : notes;
}

/** In the editor, what a note of waiting offers is a button. */
function noteOf(note: Problem, { profiles }: SavedBenchmark): Message {
  const { code, message } = messageOf(note);
  const isKnown = profiles.some(({ kind }) => kind === 'wait');
  if (!['waited', 'waited-elsewhere'].includes(code) || isKnown) return { code, message };
  return { code, message: `${message} ${l10n.t('Add --profile=wait to see what for.')}` };
}
