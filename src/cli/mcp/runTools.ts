/** Tools that run benchmarks, and what they say of the result. */
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { profileKinds } from '../../base/profileKinds.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { folderKinds, makeOwnFolder, temporaryRoot } from '../../go/toolchain/ownFolders.ts';
import { compareWithBase, verdictsJson } from '../bench/benchComparison.ts';
import { type BenchOptions, readBenchOptions } from '../bench/benchOptions.ts';
import type { FinishedBench } from '../bench/benchOutput.ts';
import { predictionsJson } from '../bench/benchProduction.ts';
import { bench } from '../bench/runBench.ts';
import { translated } from '../terminal/output.ts';
import { packagesWith } from './benchmarkTools.ts';
import { hotLinesOf, openRun } from './lineTools.ts';
import type { JsonObject } from './paging.ts';
import { type AnyTool, problemJson, type ToolCall, tool } from './tool.ts';
import { cursorArgument, packagesArgument, runArgument, tagsArgument } from './toolArguments.ts';

const runArguments = {
  benchmarks: z
    .string()
    .min(1)
    .max(2000)
    .describe(
      'which benchmarks, as go test -bench: a regular expression of Go; ^BenchmarkParse$ is one alone',
    ),
  packages: packagesArgument,
  tags: tagsArgument,
  benchtime: z
    .string()
    .max(20)
    .regex(/^\d[\w.]*$/)
    .optional()
    .describe('how long one measurement takes, 1s by default; or 1000x'),
};

interface RunQuestion {
  readonly benchmarks: string;
  readonly packages?: readonly string[] | undefined;
  readonly tags?: string | undefined;
  readonly benchtime?: string | undefined;
  readonly count?: number | undefined;
  readonly profile?: readonly string[] | undefined;
  readonly against?: string;
  readonly threshold?: number | undefined;
  readonly production?: string | undefined;
}

interface Ran {
  /** The name that it is kept under. */
  readonly run: string;
  readonly finished: FinishedBench;
}

/** Runs as `pprof-lens bench --save` does. Problems: those of `KeptRuns.use`, `Workspace.file`, `packagesWith`, `bench`, and wrong arguments. */
async function runAndKeep(
  question: RunQuestion,
  { workspace, signal, tell }: ToolCall,
): Promise<Result<Ran>> {
  const { benchmarks, packages, tags, benchtime, count, profile, against, threshold, production } = question;
  const base = await workspace.runs.use(against ?? '');
  if (!base.ok) return base;
  const produced = production === undefined ? ok(undefined) : await workspace.file(production);
  if (!produced.ok) return produced;
  const found = await packagesWith(benchmarks, { packages, tags }, workspace, signal);
  if (!found.ok) return found;
  const folder = await workspace.runs.makeFolder();
  if (!folder.ok) return folder;
  const run = workspace.runs.newName();
  const given: Readonly<Record<string, string | number | undefined>> = {
    bench: benchmarks,
    tags,
    benchtime,
    count,
    profile: profile?.join(','),
    against,
    threshold,
    production: produced.value,
    save: run,
  };
  const argv = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
  const read = readBenchOptions([...argv, '--', ...found.value]);
  if (!read.ok) return read;
  const out = makeOwnFolder(folderKinds.bench, temporaryRoot());
  try {
    // What has the same machine code need not be measured to be told from. Of a thousand changes without effect, a test at
    // the usual level would call twenty gains; agents keep what is called one.
    const options: BenchOptions = {
      ...read.value,
      'measure-same': false,
      confirm: 2,
      confirms: 'gains',
      out,
    };
    const observer = {
      step: (message: string, done: number, of: number) => tell(`[${done + 1}/${of}] ${message}`),
      say: tell,
    };
    const finished = await bench(options, folder.value, observer, signal);
    if (!finished.ok) return finished;
    await workspace.runs.prune();
    return ok({ run, finished: finished.value });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** What failed of the other benchmarks, if some have results. */
function failureOf({ failure }: FinishedBench): JsonObject {
  return failure === null ? {} : { failed: problemJson(failure) };
}

/** So many lines of a benchmark are in the answer of a run. */
const mostLines = 3;

const profileTool = tool({
  name: 'profile',
  title: 'Run benchmarks and profile them',
  description:
    'Builds, times without a profiler, then profiles, and keeps the run: its answer has the handle run for the other tools, the results, and the three hottest lines of each benchmark. Takes about (count + 2) × benchtime for each benchmark, and the build.',
  schema: z.strictObject({
    ...runArguments,
    count: z.number().int().min(1).max(100).optional().describe('measurements of each benchmark; default 1'),
    profiles: z.array(z.enum(profileKinds)).max(4).optional().describe('default cpu and mem'),
    cursor: cursorArgument,
  }),
  runs: true,
  async find({ count = 1, profiles, ...question }, call) {
    const ran = await runAndKeep({ ...question, count, profile: profiles }, call);
    if (!ran.ok) return ran;
    const { run, finished } = ran.value;
    const opened = await openRun(call.workspace, run, undefined);
    if (!opened.ok) return opened;
    const benchmarks: JsonObject[] = [];
    for (const [i, result] of opened.value.results.entries()) {
      const hot = await hotLinesOf(result, opened.value, call.workspace, {
        sort: 'cum',
        all: false,
        mostLines,
      });
      const problems = finished.results[i]?.problems.map(translated) ?? [];
      benchmarks.push({
        runs: result.measurements.map(({ iterations, metrics }) => ({ iterations, metrics })),
        ...hot,
        ...(problems.length === 0 ? {} : { problems }),
      });
    }
    const document = { run, ...failureOf(finished), benchmarks };
    await call.workspace.runs.keepAnswer(run, document);
    return ok({ document, keptIn: run });
  },
});

const thresholdArgument = z
  .number()
  .min(0)
  .max(1000)
  .optional()
  .describe('in percent; a change for the worse beyond it is in regressions; default 5');

const compareTool = tool({
  name: 'compare',
  title: 'Did the change help?',
  description:
    'Measures the working tree against a git ref or a kept run, both built and timed in turns, and keeps the run. verdicts has for each benchmark and unit: changed, same, same code (nothing can have changed), unsure or too few runs, with ratio (new over old), p and n. Believe only changed. Takes up to a minute for each benchmark, and the builds; nothing for the same machine code.',
  schema: z.strictObject({
    ...runArguments,
    against: z.string().min(1).max(1000).describe('a git ref such as HEAD or main, or a kept run'),
    count: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'measurements of each; by default short ones until the answer is there; fewer than 10 tell little of the time',
      ),
    threshold: thresholdArgument,
    production: z
      .string()
      .max(1000)
      .optional()
      .describe(
        'a CPU profile of production below the root: predictions says by how much its CPU time changes',
      ),
    cursor: cursorArgument,
  }),
  runs: true,
  async find(question, call) {
    const ran = await runAndKeep(question, call);
    if (!ran.ok) return ran;
    const { run, finished } = ran.value;
    const { comparison, predictions } = finished;
    if (comparison === null) throw new Error('nothing was compared');
    const predicted = predictions === null ? {} : { predictions: predictionsJson(predictions) };
    const document = { run, ...failureOf(finished), ...verdictsJson(comparison), ...predicted };
    await call.workspace.runs.keepAnswer(run, document);
    return ok({ document, keptIn: run });
  },
});

const compareRuns = tool({
  name: 'compare_runs',
  title: 'Compare two kept runs',
  description:
    'Compares two kept runs without running anything. They were not timed in turns, so the machine may have changed between them: compare is surer. Verdicts are as those of compare.',
  schema: z.strictObject({
    base: runArgument.describe('the older run'),
    run: runArgument.describe('the newer run'),
    threshold: thresholdArgument,
    cursor: cursorArgument,
  }),
  runs: false,
  async find({ base, run, threshold }, { workspace }) {
    const [older, newer] = [await workspace.runs.load(base), await workspace.runs.load(run)];
    if (!older.ok) return older;
    if (!newer.ok) return newer;
    const options = readBenchOptions([
      '--bench=.',
      ...(threshold === undefined ? [] : [`--threshold=${threshold}`]),
    ]);
    if (!options.ok) return options;
    const nothing = { isCut: false, problems: [], rounds: new Map(), textOf: () => null };
    const comparison = compareWithBase(
      newer.value,
      { ...nothing, title: base, benchmarks: older.value },
      options.value,
    );
    if (!comparison.ok) return comparison;
    if (comparison.value.pairs.length === 0)
      return fail('nothing-in-common', 'The runs {0} and {1} have no benchmark in common.', [base, run]);
    return ok({ document: { base, run, ...verdictsJson(comparison.value) } });
  },
});

export const runTools: readonly AnyTool[] = [profileTool, compareTool, compareRuns];
