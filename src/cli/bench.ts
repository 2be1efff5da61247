/** `pprof-lens bench`: build, time, profile, compare, report. Shapes as in the command line's contract. */
import { mkdtemp, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { comparer, defaultCompareOptions } from '../bench/benchstat/compareFiles.ts';
import { tablesMarkdown } from '../bench/benchstat/tablesMarkdown.ts';
import { resultText } from '../bench/verdicts/resultText.ts';
import { sweepCheckouts } from '../go/git/worktree.ts';
import type { BenchmarkResult } from '../go/run/benchmarkResult.ts';
import type { SourceRoots } from '../go/sources/sourcePaths.ts';
import { findSourceRoots, isBelow } from '../go/sources/sourceRoots.ts';
import { listPackages } from '../go/toolchain/listPackages.ts';
import { findGo } from '../go/toolchain/toolchain.ts';
import { ok, type Problem, type Result } from '../result.ts';
import {
  type BenchBase,
  type BenchComparison,
  compareWithBase,
  comparisonJson,
  comparisonMarkdown,
  comparisonText,
  regressionFailure,
} from './benchComparison.ts';
import { benchGrowth, growthText } from './benchGrowth.ts';
import { type BenchOptions, benchUsage, parseBenchOptions } from './benchOptions.ts';
import { writePages } from './benchPages.ts';
import { type BenchmarkReport, reportOf } from './benchReport.ts';
import { type Benched, benchPackages } from './benchRun.ts';
import { benchmarkText } from './benchText.ts';
import type { SavedBenchmark } from './savedRunFile.ts';
import { isRunName, loadRun, savedRunsFolder, saveRun } from './savedRuns.ts';

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
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, cancel);
  const outcome = await bench(parsed.options, abort.signal);
  for (const signal of signals) process.removeListener(signal, cancel);
  if (!outcome.ok) return failWith(outcome.problem);
  await write(process.stdout, await render(outcome.value, parsed.options));
  const { failure, comparison } = outcome.value;
  const failed = failure ?? (comparison === null ? null : regressionFailure(comparison));
  return failed ? failWith(failed) : 0;
}

async function failWith(problem: Problem): Promise<number> {
  const details = problem.details?.trim() ?? '';
  // A single line is in the sentence already.
  const shown = details.includes('\n') ? `${details}\n` : '';
  await write(process.stderr, `${shown}pprof-lens: ${say(problem)}\n`);
  return 1;
}

interface Finished {
  readonly results: readonly BenchmarkResult[];
  readonly comparison: BenchComparison | null;
  readonly roots: SourceRoots;
  readonly failure: Problem | null;
}

async function bench(options: BenchOptions, signal: AbortSignal): Promise<Result<Finished>> {
  const directory = process.cwd();
  const { env } = process;
  const toolchain = await findGo({ env, directory, signal });
  if (!toolchain.ok) return toolchain;
  const query = { toolchain: toolchain.value, directory, env, tags: options.tags };
  const packages = await listPackages({ ...query, patterns: options.packages, signal });
  if (!packages.ok) return packages;
  const savedFolder = savedRunsFolder(directory, options.out, env);
  const saved = await savedBase(options, savedFolder);
  if (!saved.ok) return saved;
  const temporaryDirectory = tmpdir();
  const ref = saved.value === null ? (options.against ?? null) : null;
  if (ref !== null) await sweepCheckouts(temporaryDirectory, env);
  const out = options.out === undefined ? await mkdtemp(join(tmpdir(), 'pprof-lens-')) : resolve(options.out);
  const plan = {
    packages: packages.value,
    options,
    toolchain: toolchain.value,
    out,
    ref,
    temporaryDirectory,
    signal,
  };
  const ran = await benchPackages(plan);
  if (!ran.ok) {
    // A folder made for this run and left empty; one with something in it is not ours to remove.
    if (options.out === undefined) await rmdir(out).catch(() => undefined);
    return ran;
  }
  const { results, failure } = ran.value;
  const base = saved.value ?? baseOf(ran.value);
  const comparison = base === null ? ok(null) : compareWithBase(results, base, options.threshold);
  if (!comparison.ok) return comparison;
  const kept = await keep(options, { out, savedFolder }, results, base);
  if (!kept.ok) return kept;
  return ok({ results, comparison: comparison.value, roots: await findSourceRoots(query, {}), failure });
}

/** The saved run that `--against` names; `null` where it names none, and so a git ref. */
async function savedBase({ against }: BenchOptions, folder: string): Promise<Result<BenchBase | null>> {
  if (against === undefined || !isRunName(against)) return ok(null);
  const saved = await loadRun(folder, against);
  if (!saved.ok || saved.value === null) return saved.ok ? ok(null) : saved;
  return ok({ title: against, isInTurns: false, benchmarks: saved.value, problems: [] });
}

function baseOf({ base, baseProblems, refTitle }: Benched): BenchBase | null {
  if (refTitle === '') return null;
  return { title: refTitle, isInTurns: true, benchmarks: base, problems: baseProblems };
}

/** Writes what the options ask to be written beside the report. */
async function keep(
  options: BenchOptions,
  folders: { readonly out: string; readonly savedFolder: string },
  results: readonly BenchmarkResult[],
  base: BenchBase | null,
): Promise<Result<null>> {
  if (options.out !== undefined) {
    await writeFile(join(folders.out, 'results.txt'), resultText(results));
    if (base?.isInTurns)
      await writeFile(join(folders.out, 'base', 'results.txt'), resultText(base.benchmarks));
  }
  if (options.save !== undefined) {
    const saved = await saveRun(folders.savedFolder, options.save, results);
    if (!saved.ok) return saved;
    await write(process.stderr, `${l10n.t('Saved as {0}: {1}', options.save, saved.value)}\n`);
  }
  if (options.html !== undefined) {
    const pages = await writePages(options.html, results, base);
    if (!pages.ok) return pages;
    for (const page of pages.value) await write(process.stderr, `${l10n.t('Page: {0}', page)}\n`);
  }
  return ok(null);
}

async function render({ results, comparison, roots }: Finished, options: BenchOptions): Promise<string> {
  if (options.format === 'md' && !options.json) {
    return comparison === null ? markdownOf(results) : comparisonMarkdown(comparison);
  }
  const reports = await reportsOf(results, roots);
  const growth = await benchGrowth(results, roots);
  if (!options.json) {
    const text = [textOf(reports, roots), ...growth.map(growthText)].join('\n');
    return comparison === null ? text : `${text}\n${comparisonText(comparison)}`;
  }
  // Only where some differ by a number: most results have no series.
  const series = growth.length === 0 ? {} : { growth };
  const document =
    comparison === null
      ? { benchmarks: reports, ...series }
      : {
          benchmarks: reports,
          ...series,
          base: await reportsOf(comparison.base.benchmarks, roots),
          comparison: comparisonJson(comparison),
        };
  return `${JSON.stringify(document, null, 1)}\n`;
}

async function reportsOf(
  results: readonly (SavedBenchmark & Partial<Pick<BenchmarkResult, 'problems'>>)[],
  roots: SourceRoots,
): Promise<BenchmarkReport[]> {
  const reports: BenchmarkReport[] = [];
  for (const result of results) reports.push(await reportOf({ problems: [], ...result }, roots, say));
  return reports;
}

function markdownOf(results: readonly BenchmarkResult[]): string {
  const compare = comparer(defaultCompareOptions);
  const label = l10n.t('working tree');
  return compare.ok
    ? tablesMarkdown(compare.value([{ label, path: label, text: resultText(results) }]).tables)
    : '';
}

function textOf(reports: readonly BenchmarkReport[], { modules }: SourceRoots): string {
  const isOwn = (file: string) =>
    isAbsolute(file) && modules.some(({ directory }) => isBelow(file, directory));
  return reports.map((report) => benchmarkText(report, isOwn)).join('\n');
}
