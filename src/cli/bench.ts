/** `pprof-lens bench`: build, time, profile, report. Shapes as in the command line's contract. */
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { BenchmarkRun } from '../go/benchmarkRun.ts';
import { type ListedPackage, listPackages } from '../go/listPackages.ts';
import { profileBenchmarks } from '../go/profileBenchmarks.ts';
import type { SourceRoots } from '../go/sourcePaths.ts';
import { findSourceRoots, isBelow } from '../go/sourceRoots.ts';
import { findGo, type GoToolchain } from '../go/toolchain.ts';
import { ok, type Problem, type Result } from '../result.ts';
import { type BenchOptions, benchUsage, parseBenchOptions } from './benchOptions.ts';
import { type BenchmarkReport, reportOf } from './benchReport.ts';
import { benchmarkText } from './benchText.ts';

function say(problem: Problem): string {
  return l10n.t(problem.template, ...problem.args);
}

/** Resolves when the text is written: a report may be larger than a pipe. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done) => {
    stream.write(text, () => done());
  });
}

/** `pprof-lens bench`: argv without the command's name; answers the exit status. Ctrl+C cancels in order. */
export async function benchCommand(argv: readonly string[]): Promise<number> {
  const parsed = parseBenchOptions(argv);
  if ('wrong' in parsed) {
    await write(process.stderr, `pprof-lens: ${parsed.wrong}\n${benchUsage}\n`);
    return 2;
  }
  const abort = new AbortController();
  const cancel = () => abort.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, cancel);
  const outcome = await bench(parsed.options, abort.signal);
  for (const signal of signals) process.removeListener(signal, cancel);
  if (!outcome.ok) return failWith(outcome.problem);
  const { runs, roots, failure } = outcome.value;
  const reports: BenchmarkReport[] = [];
  for (const run of runs) reports.push(await reportOf(run, roots, say));
  await write(process.stdout, parsed.options.json ? jsonOf(reports) : textOf(reports, roots));
  return failure ? failWith(failure) : 0;
}

async function failWith(problem: Problem): Promise<number> {
  const details = problem.details?.trim() ?? '';
  // A single line is in the sentence already.
  const shown = details.includes('\n') ? `${details}\n` : '';
  await write(process.stderr, `${shown}pprof-lens: ${say(problem)}\n`);
  return 1;
}

function jsonOf(benchmarks: readonly BenchmarkReport[]): string {
  return `${JSON.stringify({ benchmarks }, null, 1)}\n`;
}

function textOf(reports: readonly BenchmarkReport[], { modules }: SourceRoots): string {
  const isOwn = (file: string) =>
    isAbsolute(file) && modules.some(({ directory }) => isBelow(file, directory));
  return reports.map((report) => benchmarkText(report, isOwn)).join('\n');
}

interface Benched {
  readonly runs: readonly BenchmarkRun[];
  readonly roots: SourceRoots;
  /** Of a benchmark or package, while others have results. */
  readonly failure: Problem | null;
}

async function bench(options: BenchOptions, signal: AbortSignal): Promise<Result<Benched>> {
  const directory = process.cwd();
  const { env } = process;
  const toolchain = await findGo({ env, directory, signal });
  if (!toolchain.ok) return toolchain;
  const query = { toolchain: toolchain.value, directory, env, tags: options.tags };
  const packages = await listPackages({ ...query, patterns: options.packages, signal });
  if (!packages.ok) return packages;
  const out = options.out === undefined ? await mkdtemp(join(tmpdir(), 'pprof-lens-')) : resolve(options.out);
  const ran = await benchPackages(packages.value, options, toolchain.value, out, signal);
  if (!ran.ok) {
    // A folder made for this run and left empty; one with something in it is not ours to remove.
    if (options.out === undefined) await rmdir(out).catch(() => undefined);
    return ran;
  }
  return ok({ ...ran.value, roots: await findSourceRoots(query, {}) });
}

/** What says nothing about a package among many: it has no such benchmark. */
const nothingThere = ['matched-nothing', 'no-test-files'];

async function benchPackages(
  packages: readonly ListedPackage[],
  options: BenchOptions,
  toolchain: GoToolchain,
  out: string,
  signal: AbortSignal,
): Promise<Result<Omit<Benched, 'roots'>>> {
  const tested = packages.length > 1 ? packages.filter(({ hasTests }) => hasTests) : packages;
  const runs: BenchmarkRun[] = [];
  const failures: Problem[] = [];
  for (const { importPath, directory } of tested) {
    const outcome = await profileBenchmarks(
      {
        toolchain,
        packageDirectory: directory,
        benchmarks: [{ pattern: options.bench }],
        kinds: options.kinds,
        count: options.count,
        benchtime: options.benchtime,
        cpu: options.cpu,
        tags: options.tags,
        flags: [],
        env: process.env,
        outputDirectory: tested.length > 1 ? join(out, importPath.replace(/[^\w.-]+/g, '_')) : out,
      },
      {
        output: () => undefined,
        progress: (message, done, of) => process.stderr.write(`[${done + 1}/${of}] ${message}\n`),
        signal,
      },
    );
    if (outcome.ok) runs.push(...outcome.value);
    else if (outcome.problem.code === 'cancelled') return outcome;
    else failures.push(outcome.problem);
  }
  failures.push(...runs.flatMap((run) => run.problems.filter(({ code }) => /^benchmark-/.test(code))));
  const failure = failures.find(({ code }) => !nothingThere.includes(code)) ?? failures[0] ?? null;
  if (runs.length === 0 && failure) return { ok: false, problem: failure };
  if (runs.length === 0) return { ok: false, problem: noTests(options) };
  return ok({ runs, failure: failure && nothingThere.includes(failure.code) ? null : failure });
}

function noTests({ packages }: BenchOptions): Problem {
  return {
    code: 'no-test-files',
    template: 'None of the packages {0} has test files.',
    args: [packages.length === 0 ? '.' : packages.join(' ')],
  };
}
