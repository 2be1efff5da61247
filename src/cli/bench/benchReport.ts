/** The report of `pprof-lens bench`: results, profiles, and the cost of each line per operation. */
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines } from '../../analysis/lines/lines.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { readProfileFile } from '../../go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../go/run/benchmarkResult.ts';
import { locateFile, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { ProfileKind } from '../../model.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Problem } from '../../result.ts';
import { translated } from '../terminal/output.ts';

/** Cost per operation, in the metric's unit. */
export interface PerOperation {
  readonly flat: number;
  readonly cum: number;
}

export interface LineReport {
  /** The path on this machine if the file exists here; else the path in the profile. */
  readonly file: string;
  readonly line: number;
  readonly function: string;
  /** `cpu-ns/op`, `allocs/op`, `B/op`, `block-delay-ns/op` and so on, if the line has them. */
  readonly metrics: Readonly<Record<string, PerOperation>>;
}

/** The parts of a result that are used in a report. */
export type ReportedResult = Pick<
  BenchmarkResult,
  'package' | 'name' | 'procs' | 'measurements' | 'profiles' | 'notes' | 'problems'
>;

/** A problem or a note, with its sentence in the user's language. */
interface Message {
  readonly code: string;
  readonly message: string;
}

/** One element of `benchmarks` in the JSON document. */
export interface BenchmarkReport extends Omit<ReportedResult, 'measurements' | 'notes' | 'problems'> {
  /** The measurements. The command line's JSON calls them runs. */
  readonly runs: readonly Measurement[];
  readonly lines: readonly LineReport[];
  /** What may have disturbed the timings. */
  readonly notes: readonly Message[];
  readonly problems: readonly Message[];
}

/** The metrics of each kind of profile, and the sample type of each metric. */
const metricsOfKind: Readonly<
  Record<ProfileKind, readonly (readonly [metric: string, sampleType: string])[]>
> = {
  cpu: [['cpu-ns/op', 'cpu']],
  mem: [
    ['allocs/op', 'alloc_objects'],
    ['B/op', 'alloc_space'],
  ],
  block: [
    ['block-delay-ns/op', 'delay'],
    ['block-contentions/op', 'contentions'],
  ],
  mutex: [
    ['mutex-delay-ns/op', 'delay'],
    ['mutex-contentions/op', 'contentions'],
  ],
};

interface OpenLine extends LineReport {
  readonly metrics: Record<string, PerOperation>;
}

/** Adds the costs of one profile to `lines`, which are keyed by file and line. */
function addLines(
  lines: Map<string, OpenLine>,
  profile: Profile,
  metrics: readonly (readonly [string, string])[],
  operations: number,
  roots: SourceRoots,
): void {
  const index = indexLines(new ProfileCosts(profile));
  const files = index.files.map((name) => locateFile(name, roots) ?? name);
  for (const [metric, type] of metrics) {
    const sampleType = profile.sampleTypes.findIndex((candidate) => candidate.type === type);
    if (sampleType < 0) continue;
    for (const [fileIndex, file] of files.entries()) {
      for (const { line, flat, cum } of index.lines(fileIndex, sampleType)) {
        const key = `${line} ${file}`;
        let report = lines.get(key);
        if (report === undefined) {
          report = { file, line, function: index.functionsOn(fileIndex, line)[0]?.name ?? '', metrics: {} };
          lines.set(key, report);
        }
        report.metrics[metric] = { flat: Number(flat) / operations, cum: Number(cum) / operations };
      }
    }
  }
}

/** The hottest line first, by the first metric in which two lines differ: all flat costs, then all cum costs. */
function byHeat(order: readonly string[]): (a: LineReport, b: LineReport) => number {
  return (a, b) => {
    for (const part of ['flat', 'cum'] as const) {
      for (const metric of order) {
        const difference = (b.metrics[metric]?.[part] ?? 0) - (a.metrics[metric]?.[part] ?? 0);
        if (difference !== 0) return difference;
      }
    }
    return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
  };
}

/** Reads the profiles of a result and makes its report. */
export async function reportOf(result: ReportedResult, roots: SourceRoots): Promise<BenchmarkReport> {
  const lines = new Map<string, OpenLine>();
  const order: string[] = [];
  for (const { kind, path, operations } of result.profiles) {
    const profile = operations === null ? null : await readProfileFile(path);
    if (!profile?.ok || !profile.value || operations === null) continue;
    const metrics = metricsOfKind[kind];
    order.push(...metrics.map(([metric]) => metric));
    addLines(lines, profile.value, metrics, operations, roots);
  }
  return {
    package: result.package,
    name: result.name,
    procs: result.procs,
    runs: result.measurements,
    profiles: result.profiles,
    lines: [...lines.values()].sort(byHeat(order)),
    notes: (result.notes ?? []).map(messageOf),
    problems: result.problems.map(messageOf),
  };
}

function messageOf(problem: Problem): Message {
  return { code: problem.code, message: translated(problem) };
}
