/** The folders of runs on the disk: one for each, with profiles, sources and, written last, the record. */
import { readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testBinary } from '../../go/run/build.ts';
import { fail, type Problem, type Result } from '../../result.ts';
import type { KeptRun } from './keptRun.ts';
import { type RunRecord, readRecord, recordText } from './runRecord.ts';
import { unfinished, writeWhole } from './wholeFile.ts';

const recordFile = 'run.json';

/** Stands beside a damaged record that the user has been told of. */
const toldFile = 'told';

/** A folder without a record is a run under way, or one that never ended. No run takes this long. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** What stands in the folder of runs. */
export interface FoundRuns {
  /** Oldest first. */
  readonly runs: readonly KeptRun[];
  /** One for each record that cannot be read and has not been told of. */
  readonly problems: readonly DamagedRun[];
}

export interface DamagedRun {
  /** Path of the record. */
  readonly file: string;
  readonly folder: string;
  readonly problem: Problem;
}

/** Reads all records below `directory`. A record that cannot be read costs nothing but itself. */
export async function readRuns(directory: string): Promise<FoundRuns> {
  const runs: KeptRun[] = [];
  const problems: DamagedRun[] = [];
  for (const id of await readdir(directory).catch(() => [])) {
    const folder = path.join(directory, id);
    const read = await readRun(folder);
    if (read === null) continue;
    if (read.ok) runs.push({ record: read.value, folder, bytes: await sizeOf(folder) });
    else if (!(await exists(path.join(folder, toldFile)))) {
      problems.push({ file: path.join(folder, recordFile), folder, problem: read.problem });
    }
  }
  return { runs: runs.sort(byAge), problems };
}

export function byAge(a: KeptRun, b: KeptRun): number {
  return a.record.takenAt - b.record.takenAt || (a.record.id < b.record.id ? -1 : 1);
}

/** The record of one folder; `null` where there is none. */
export async function readRun(folder: string): Promise<Result<RunRecord> | null> {
  let json: string;
  try {
    json = await readFile(path.join(folder, recordFile), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // A file among the folders is nothing of ours.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    return fail('run-damaged', 'The kept run {0} cannot be read.', [path.basename(folder)], String(error));
  }
  return readRecord(path.basename(folder), json);
}

/** Writes a record over the one before. Rejects as `node:fs` does; the one before then stands. */
export async function writeRun(folder: string, record: RunRecord): Promise<KeptRun> {
  await writeWhole(path.join(folder, recordFile), recordText(record));
  return { record, folder, bytes: await sizeOf(folder) };
}

/** Removes a run's binary and answers what the run is without; `null` where it has none, or somebody holds it. */
export async function dropBinary(run: KeptRun): Promise<KeptRun | null> {
  try {
    await unlink(path.join(run.folder, testBinary));
  } catch {
    return null;
  }
  return { ...run, bytes: await sizeOf(run.folder) };
}

/** Removes a run. The record goes first, so that no half of it is ever found. */
export async function removeRun(folder: string): Promise<void> {
  await rm(path.join(folder, recordFile), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/** The user knows of this damaged record; it is not told again. */
export async function markTold({ folder }: DamagedRun): Promise<void> {
  // On a full disk it is told again next time.
  await writeFile(path.join(folder, toldFile), '').catch(() => undefined);
}

/** Removes what runs left that never ended: folders without a record and files not yet renamed. */
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
      if (old.every(Boolean)) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
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

async function modifiedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder).catch(() => []);
  const sizes = files.map(async (file) => (await stat(path.join(folder, file)).catch(() => null))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
