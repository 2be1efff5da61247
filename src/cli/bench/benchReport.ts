/** The report of `pprof-lens bench`: results, profiles, and the costs of lines. */
import * as l10n from '@vscode/l10n';
import type { Problem } from '../../base/result.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { summarize } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult, StoredProfile } from '../../go/results/benchmarkResult.ts';
import { unitsOfCounters } from '../../go/results/counterChanges.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { type Message, messageOf } from '../terminal/output.ts';
import { explainedBy, explanations } from './explained.ts';
import { type LineReport, LineReports, type OtherLineReport } from './lineReports.ts';
import type { SavedBenchmark } from './savedRuns.ts';
import type { TimedProfiles } from './timedProfiles.ts';

/** One element of `benchmarks` in the JSON document. */
export interface BenchmarkReport
  extends Pick<BenchmarkResult, 'package' | 'name' | 'procs' | 'attributes' | 'artifacts'> {
  /** The measurements. The command line's JSON calls them runs. */
  readonly runs: readonly Measurement[];
  readonly profiles: readonly StoredProfile[];
  /** What the processor has counted per operation, by unit: medians, with their 95 % intervals as shares of them. */
  readonly counters?: Readonly<Record<string, CounterReport>>;
  /** What the timed loop pays, per operation. */
  readonly lines: readonly LineReport[];
  /** What the setup and the runtime in the background pay, in total. */
  readonly otherLines: readonly OtherLineReport[];
  /** For each metric of Go's own: which share of its median the flat costs of `lines` add up to, from 0 to 1. */
  readonly explained: Readonly<Record<string, number>>;
  /** What may have disturbed the timings. */
  readonly notes: readonly Message[];
  readonly problems: readonly Message[];
}

/** `spread` is `null` for fewer than three counts, and for a median of 0. */
export interface CounterReport {
  readonly median: number;
  readonly spread: number | null;
  readonly n: number;
}

function countersOf(counters: readonly Measurement[]): Record<string, CounterReport> {
  const found: Record<string, CounterReport> = {};
  for (const unit of unitsOfCounters(counters)) {
    const summary = summarize(counters, unit);
    const n = counters.filter(({ metrics }) => metrics[unit] !== undefined).length;
    if (summary !== null) found[unit] = { ...summary, n };
  }
  return found;
}

/** Reads the profiles of a result and makes its report. */
export async function reportOf(
  result: SavedBenchmark,
  profiles: TimedProfiles,
  roots: SourceRoots,
): Promise<BenchmarkReport> {
  const reports = new LineReports(roots);
  for (const stored of result.profiles) {
    const opened = stored.operations === null ? null : await profiles.open(stored, result.name);
    if (opened !== null && stored.operations !== null) reports.add(stored.kind, opened, stored.operations);
  }
  const { lines, otherLines } = reports;
  return {
    package: result.package,
    name: result.name,
    procs: result.procs,
    runs: result.measurements,
    profiles: result.profiles.map(({ kind, path, operations }) => ({ kind, path, operations })),
    ...(result.counters === undefined ? {} : { counters: countersOf(result.counters) }),
    ...(result.attributes === undefined ? {} : { attributes: result.attributes }),
    ...(result.artifacts === undefined ? {} : { artifacts: result.artifacts }),
    lines,
    otherLines,
    explained: explainedBy(lines, result),
    notes: [...notesOf(result).map(noteOf), ...explanations(reports, result)],
    problems: result.problems.map(noteOf),
  };
}

/** The notes, without one that a problem says with more words: that the benchmark waited. */
function notesOf({ notes = [], problems }: SavedBenchmark): readonly Problem[] {
  const isSaid = problems.some(({ code }) => code.startsWith('waited'));
  return isSaid ? notes.filter(({ code }) => code !== 'waited') : notes;
}

/** In the editor, what a note of waiting offers is a button. */
function noteOf(note: Problem): Message {
  const { code, message } = messageOf(note);
  if (code !== 'waited') return { code, message };
  return { code, message: `${message} ${l10n.t('Add --profile=block to see what blocks.')}` };
}
