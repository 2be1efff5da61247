/** The tool that says all that is known of one line. */
import { resolve, sep } from 'node:path';
import { z } from 'zod';
import { type CallerOrCallee, callersAndCalleesOfLine } from '../../analysis/lines/callersAndCallees.ts';
import { madeOnce } from '../../base/maps.ts';
import { ok } from '../../base/result.ts';
import { metricsOfKind } from '../../base/takenKind.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import { type BenchmarkReport, reportOf } from '../bench/benchReport.ts';
import { BenchWhy } from '../bench/benchWhy.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import type { Json } from '../terminal/jsonText.ts';
import { translated } from '../terminal/output.ts';
import {
  changedFiles,
  isUnchangedSince,
  type LinePlace,
  type LineReport,
  nameOf,
  type OpenedRun,
  openRun,
} from './lineTools.ts';
import type { JsonObject } from './paging.ts';
import { tool } from './tool.ts';
import { benchmarkArgument, cursorArgument, runArgument, tagsArgument } from './toolArguments.ts';
import type { Workspace } from './workspace.ts';

export const explainLine = tool({
  name: 'explain_line',
  title: 'Explain a line',
  description:
    'What one line costs per operation in a kept run, its share, who calls it and what it calls, by each metric; what the compiler has decided there (reasons: what escapes to the heap, is not inlined, or checked for its bounds); and what it costs outside the timed loop.',
  schema: z.strictObject({
    run: runArgument,
    benchmark: benchmarkArgument,
    file: z.string().max(4000).describe('a path below the folder, or as an answer has it'),
    line: z.number().int().min(1).describe('1-based, as it was at the time of the run'),
    tags: tagsArgument,
    cursor: cursorArgument,
  }),
  runs: false,
  async find({ run, benchmark, file, line, tags = '' }, { workspace, signal }) {
    const opened = await openRun(workspace, run, benchmark);
    if (!opened.ok) return opened;
    const explainer = new Explainer(opened.value, { file, line }, tags, workspace, signal);
    const benchmarks: Json[] = [];
    for (const result of opened.value.results) {
      const explained = await explainer.explain(result);
      if (explained !== null) benchmarks.push(explained);
    }
    const empty =
      benchmarks.length > 0
        ? {}
        : { empty: `Nothing was recorded on ${file}:${line}. hot_lines has the lines with costs.` };
    return ok({ document: { run, file, line, ...empty, benchmarks } });
  },
});

/** What the compiler has decided in a package; or a sentence that says why it cannot be asked. */
type Decisions = { readonly why: BenchWhy } | { readonly missing: string };

/** Explains one line for the benchmarks of a run. */
class Explainer {
  /** By the package's folder. */
  readonly #decisions = new Map<string, Promise<Decisions>>();

  constructor(
    private readonly run: OpenedRun,
    private readonly place: LinePlace,
    private readonly tags: string,
    private readonly workspace: Workspace,
    private readonly signal: AbortSignal,
  ) {}

  /** `null` if the benchmark has no cost there. */
  async explain(result: SavedBenchmark): Promise<JsonObject | null> {
    const { roots, profiles } = this.run;
    const { line } = this.place;
    const report = await reportOf(result, profiles, roots);
    const isThere = (each: LinePlace) => each.line === line && this.#isFile(each.file);
    const found = report.lines.find(isThere);
    const others = report.otherLines.filter(isThere);
    const at = found ?? others[0];
    if (at === undefined) return null;
    const changedSince = changedFiles([at], result, this.workspace);
    return {
      ...nameOf(result),
      function: at.function,
      ...(changedSince.length > 0 ? { changedSince } : { text: profiles.lineText(at.file, line) }),
      ...(found === undefined
        ? {}
        : {
            metrics: found.metrics,
            shares: sharesOf(found, report),
            ...(await this.#reasonsOf(found, result)),
            calls: await this.#callsOf(result),
          }),
      otherCosts: others.map(({ bucket, metrics }) => ({ bucket, metrics })),
      explained: report.explained,
      notes: report.notes.map(({ message }) => message),
    };
  }

  /** The same path, or one that ends like what was named. */
  #isFile(file: string): boolean {
    const { file: named } = this.place;
    return file === resolve(this.workspace.root, named) || file === named || file.endsWith(sep + named);
  }

  /** What the compiler has decided there, if the file is as it was. */
  async #reasonsOf(line: LineReport, result: SavedBenchmark): Promise<JsonObject> {
    const decisions = await madeOnce(this.#decisions, result.directory, () => this.#askCompiler(result));
    if ('missing' in decisions) return { reasonsMissing: decisions.missing };
    const [explained] = await decisions.why.withReasons(result, this.run.profiles, [line]);
    return { reasons: explained?.reasons ?? [] };
  }

  async #askCompiler(result: SavedBenchmark): Promise<Decisions> {
    const { root, files } = this.workspace;
    const toolchain = await this.workspace.toolchain();
    if (!toolchain.ok) return { missing: translated(toolchain.problem) };
    // A run that is kept under the same name elsewhere.
    if (result.directory !== root && !isBelow(result.directory, root)) {
      return { missing: `The package is not below ${root}.` };
    }
    const asked = {
      toolchain: toolchain.value,
      tags: this.tags,
      flags: [],
      env: process.env,
      signal: this.signal,
    };
    const why = await BenchWhy.of([result], asked, {
      roots: this.run.roots,
      textOf: (file) => {
        const read = files.read(file);
        return read.ok ? read.value.text : '';
      },
      isUnchanged: (file) => isUnchangedSince(file, result, this.workspace),
    });
    return why.ok ? { why: why.value } : { missing: translated(why.problem) };
  }

  /** By metric, who calls the line in the timed loop, and what it calls, per operation. */
  async #callsOf(result: SavedBenchmark): Promise<Json[]> {
    const { profiles, roots } = this.run;
    const calls: Json[] = [];
    for (const stored of result.profiles) {
      const { kind, operations, isFlat = false } = stored;
      const opened = isFlat ? null : await profiles.open(stored, result.name);
      if (opened === null || operations === null) continue;
      const lines = opened.causes?.operations ?? opened.lines;
      const file = lines.files.findIndex((name) => this.#isFile(locateFile(name, roots) ?? name));
      for (const { sampleType: type, perOperation: metric } of file === -1 ? [] : metricsOfKind(kind)) {
        const sampleType = lines.profile.sampleTypes.findIndex((each) => each.type === type);
        if (sampleType === -1) continue;
        const found = callersAndCalleesOfLine(lines.profile, lines, file, this.place.line, sampleType);
        const perOperation = (all: readonly CallerOrCallee[]) =>
          all.map(({ value, ...each }) => ({ ...each, value: Number(value) / operations }));
        const [callers, callees] = [perOperation(found.callers), perOperation(found.callees)];
        if (callers.length + callees.length > 0) calls.push({ metric, callers, callees });
      }
    }
    return calls;
  }
}

/** Of each metric, which share of all lines' flat costs this line's flat cost is, from 0 to 1. */
function sharesOf({ metrics }: LineReport, { lines }: BenchmarkReport): Record<string, number> {
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([metric, { flat }]) => {
      const total = lines.reduce((sum, line) => sum + (line.metrics[metric]?.flat ?? 0), 0);
      return total === 0 ? [] : [[metric, flat / total]];
    }),
  );
}
