/** A run of `pprof-lens bench`: it builds, times, profiles and compares, and keeps what the options ask for. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { smallest } from '../../base/lists.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { instructionUnit } from '../../bench/verdicts/counted.ts';
import { separateBinary, testBinary } from '../../go/build/testBinary.ts';
import { findCommit } from '../../go/git/commit.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { RunCircumstances } from '../../go/results/runRecord.ts';
import { type RunProfiles, TimedProfiles } from '../../go/results/timedProfiles.ts';
import { type NamedFiles, namedFilesAt } from '../../go/sources/namedFiles.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { findSourceRoots } from '../../go/sources/sourceRoots.ts';
import type { ListedPackage } from '../../go/toolchain/listPackages.ts';
import { folderKinds, handOver, makeOwnFolder, removeOwnFolder } from '../../go/toolchain/ownFolders.ts';
import { isRunName, loadRun, saveRun, writeRun } from '../compare/savedRuns.ts';
import { translated } from '../terminal/output.ts';
import type { BenchBase } from './benchBase.ts';
import { findPackages, runEnd, sayCountingNeeds, sweptTemporary, turnOf } from './benchBegin.ts';
import { checkBudgets, readBudgets } from './benchBudgets.ts';
import { compareWithBase } from './benchComparison.ts';
import type { BenchOptions } from './benchOptions.ts';
import type { FinishedBench } from './benchOutput.ts';
import { gateOf } from './benchPackage.ts';
import { writePages } from './benchPages.ts';
import { keepPredictions, predictions, readProduction } from './benchProduction.ts';
import {
  type Against,
  type BenchedPackages,
  type BenchObserver,
  type BenchPlan,
  benchPackages,
} from './benchRun.ts';
import { BenchWhy, type BuiltSources } from './benchWhy.ts';
import { leakReport } from './leakReport.ts';

/**
 * Runs the benchmarks of the current folder. Problems: those of Go, of the build and of the benchmarks; `max-time`, `cancelled`.
 *
 * @param savedFolder where runs are kept
 */
export async function bench(
  options: BenchOptions,
  savedFolder: string,
  observer: BenchObserver,
  interrupted: AbortSignal,
): Promise<Result<FinishedBench>> {
  const begun = performance.now();
  const signal = runEnd(options, interrupted);
  const found = await findPackages(options, signal);
  if (!found.ok) return found;
  const { query, packages } = found.value;
  const { directory, env, toolchain } = query;
  const budgets = options.budgets ? await readBudgets(packages) : ok([]);
  if (!budgets.ok) return budgets;
  const countsInstructions = budgets.value.some(({ unit }) => unit === instructionUnit);
  const counting = { ...options, instructions: options.instructions || countsInstructions };
  await sayCountingNeeds(counting, { env, directory, signal }, observer);
  const against = await againstOf(options, savedFolder);
  if (!against.ok) return against;
  const file = options.production;
  const production = file === undefined ? ok(null) : await readProduction(file);
  if (!production.ok) return production;
  const temporaryDirectory = await sweptTemporary(env);
  const temporaryOut =
    options.out === undefined ? makeOwnFolder(folderKinds.bench, temporaryDirectory) : null;
  const out = temporaryOut ?? resolve(options.out ?? '');
  const plan = {
    packages,
    options: counting,
    toolchain,
    out,
    against: against.value,
    temporaryDirectory,
    observer,
    signal,
  };
  const ran = await inTurn(plan, directory, temporaryOut);
  if (!ran.ok) return ran;
  const { results, failure, base, binaries, decoded, isCut } = ran.value;
  const comparison = base === null ? ok(null) : compareWithBase(results, base, gateOf(options));
  if (!comparison.ok) return comparison;
  const files = namedFilesAt([directory]);
  const roots = await findSourceRoots(query, {}, files.exists);
  const takenAt = smallest(results.map((result) => result.takenAt));
  const sources = builtSources(roots, files, takenAt);
  const textOf = (file: string) => sources.textOf(file) || null;
  const profiles = {
    now: new TimedProfiles(roots, decoded, textOf),
    base: new TimedProfiles(roots, decoded, base?.textOf ?? textOf),
  };
  const predicted =
    file === undefined || production.value === null || comparison.value === null
      ? null
      : await predictions({ file, profile: production.value }, comparison.value, profiles);
  const asked = { toolchain, tags: options.tags, flags: options.flags, env, signal };
  const why = options.why ? await reasonsOf(ran.value, packages, profiles.now, asked, sources) : ok(null);
  const { profile: kinds, count, benchtime, tags, flags } = options;
  const run: RunCircumstances = {
    takenAt,
    goVersion: toolchain.version,
    commit: await findCommit(directory, env),
    settings: { kinds, count, benchtime, tags, flags },
  };
  const unkept = predicted === null ? null : keepPredictions(predicted, run, savedFolder);
  if (unkept !== null) observer.say(translated(unkept));
  const places = { out, savedFolder, run, binaries, isCut, observer };
  const kept = await keep(options, places, results, base, profiles);
  // A saved run has copies.
  for (const binary of binaries.values()) {
    for (const name of [testBinary, separateBinary]) await rm(join(dirname(binary), name), { force: true });
  }
  if (!kept.ok) return kept;
  if (isCut && !interrupted.aborted) {
    observer.say(l10n.t('Stopped, as --max-time is over: not everything was measured to its end.'));
  }
  const cancelled = interrupted.aborted ? fail('cancelled', 'Cancelled.').problem : null;
  return ok({
    results,
    comparison: comparison.value,
    roots,
    profiles,
    took: performance.now() - begun,
    budgets: options.budgets ? checkBudgets(budgets.value, results, comparison.value) : null,
    // What was measured is valid without the reasons.
    why: why.ok ? why.value : null,
    leaks: options.leaks ? leakReport(ran.value.leaks, roots) : null,
    predictions: predicted,
    failure: failure ?? cancelled ?? (why.ok ? null : why.problem),
  });
}

/** Builds and measures when nothing else measures on this machine. Nothing is left of a run that fails. */
async function inTurn(
  plan: BenchPlan,
  directory: string,
  temporaryOut: string | null,
): Promise<Result<BenchedPackages>> {
  const { options, observer, signal } = plan;
  let ran: Result<BenchedPackages> | null = null;
  const endTurn = await turnOf(options, directory, observer, signal);
  try {
    ran = endTurn === null ? fail('cancelled', 'Cancelled.') : await benchPackages(plan);
    return ran;
  } finally {
    endTurn?.();
    // The user looks at the profiles, and removes them. Nobody is told of those of a run that has failed.
    if (temporaryOut !== null && ran?.ok === true) handOver(temporaryOut);
    else if (temporaryOut !== null) await removeOwnFolder(temporaryOut);
  }
}

/** @param begunAt milliseconds since the epoch */
function builtSources(roots: SourceRoots, files: NamedFiles, begunAt: number): BuiltSources {
  return {
    roots,
    textOf(file) {
      const read = files.read(file);
      return read.ok ? read.value.text : '';
    },
    isUnchanged(file) {
      const read = files.read(file);
      return read.ok && read.value.modifiedAt <= begunAt;
    },
  };
}

/** The compiler's reasons, with what was measured of each benchmark, which takes the test binaries. */
async function reasonsOf(
  { results, binaries }: BenchedPackages,
  packages: readonly ListedPackage[],
  profiles: TimedProfiles,
  asked: Parameters<typeof BenchWhy.of>[1],
  sources: BuiltSources,
): Promise<Result<BenchWhy>> {
  const measured = new Set(results.map((result) => result.package));
  const why = await BenchWhy.of(
    packages.filter(({ importPath }) => measured.has(importPath)),
    asked,
    sources,
  );
  if (!why.ok) return why;
  for (const result of results) {
    const binary = binaries.get(result.package);
    await why.value.read(result, profiles, binary === undefined ? null : dirname(binary));
  }
  return why;
}

/** What `--against` names: a saved run, or, if there is none of this name, a git ref. */
async function againstOf({ against }: BenchOptions, folder: string): Promise<Result<Against | null>> {
  if (against === undefined) return ok(null);
  const saved = isRunName(against) ? await loadRun(folder, against) : ok(null);
  if (!saved.ok) return saved;
  return ok(saved.value === null ? { ref: against } : { title: against, saved: saved.value });
}

/** Where files are kept, and what is kept besides the results. */
interface Kept {
  readonly out: string;
  readonly savedFolder: string;
  readonly run: RunCircumstances;
  readonly binaries: ReadonlyMap<string, string>;
  /** The run was stopped early. It does not take the place of a saved run. */
  readonly isCut: boolean;
  readonly observer: BenchObserver;
}

/** Writes the files that the options ask for. */
async function keep(
  options: BenchOptions,
  { out, savedFolder, run, binaries, isCut, observer }: Kept,
  results: readonly BenchmarkResult[],
  base: BenchBase | null,
  profiles: RunProfiles,
): Promise<Result<null>> {
  if (options.out !== undefined) {
    await writeRun(out, run, results);
    if (base !== null) {
      await mkdir(join(out, 'base'), { recursive: true });
      await writeFile(join(out, 'base', 'results.txt'), resultText(base.benchmarks));
    }
  }
  if (options.save !== undefined && isCut) {
    observer.say(l10n.t('Not saved as {0}: the run was stopped.', options.save));
  } else if (options.save !== undefined) {
    const saved = await saveRun(savedFolder, options.save, results, { run, timed: profiles.now, binaries });
    if (!saved.ok) return saved;
    observer.say(l10n.t('Saved as {0}: {1}', options.save, saved.value));
  }
  if (options.html !== undefined) {
    const pages = await writePages(options.html, results, base, profiles);
    if (!pages.ok) return pages;
    for (const page of pages.value) observer.say(l10n.t('Page: {0}', page));
  }
  return ok(null);
}
