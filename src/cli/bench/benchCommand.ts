/** `pprof-lens bench`: builds, times, profiles, compares, and reports in the forms that the command line promises. */
import { mkdtemp, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { sweepCheckouts } from '../../go/git/checkoutFolders.ts';
import type { BenchmarkResult } from '../../go/run/benchmarkResult.ts';
import { findSourceRoots } from '../../go/sources/sourceRoots.ts';
import { listPackages } from '../../go/toolchain/listPackages.ts';
import { findGo } from '../../go/toolchain/toolchain.ts';
import { ok, type Problem, type Result } from '../../result.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { exitStatus, failWith, writeOut, wrongArguments } from '../terminal/output.ts';
import { type BenchBase, compareWithBase, regressionFailure } from './benchComparison.ts';
import { type BenchOptions, benchUsage, readBenchOptions } from './benchOptions.ts';
import { benchOutput, type FinishedBench } from './benchOutput.ts';
import { writePages } from './benchPages.ts';
import { type BenchedPackages, benchPackages } from './benchRun.ts';
import { isRunName, loadRun, savedRunsFolder, saveRun } from './savedRuns.ts';
import { type RunProfiles, TimedProfiles } from './timedProfiles.ts';

/** Runs the command. `argv` is what follows its name. Returns the exit status. */
export async function benchCommand(argv: readonly string[]): Promise<number> {
  const given = readBenchOptions(argv);
  if (!given.ok) return wrongArguments(given.problem, benchUsage);
  const options = given.value;
  const outcome = await interruptible((signal) => bench(options, signal));
  if (!outcome.ok) return failWithDetails(outcome.problem);
  await writeOut(await benchOutput(outcome.value, options));
  const { failure, comparison } = outcome.value;
  const failed = failure ?? (comparison === null ? null : regressionFailure(comparison));
  return failed === null ? exitStatus.done : failWithDetails(failed);
}

/** Writes what the compiler or the benchmark printed, then the problem. */
function failWithDetails(problem: Problem): number {
  const details = problem.details?.trim() ?? '';
  // If the details are a single line, the sentence has it already.
  if (details.includes('\n')) process.stderr.write(`${details}\n`);
  return failWith(problem);
}

async function bench(options: BenchOptions, signal: AbortSignal): Promise<Result<FinishedBench>> {
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
    // `rmdir` removes the temporary folder only if it is empty.
    if (options.out === undefined) await rmdir(out).catch(() => undefined);
    return ran;
  }
  const { results, failure, decoded } = ran.value;
  const base = saved.value ?? baseOf(ran.value);
  const comparison = base === null ? ok(null) : compareWithBase(results, base, options.threshold);
  if (!comparison.ok) return comparison;
  const roots = await findSourceRoots(query, {});
  const profiles = {
    now: new TimedProfiles(roots, decoded),
    base: new TimedProfiles(roots, decoded, base?.textOf),
  };
  const kept = await keep(options, { out, savedFolder }, results, base, profiles);
  if (!kept.ok) return kept;
  return ok({ results, comparison: comparison.value, roots, profiles, failure });
}

/** The saved run that `--against` names; `null` if there is none of this name: then it names a git ref. */
async function savedBase({ against }: BenchOptions, folder: string): Promise<Result<BenchBase | null>> {
  if (against === undefined || !isRunName(against)) return ok(null);
  const saved = await loadRun(folder, against);
  if (!saved.ok || saved.value === null) return saved.ok ? ok(null) : saved;
  // A saved run has its timed loops with it: the sources may have changed since.
  return ok({ title: against, isInTurns: false, benchmarks: saved.value, textOf: () => null, problems: [] });
}

function baseOf({ base, baseProblems, baseSources, refTitle }: BenchedPackages): BenchBase | null {
  if (refTitle === '') return null;
  const textOf = (file: string) => baseSources.get(file) ?? null;
  return { title: refTitle, isInTurns: true, benchmarks: base, textOf, problems: baseProblems };
}

/** Writes the files that the options ask for. */
async function keep(
  options: BenchOptions,
  folders: { readonly out: string; readonly savedFolder: string },
  results: readonly BenchmarkResult[],
  base: BenchBase | null,
  profiles: RunProfiles,
): Promise<Result<null>> {
  if (options.out !== undefined) {
    await writeFile(join(folders.out, 'results.txt'), resultText(results));
    if (base?.isInTurns)
      await writeFile(join(folders.out, 'base', 'results.txt'), resultText(base.benchmarks));
  }
  if (options.save !== undefined) {
    const saved = await saveRun(folders.savedFolder, options.save, results, profiles.now);
    if (!saved.ok) return saved;
    process.stderr.write(`${l10n.t('Saved as {0}: {1}', options.save, saved.value)}\n`);
  }
  if (options.html !== undefined) {
    const pages = await writePages(options.html, results, base, profiles);
    if (!pages.ok) return pages;
    for (const page of pages.value) process.stderr.write(`${l10n.t('Page: {0}', page)}\n`);
  }
  return ok(null);
}
