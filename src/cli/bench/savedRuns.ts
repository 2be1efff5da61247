/** Runs that `bench --save=NAME` keeps for `bench --against=NAME`: results as Go prints them, and the profiles. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { LineRange } from '../../analysis/benchmark/timedRegion.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import {
  keptNote,
  readMeasurement,
  readNotes,
  readWitness,
  writtenValue,
} from '../../go/results/resultReaders.ts';
import { handOver, makeOwnFolder, sweepOwnFolders } from '../../go/toolchain/ownFolders.ts';
import { dictionary, list, nullable, number, object, type Reader, text } from '../../outsideValues.ts';
import { fail, ok, type Result } from '../../result.ts';
import { readTakenKind } from '../../takenKind.ts';
import type { TimedProfile, TimedProfiles } from './timedProfiles.ts';

/** What is kept of a benchmark. Runs that were saved by an older version do not have all of it. */
export interface SavedBenchmark
  extends Pick<BenchmarkResult, 'package' | 'name' | 'procs' | 'config' | 'measurements'>,
    Partial<Pick<BenchmarkResult, 'runId' | 'codeHash' | 'notes' | 'units' | 'counters'>> {
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
  if (out !== undefined) return join(out, 'saved');
  const project = projectOf(directory);
  const digest = createHash('sha256').update(project).digest('hex').slice(0, 12);
  return join(cacheFolder(env), 'pprof-lens', 'saved', `${basename(project)}-${digest}`);
}

function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

function projectOf(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'go.mod'))) return folder;
    if (folder === dirname(folder)) return directory;
  }
}

const unfinishedFolder = '.saving-';
const runFile = 'run.json';
const resultsFile = 'results.txt';

/** What is saved besides the results. */
export interface SavedWith {
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
  { timed, binaries }: SavedWith,
): Promise<Result<string>> {
  const place = join(folder, name);
  let unfinished: string | undefined;
  try {
    await mkdir(folder, { recursive: true });
    await sweepOwnFolders({ parent: folder, prefixes: [unfinishedFolder] }, object({}));
    unfinished = makeOwnFolder(unfinishedFolder, folder);
    const savedBinaries = await copyBinaries(binaries, unfinished);
    const benchmarks: SavedBenchmark[] = [];
    for (const [i, result] of results.entries()) {
      const profiles: TimedProfile[] = [];
      for (const profile of result.profiles) {
        // With a number, because benchmarks of different packages may have the same name.
        const path = `${i}-${basename(profile.path)}`;
        await copyFile(profile.path, join(unfinished, path));
        profiles.push({ ...(await timed.withTimedFiles(profile)), path });
      }
      const { package: importPath, name, procs, config, measurements, runId, codeHash } = result;
      const { units, counters } = result;
      const binary = savedBinaries.get(importPath);
      benchmarks.push({
        package: importPath,
        name,
        procs,
        config,
        measurements,
        profiles,
        runId,
        codeHash,
        notes: (result.notes ?? []).map(keptNote),
        ...(units === undefined ? {} : { units }),
        ...(counters === undefined ? {} : { counters }),
        ...(binary === undefined ? {} : { binary }),
      });
    }
    await writeFile(join(unfinished, resultsFile), resultText(results));
    await writeFile(join(unfinished, runFile), savedText(benchmarks));
    await rm(place, { recursive: true, force: true });
    handOver(unfinished);
    await rename(unfinished, place);
    return ok(place);
  } catch (error) {
    if (unfinished !== undefined) await rm(unfinished, { recursive: true, force: true });
    const why = error instanceof Error ? error.message : String(error);
    return fail('cannot-save', 'The run cannot be saved in {0}: {1}', [folder, why]);
  }
}

/** The names of the copies, by package. */
async function copyBinaries(
  binaries: ReadonlyMap<string, string>,
  folder: string,
): Promise<Map<string, string>> {
  const copies = new Map<string, string>();
  for (const [importPath, binary] of binaries) {
    const name = `${copies.size}-${basename(binary)}`;
    await copyFile(binary, join(folder, name));
    copies.set(importPath, name);
  }
  return copies;
}

/** A saved run, its profiles and binaries with whole paths; `null` if there is none of this name. Problem: `saved-run-damaged`. */
export async function loadRun(folder: string, name: string): Promise<Result<SavedBenchmark[] | null>> {
  const place = join(folder, name);
  let json: string;
  try {
    json = await readFile(join(place, runFile), 'utf8');
  } catch {
    return ok(null);
  }
  const benchmarks = readSavedBenchmarks(json);
  if (benchmarks === null) {
    return fail('saved-run-damaged', 'The saved run {0} cannot be read. Save it again, or delete {1}.', [
      name,
      place,
    ]);
  }
  return ok(
    benchmarks.map((benchmark) => ({
      ...benchmark,
      ...(benchmark.binary === undefined ? {} : { binary: join(place, basename(benchmark.binary)) }),
      profiles: benchmark.profiles.map((profile) => ({
        ...profile,
        path: join(place, basename(profile.path)),
      })),
    })),
  );
}

/** The measurements of a benchmark are called `runs` in the file, as in its first version. */
function savedText(benchmarks: readonly SavedBenchmark[]): string {
  const written = benchmarks.map(({ measurements, profiles, ...benchmark }) => {
    return { ...benchmark, runs: measurements, profiles };
  });
  return JSON.stringify({ version: 1, benchmarks: written }, writtenValue);
}

const lineRange: Reader<LineRange> = (value) => {
  const [first, last, ...more] = list(number)(value) ?? [];
  return first === undefined || last === undefined || more.length > 0 ? undefined : [first, last];
};
const lineRanges = list(lineRange);
const timedFile = object({ file: text, loops: lineRanges, functions: lineRanges }, { paused: lineRanges });
const benchmarkInFile = object(
  {
    package: text,
    name: text,
    procs: number,
    config: dictionary(text),
    runs: list(readMeasurement),
    profiles: list(
      object(
        { kind: readTakenKind, path: text, operations: nullable(number) },
        { timedFiles: list(timedFile), witness: readWitness },
      ),
    ),
  },
  // Runs that were saved by an older version do not have these.
  {
    runId: text,
    codeHash: nullable(text),
    notes: readNotes,
    units: dictionary(dictionary(text)),
    binary: text,
  },
);
const runInFile = object({ version: number, benchmarks: list(benchmarkInFile) });

/** Reads the file that `saveRun` wrote. Somebody may have changed it since; `null` if it has another form. */
function readSavedBenchmarks(json: string): readonly SavedBenchmark[] | null {
  try {
    const read = runInFile(JSON.parse(json));
    if (read?.version !== 1) return null;
    return read.benchmarks.map(({ runs, ...benchmark }) => ({ ...benchmark, measurements: runs }));
  } catch {
    // `JSON.parse` throws if the text is not JSON.
    return null;
  }
}
