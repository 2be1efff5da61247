/** The report of `pprof-lens bench`: results, profiles, and the costs of lines. */
import * as l10n from '@vscode/l10n';
import { perOperation } from '../../analysis/values/units.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { medians } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult, StoredProfile } from '../../go/run/benchmarkResult.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { Problem } from '../../result.ts';
import { translated } from '../terminal/output.ts';
import { type LineReport, LineReports, type OtherLineReport } from './lineReports.ts';
import type { TimedProfile, TimedProfiles } from './timedProfiles.ts';

/** The parts of a result that are used in a report. */
export interface ReportedResult
  extends Pick<BenchmarkResult, 'package' | 'name' | 'procs' | 'measurements' | 'notes' | 'problems'> {
  readonly profiles: readonly TimedProfile[];
}

/** A problem or a note, with its sentence in the user's language. */
interface Message {
  readonly code: string;
  readonly message: string;
}

/** One element of `benchmarks` in the JSON document. */
export interface BenchmarkReport extends Pick<BenchmarkResult, 'package' | 'name' | 'procs'> {
  /** The measurements. The command line's JSON calls them runs. */
  readonly runs: readonly Measurement[];
  readonly profiles: readonly StoredProfile[];
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

/** Reads the profiles of a result and makes its report. */
export async function reportOf(
  result: ReportedResult,
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
    lines,
    otherLines,
    explained: explainedBy(lines, result),
    notes: [...notesOf(result).map(messageOf), ...moreThanMeasured(lines, result)],
    problems: result.problems.map(messageOf),
  };
}

/** Allocations are counted, so that the costs of lines can be held to what Go says. CPU time is not the time of a result. */
const countedMetrics = ['allocs/op', 'B/op'];

/**
 * Go's runtime puts small objects without pointers together into one, and the profile has only the first. So the lines
 * may add up to less than Go's own result; what they add up to is exact.
 */
function explainedBy(
  lines: readonly LineReport[],
  { measurements, profiles }: ReportedResult,
): Record<string, number> {
  const explained: Record<string, number> = {};
  if (!profiles.some(({ kind, operations }) => kind === 'mem' && operations !== null)) return explained;
  for (const [unit, median] of Object.entries(medians(measurements, countedMetrics))) {
    const sum = flatSum(lines, unit);
    // Go rounds its result down, so the sum may be a little larger.
    explained[unit] = median === 0 ? 1 : Math.min(1, sum / median);
  }
  return explained;
}

/** The sum of what all lines cost themselves. */
export function flatSum(lines: readonly LineReport[], metric: string): number {
  return lines.reduce((total, { metrics }) => total + (metrics[metric]?.flat ?? 0), 0);
}

/** A note if the lines have clearly more allocations than Go has counted in the very process that was profiled. */
function moreThanMeasured(lines: readonly LineReport[], { profiles }: ReportedResult): Message[] {
  const { witness } = profiles.find(({ kind, operations }) => kind === 'mem' && operations !== null) ?? {};
  const counted = witness?.measurement.metrics['allocs/op'];
  if (counted === undefined) return [];
  const sum = flatSum(lines, 'allocs/op');
  // Go rounds its result down to a whole number.
  if (sum < 1.1 * (counted + 1)) return [];
  const message = l10n.t(
    'The lines have {0}, and Go counted {1}: the others were allocated once, while the timer was stopped, or by a benchmark that Go cannot leave out.',
    perOperation(sum, 1, 'allocs'),
    perOperation(counted, 1, 'allocs'),
  );
  return [{ code: 'more-than-measured', message }];
}

/** The notes, without one that a problem says with more words: that the benchmark waited. */
function notesOf({ notes = [], problems }: ReportedResult): readonly Problem[] {
  const isSaid = problems.some(({ code }) => code.startsWith('waited'));
  return isSaid ? notes.filter(({ code }) => code !== 'waited') : notes;
}

function messageOf(problem: Problem): Message {
  const { code } = problem;
  const message = translated(problem);
  // In the editor this is a button.
  if (code !== 'waited') return { code, message };
  return { code, message: `${message} ${l10n.t('Add --profile=block to see what blocks.')}` };
}
