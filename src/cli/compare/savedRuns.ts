/** Runs that `bench --save=NAME` keeps for `bench --against=NAME`: results as Go prints them, and the profiles. */
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { object } from '../../base/outsideValues.ts';
import { errorText, fail, ok, type Result } from '../../base/result.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import {
  type RunCircumstances,
  readRecord,
  recordedResult,
  recordFile,
  recordOf,
  recordText,
} from '../../go/results/runRecord.ts';
import type { TimedProfile, TimedProfiles } from '../../go/results/timedProfiles.ts';
import { projectRuns } from '../../go/toolchain/cacheFolder.ts';
import { handOver, makeOwnFolder, sweepOwnFolders } from '../../go/toolchain/ownFolders.ts';

/** A result of the base: of a commit, or of a saved run with the timed loops of its profiles. */
export interface SavedBenchmark extends BenchmarkResult {
  readonly profiles: readonly TimedProfile[];
  /** The test binary of its package. */
  readonly binary?: string;
}

/** A name becomes a folder: letters, digits and `._-`. It does not begin with `.` or `-`. */
export function isRunName(text: string): boolean {
  return /^\w[\w.-]{0,99}$/.test(text);
}

/**
 * Where runs are saved: below `out`, the folder that the user named. Without it, in the user's cache, in a folder for
 * the project: the module that `directory` is in.
 */
export function savedRunsFolder(directory: string, out: string | undefined, env: NodeJS.ProcessEnv): string {
  return out === undefined ? projectRuns(directory, env) : join(out, 'saved');
}

const unfinishedFolder = '.saving-';
const resultsFile = 'results.txt';

/** What is saved besides the results. */
export interface SavedWith {
  readonly run: RunCircumstances;
  /** Finds the timed loops while the sources are still those of the run. */
  readonly timed: Pick<TimedProfiles, 'withTimedFiles'>;
  /** The test binaries, by package. */
  readonly binaries: ReadonlyMap<string, string>;
}

/**
 * Saves a run in place of an older one of the same name. The new one is written beside it and then renamed, so that a
 * crash leaves a whole run. Returns the folder. Problem: `cannot-save`.
 */
export async function saveRun(
  folder: string,
  name: string,
  results: readonly BenchmarkResult[],
  { run, timed, binaries }: SavedWith,
): Promise<Result<string>> {
  const place = join(folder, name);
  let unfinished: string | undefined;
  try {
    await mkdir(folder, { recursive: true });
    await sweepOwnFolders({ parent: folder, prefixes: [unfinishedFolder] }, object({}));
    unfinished = makeOwnFolder(unfinishedFolder, folder);
    const savedBinaries = await copyBinaries(binaries, unfinished);
    const saved: SavedBenchmark[] = [];
    for (const [i, { artifacts: _, ...result }] of results.entries()) {
      const profiles: TimedProfile[] = [];
      for (const profile of result.profiles) {
        // With a number, because benchmarks of different packages may have the same name.
        const path = join(unfinished, `${i}-${basename(profile.path)}`);
        await copyFile(profile.path, path);
        profiles.push({ ...(await timed.withTimedFiles(profile)), path });
      }
      const binary = savedBinaries.get(result.package);
      saved.push({ ...result, profiles, ...(binary === undefined ? {} : { binary }) });
    }
    await writeRun(unfinished, run, saved);
    await rm(place, { recursive: true, force: true });
    handOver(unfinished);
    await rename(unfinished, place);
    return ok(place);
  } catch (error) {
    if (unfinished !== undefined) await rm(unfinished, { recursive: true, force: true });
    const why = errorText(error);
    return fail('cannot-save', 'The run cannot be saved in {0}: {1}', [folder, why]);
  }
}

/** Writes results as Go prints them, and the record, which the editor can open. The profiles are there already. */
export async function writeRun(
  folder: string,
  run: RunCircumstances,
  results: readonly SavedBenchmark[],
): Promise<void> {
  await writeFile(join(folder, resultsFile), resultText(results));
  await writeFile(join(folder, recordFile), recordText(recordOf(run, results, folder)));
}

/** The copies, by package. */
async function copyBinaries(
  binaries: ReadonlyMap<string, string>,
  folder: string,
): Promise<Map<string, string>> {
  const copies = new Map<string, string>();
  for (const [importPath, binary] of binaries) {
    const copy = join(folder, `${copies.size}-${basename(binary)}`);
    await copyFile(binary, copy);
    copies.set(importPath, copy);
  }
  return copies;
}

/** A saved run, its profiles and binaries with whole paths; `null` if there is none of this name. Problem: `saved-run-damaged`. */
export async function loadRun(folder: string, name: string): Promise<Result<SavedBenchmark[] | null>> {
  const place = join(folder, name);
  let json: string;
  try {
    json = await readFile(join(place, recordFile), 'utf8');
  } catch {
    return ok(null);
  }
  const read = readRecord(name, json);
  if (!read.ok) {
    const sentence = 'The saved run {0} is damaged, or of another version. Save it again, or delete {1}.';
    return fail('saved-run-damaged', sentence, [name, place]);
  }
  return ok(
    read.value.benchmarks.map((benchmark) => {
      const { binary } = benchmark;
      const result = recordedResult(benchmark, read.value, place);
      return binary === undefined ? result : { ...result, binary: join(place, binary) };
    }),
  );
}
