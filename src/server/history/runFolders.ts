/** The folders of kept runs on the disk. Each has the profiles, the sources and, written last, the record. */
import { randomUUID } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, realpath, rm, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileNames } from '../../base/fileName.ts';
import { fail, ok, type Problem, type Result, sentence } from '../../base/result.ts';
import { buildFolder } from '../../go/build/build.ts';
import { separateBinary, testBinary } from '../../go/build/testBinary.ts';
import {
  type RecordedBenchmark,
  type RunRecord,
  readRecord,
  recordFile,
  recordText,
} from '../../go/results/runRecord.ts';
import { readRegularFileLater } from '../../go/sources/regularFile.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import { isLeftBehind } from '../../go/toolchain/ownFolders.ts';
import type { KeptRun } from './keptRun.ts';
import { unfinished, writeWhole } from './wholeFile.ts';

/** This file is beside a damaged record that has been reported to the user. */
const reportedFile = 'told';

/** A folder without a record is of a run that is going, or that never ended. No run takes this long. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Of a quarter of a million result lines it has some fifty million. */
const mostRecordBytes = 2 ** 28;

/** A run whose record cannot be read. */
export interface DamagedRun {
  readonly folder: string;
  readonly problem: Problem;
}

/**
 * Reads all records below `directory`, oldest first. A record that cannot be read does not stop the others; `damaged` are
 * those that have not been reported.
 */
export async function readRuns(directory: string): Promise<{ runs: KeptRun[]; damaged: DamagedRun[] }> {
  const runs: KeptRun[] = [];
  const damaged: DamagedRun[] = [];
  for (const id of await readdir(directory).catch(() => [])) {
    const folder = path.join(directory, id);
    const read = await readRun(folder);
    if (read === null) continue;
    if (read.ok) runs.push({ record: read.value, folder, bytes: await sizeOf(folder) });
    else if (!(await exists(path.join(folder, reportedFile)))) {
      damaged.push({ folder, problem: read.problem });
    }
  }
  return { runs: runs.sort(byAge), damaged };
}

export function byAge(a: KeptRun, b: KeptRun): number {
  return a.record.takenAt - b.record.takenAt || (a.record.id < b.record.id ? -1 : 1);
}

/** The record of one folder; `null` if there is none. Problems: those of `readRecord`. */
export async function readRun(folder: string): Promise<Result<RunRecord> | null> {
  const id = path.basename(folder);
  const json = await readRegularFileLater(path.join(folder, recordFile), mostRecordBytes);
  if (json.ok) return readRecord(id, json.value.text);
  const { code, args } = json.problem;
  // No record yet, or a file among the folders that is not ours.
  if (code === 'file-unreadable' && ['ENOENT', 'ENOTDIR'].includes(String(args[1]))) return null;
  return fail('run-damaged', 'The kept run {0} cannot be read.', [id], sentence(json.problem));
}

/** Checks that a profile of a kept run is still on the disk. Problem: `profile-gone`. */
export async function checkProfile(benchmark: string, file: string): Promise<Result<null>> {
  if (await exists(file)) return ok(null);
  return fail(
    'profile-gone',
    'The profile {0} of {1} is no longer on the disk. Its results are still kept; profile again to see its lines.',
    [path.basename(file), benchmark],
  );
}

/** Replaces the record of a run. Rejects with the errors of `node:fs`; the old record is then still there. */
export async function writeRun(folder: string, record: RunRecord): Promise<KeptRun> {
  await writeWhole(path.join(folder, recordFile), recordText(record));
  return { record, folder, bytes: await sizeOf(folder) };
}

/**
 * Copies a run from elsewhere into a new folder, without its binary: only what was built here is started here. Profiles
 * that are gone, that are no files, or that a link leads to, are left out. Rejects with the errors of `node:fs`.
 */
export async function copyRun(from: string, directory: string, record: RunRecord): Promise<KeptRun> {
  const folder = path.join(directory, `opened-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  const names = new FileNames();
  const benchmarks: RecordedBenchmark[] = [];
  for (const { binary: _, artifacts: _artifacts, ...benchmark } of record.benchmarks) {
    const profiles: RecordedBenchmark['profiles'][number][] = [];
    for (const profile of benchmark.profiles) {
      const source = path.join(from, profile.file);
      if (!(await isOwnFile(source, from))) continue;
      const { name, ext } = path.posix.parse(profile.file);
      const file = names.claim(name, ext);
      await copyFile(source, path.join(folder, file));
      profiles.push({ ...profile, file });
    }
    benchmarks.push({ ...benchmark, profiles });
  }
  return writeRun(folder, { ...record, id: path.basename(folder), benchmarks });
}

/** Removes a run's binary. Answers the run as it is then; `null` if it has no binary, or another program uses it. */
export async function dropBinary(run: KeptRun): Promise<KeptRun | null> {
  try {
    await unlink(path.join(run.folder, testBinary));
  } catch {
    return null;
  }
  await rm(path.join(run.folder, separateBinary), { force: true });
  return { ...run, bytes: await sizeOf(run.folder) };
}

/** Removes a run. The record is removed first, so that nobody finds half a run. */
export async function removeRun(folder: string): Promise<void> {
  await rm(path.join(folder, recordFile), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Marks a damaged record as reported: it is not reported again, unless the disk is full. */
export async function markReported({ folder }: DamagedRun): Promise<void> {
  await writeFile(path.join(folder, reportedFile), '').catch(() => undefined);
}

/** Removes what runs that never ended have left: folders without a record, and files that were not renamed. */
export async function sweep(directory: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const folder = path.join(directory, name);
    const files = await readdir(folder).catch(() => null);
    if (files === null) continue;
    const isAbandoned = async (file: string) => now - (await modifiedAt(file)) > abandonedAfterMs;
    if (!files.includes(recordFile)) {
      const old = await Promise.all(
        [folder, ...files.map((file) => path.join(folder, file))].map(isAbandoned),
      );
      if (old.every(Boolean) || (await isOfKilled(folder, files)))
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      continue;
    }
    for (const file of files) {
      const whole = path.join(folder, file);
      if (file.endsWith(unfinished) && (await isAbandoned(whole))) {
        await rm(whole, { force: true }).catch(() => undefined);
      }
    }
  }
}

/** Whether the process that built there was killed: then the run never ends. */
async function isOfKilled(folder: string, files: readonly string[]): Promise<boolean> {
  const builds = files.filter((file) => file.startsWith(buildFolder));
  const left = await Promise.all(builds.map((build) => isLeftBehind(path.join(folder, build))));
  return left.length > 0 && left.every(Boolean);
}

async function modifiedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}

/** Whether a file is in a folder itself, and no pipe or device. Whoever packed the folder can have put links into it. */
async function isOwnFile(file: string, folder: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile() && isBelow(await realpath(file), await realpath(folder));
  } catch {
    return false;
  }
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

/** The size of all files below a folder. Links are not followed: benchmarks may leave some. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? sizeOf(file) : ((await lstat(file).catch(() => null))?.size ?? 0);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
