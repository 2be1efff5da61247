/** Tools that tell what was measured and kept: the runs, their hottest lines, one line. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../base/result.ts';
import { medians } from '../../bench/verdicts/summary.ts';
import { fullName } from '../../go/results/benchmarkResult.ts';
import { TimedProfiles } from '../../go/results/timedProfiles.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import { type BenchmarkReport, reportOf } from '../bench/benchReport.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import type { Json } from '../terminal/jsonText.ts';
import type { JsonObject } from './paging.ts';
import { isCalled } from './profileTools.ts';
import { type AnyTool, tool } from './tool.ts';
import { benchmarkArgument, cursorArgument, runArgument } from './toolArguments.ts';
import type { Workspace } from './workspace.ts';

export type LineReport = BenchmarkReport['lines'][number];

export interface LinePlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A kept run as it is asked about. */
export interface OpenedRun {
  readonly results: readonly SavedBenchmark[];
  readonly roots: SourceRoots;
  readonly profiles: TimedProfiles;
}

/** Problems: those of the run; `no-such-benchmark`. */
export async function openRun(
  workspace: Workspace,
  run: string,
  benchmark: string | undefined,
): Promise<Result<OpenedRun>> {
  const loaded = await workspace.runs.load(run);
  if (!loaded.ok) return loaded;
  const results = loaded.value.filter((each) => benchmark === undefined || isCalled(each, benchmark));
  if (results.length === 0) {
    const names = loaded.value.map(fullName).join(', ');
    return fail('no-such-benchmark', 'The run has no benchmark {0}. It has: {1}.', [benchmark ?? '', names]);
  }
  const roots = await workspace.roots();
  const textOf = (file: string) => {
    const read = workspace.files.read(file);
    return read.ok ? read.value.text : null;
  };
  return ok({ results, roots, profiles: new TimedProfiles(roots, new Map(), textOf) });
}

const listRuns = tool({
  name: 'list_runs',
  title: 'List kept runs',
  description:
    'The runs that are kept, the newest first, also those of pprof-lens bench --save: when, of which commit, and the medians of their benchmarks.',
  schema: z.strictObject({ cursor: cursorArgument }),
  runs: false,
  async find(_, { workspace }) {
    const runs = (await workspace.runs.all()).map(({ name, results }) => ({
      run: name,
      takenAt: new Date(results[0]?.takenAt ?? 0).toISOString(),
      ...(results[0]?.commit === undefined ? {} : { commit: results[0].commit }),
      benchmarks: results.map((result) => ({
        ...nameOf(result),
        n: result.measurements.length,
        ...medians(result.measurements, ['ns/op', 'B/op', 'allocs/op']),
      })),
    }));
    const empty =
      runs.length === 0 ? { empty: 'Nothing is kept yet. profile makes a run and keeps it.' } : {};
    return ok({ document: { ...empty, runs } });
  },
});

export function nameOf({ package: importPath, name, procs }: SavedBenchmark) {
  return { package: importPath, name, procs };
}

const hotLines = tool({
  name: 'hot_lines',
  title: 'Hot lines',
  description:
    'The lines of a kept run that cost most, per operation of the benchmark: flat is what the line costs itself, cum with all that it calls. Usually only lines of your own modules. otherLines are costs of the setup and of the runtime in the background, in total: no operation pays them.',
  schema: z.strictObject({
    run: runArgument,
    benchmark: benchmarkArgument,
    metric: z
      .string()
      .max(100)
      .optional()
      .describe('cpu-ns/op, allocs/op, B/op, block-delay-ns/op, ...; default the first that the run has'),
    sort: z.enum(['cum', 'flat']).optional().describe('default cum'),
    all: z
      .boolean()
      .optional()
      .describe('also lines of the standard library and of other modules, and otherLines'),
    cursor: cursorArgument,
  }),
  runs: false,
  async find({ run, benchmark, metric, sort = 'cum', all = false }, { workspace }) {
    const opened = await openRun(workspace, run, benchmark);
    if (!opened.ok) return opened;
    const benchmarks: Json[] = [];
    for (const result of opened.value.results) {
      benchmarks.push(await hotLinesOf(result, opened.value, workspace, { metric, sort, all }));
    }
    const filters = { ...(metric === undefined ? {} : { metric }), sort, all };
    return ok({ document: { run, filters, benchmarks } });
  },
});

interface LineQuestion {
  readonly metric?: string | undefined;
  readonly sort: 'cum' | 'flat';
  readonly all: boolean;
  readonly mostLines?: number;
}

/** The lines of a result, with what an agent should know of them. */
export async function hotLinesOf(
  result: SavedBenchmark,
  { roots, profiles }: OpenedRun,
  workspace: Workspace,
  { metric, sort, all, mostLines }: LineQuestion,
): Promise<JsonObject> {
  const report = await reportOf(result, profiles, roots);
  const metrics = [...new Set(report.lines.flatMap((line) => Object.keys(line.metrics)))];
  const chosen = metric ?? metrics[0] ?? '';
  const costOf = ({ metrics: { [chosen]: cost } }: LineReport) => cost?.[sort] ?? cost?.flat ?? 0;
  const isOwn = ({ file }: LineReport) =>
    isAbsolute(file) && roots.modules.some(({ directory }) => isBelow(file, directory));
  const lines = report.lines
    .filter((line) => line.metrics[chosen] !== undefined && (all || isOwn(line)))
    .sort((a, b) => costOf(b) - costOf(a));
  const changed = changedFiles(lines, result, workspace);
  const why = lines.length > 0 ? null : whyNoLines(result, chosen, metrics);
  return {
    ...nameOf(result),
    metric: chosen,
    metrics,
    ...(why === null ? {} : { empty: why }),
    explained: report.explained,
    ...(changed.length === 0 ? {} : { changedSince: changed }),
    notes: report.notes.map(({ message }) => message),
    lines: lines.slice(0, mostLines).map((line) => ({
      ...line,
      ...(changed.includes(line.file) ? {} : { text: profiles.lineText(line.file, line.line) }),
    })),
    ...(all ? { otherLines: report.otherLines.map((line) => ({ ...line })) } : {}),
  };
}

/** The files that were written after the run: their lines may have moved, so their texts are not told. */
export function changedFiles(
  lines: readonly LinePlace[],
  result: SavedBenchmark,
  workspace: Workspace,
): string[] {
  return [...new Set(lines.map(({ file }) => file))].filter(
    (file) => workspace.files.exists(file) && !isUnchangedSince(file, result, workspace),
  );
}

export function isUnchangedSince(file: string, { takenAt }: SavedBenchmark, { files }: Workspace): boolean {
  const read = files.read(file);
  return read.ok && read.value.modifiedAt <= takenAt;
}

function whyNoLines(
  { profiles, measurements }: SavedBenchmark,
  metric: string,
  metrics: readonly string[],
): string {
  if (measurements.length === 0)
    return 'It was not measured: it failed, or its code is the same as that it was compared with.';
  if (profiles.length === 0) return 'The run has no profiles.';
  if (metric !== '' && !metrics.includes(metric)) {
    return `No line has ${metric}. There are: ${metrics.join(', ') || 'none'}.`;
  }
  return metrics.length === 0
    ? 'The profiles have no costs, or their number of operations is not known: use b.Loop or b.N.'
    : 'No line of your own modules has a cost. all=true has the others.';
}

export const lineTools: readonly AnyTool[] = [listRuns, hotLines];
