/** `pprof-lens bench`: builds, times, profiles, compares, and reports in the forms that the command line promises. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { smallest } from '../../base/lists.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { sweepCheckouts } from '../../go/git/checkoutFolders.ts';
import { findCommit } from '../../go/git/commit.ts';
import { type EndTurn, type Measuring, takeTurn } from '../../go/machine/machineTurn.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { RunCircumstances } from '../../go/results/runRecord.ts';
import { namedFilesAt } from '../../go/sources/namedFiles.ts';
import { findSourceRoots } from '../../go/sources/sourceRoots.ts';
import { listPackages } from '../../go/toolchain/listPackages.ts';
import {
  folderKinds,
  handOver,
  makeOwnFolder,
  removeOwnFolder,
  sweepTemporary,
  temporaryRoot,
} from '../../go/toolchain/ownFolders.ts';
import { findGo } from '../../go/toolchain/toolchain.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { exitStatus, failWithDetails, wrongArguments } from '../terminal/output.ts';
import { standardError, standardOutput } from '../terminal/streams.ts';
import type { BenchBase } from './benchBase.ts';
import { compareWithBase, regressionFailure } from './benchComparison.ts';
import { type BenchOptions, benchUsage, readBenchOptions } from './benchOptions.ts';
import { benchOutput, type FinishedBench } from './benchOutput.ts';
import { writePages } from './benchPages.ts';
import { type Against, type BenchedPackages, benchPackages } from './benchRun.ts';
import { isRunName, loadRun, savedRunsFolder, saveRun, writeRun } from './savedRuns.ts';
import { type RunProfiles, TimedProfiles } from './timedProfiles.ts';

/** Runs the command. `argv` is what follows its name. Returns the exit status. */
export async function benchCommand(argv: readonly string[]): Promise<number> {
  const given = readBenchOptions(argv);
  if (!given.ok) return wrongArguments(given.problem, benchUsage);
  const options = given.value;
  const outcome = await interruptible((signal) => bench(options, signal));
  if (!outcome.ok) return failWithDetails(outcome.problem);
  await standardOutput.write(await benchOutput(outcome.value, options));
  const { failure, comparison } = outcome.value;
  const failed = failure ?? (comparison === null ? null : regressionFailure(comparison));
  return failed === null ? exitStatus.done : failWithDetails(failed);
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
  const against = await againstOf(options, savedFolder);
  if (!against.ok) return against;
  const temporaryDirectory = temporaryRoot();
  await sweepTemporary();
  await sweepCheckouts(env);
  const temporaryOut =
    options.out === undefined ? makeOwnFolder(folderKinds.bench, temporaryDirectory) : null;
  const out = temporaryOut ?? resolve(options.out ?? '');
  const plan = {
    packages: packages.value,
    options,
    toolchain: toolchain.value,
    out,
    against: against.value,
    temporaryDirectory,
    signal,
  };
  let ran: Result<BenchedPackages> | null = null;
  const endTurn = await turnOf(options, directory, signal);
  try {
    ran = endTurn === null ? fail('cancelled', 'Cancelled.') : await benchPackages(plan);
  } finally {
    endTurn?.();
    // The user looks at the profiles, and removes them. Nobody is told of those of a run that has failed.
    if (temporaryOut !== null && ran?.ok === true) handOver(temporaryOut);
    else if (temporaryOut !== null) await removeOwnFolder(temporaryOut);
  }
  if (!ran.ok) return ran;
  const { results, failure, base, binaries, decoded } = ran.value;
  const comparison = base === null ? ok(null) : compareWithBase(results, base, options);
  if (!comparison.ok) return comparison;
  const files = namedFilesAt([query.directory]);
  const roots = await findSourceRoots(query, {}, files.exists);
  const textOf = (file: string) => {
    const read = files.read(file);
    return read.ok ? read.value.text : null;
  };
  const profiles = {
    now: new TimedProfiles(roots, decoded, textOf),
    base: new TimedProfiles(roots, decoded, base?.textOf ?? textOf),
  };
  const { profile: kinds, count, benchtime, tags } = options;
  const run: RunCircumstances = {
    takenAt: smallest(results.map(({ takenAt }) => takenAt)),
    goVersion: toolchain.value.version,
    commit: await findCommit(directory, env),
    settings: { kinds, count, benchtime, tags, flags: [] },
  };
  const kept = await keep(options, { out, savedFolder, run, binaries }, results, base, profiles);
  if (!kept.ok) return kept;
  return ok({ results, comparison: comparison.value, roots, profiles, failure });
}

/** Waits for what is measured elsewhere on this machine. */
function turnOf({ bench }: BenchOptions, directory: string, signal: AbortSignal): Promise<EndTurn | null> {
  const waits = ({ title, folder }: Measuring) =>
    standardError.write(
      l10n.t('Waits for {0} in {1}: two at the same time would disturb each other.', title, folder),
    );
  return takeTurn({ title: `pprof-lens bench ${bench}`, directory, signal, waits });
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
}

/** Writes the files that the options ask for. */
async function keep(
  options: BenchOptions,
  { out, savedFolder, run, binaries }: Kept,
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
  if (options.save !== undefined) {
    const saved = await saveRun(savedFolder, options.save, results, { run, timed: profiles.now, binaries });
    // The saved run has copies.
    for (const binary of binaries.values()) await rm(binary, { force: true });
    if (!saved.ok) return saved;
    standardError.write(l10n.t('Saved as {0}: {1}', options.save, saved.value));
  }
  if (options.html !== undefined) {
    const pages = await writePages(options.html, results, base, profiles);
    if (!pages.ok) return pages;
    for (const page of pages.value) standardError.write(l10n.t('Page: {0}', page));
  }
  return ok(null);
}
