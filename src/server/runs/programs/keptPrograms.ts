/** The last run of each program, in a folder of its own: its result outlives the window, as those of benchmarks do. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { filledText, list, object, oneOf, type Read, text, time } from '../../../base/outsideValues.ts';
import { profileKinds } from '../../../base/profileKinds.ts';
import { readProfileFile } from '../../../go/profiles/profileFile.ts';
import { readSources, writeSources } from '../../history/keptSources.ts';
import { writeWhole } from '../../history/wholeFile.ts';
import type { Services } from '../../services/services.ts';
import { rootsFor } from '../../sessions/openProfile.ts';
import type { SessionSource } from '../../sessions/session.ts';
import { SourceSnapshot } from '../../sessions/sourceSnapshot.ts';
import { runSources, type Taken } from '../queue/openRun.ts';

/** It is written last: without it, a folder has no run, or one that has not ended. */
const recordName = 'program.json';
/** Older runs and folders without a record are removed after a day: another window may still show them. */
const unusedAfterMs = 24 * 60 * 60 * 1000;
const mostPrograms = 20;

const programRecord = object({
  name: filledText,
  /** Of the package. */
  directory: filledText,
  /** Milliseconds since the epoch. */
  takenAt: time,
  /** See `ProgramResult`. */
  sentence: text,
  /** Their files are beside the record. */
  profiles: list(object({ kind: oneOf(...profileKinds), file: filledText })),
});

export type ProgramRecord = Read<typeof programRecord>;

export interface KeptProgram extends ProgramRecord {
  readonly folder: string;
}

/** Rejects with the errors of `node:fs`. */
export async function keepProgram(
  { folder, ...record }: KeptProgram,
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  await writeSources(folder, texts);
  await writeWhole(path.join(folder, recordName), JSON.stringify(record));
}

/** The last run of each program, oldest first. Removes what is older. */
export async function keptPrograms(root: string): Promise<KeptProgram[]> {
  const kept = new Map<string, KeptProgram>();
  const unused: string[] = [];
  for (const name of await readdir(root).catch(() => [])) {
    const folder = path.join(root, name);
    const read = await readRecord(folder);
    const other = read === null ? undefined : kept.get(read.directory);
    const isNewest = read !== null && read.takenAt >= (other?.takenAt ?? 0);
    if (isNewest) kept.set(read.directory, { ...read, folder });
    const older = isNewest ? other?.folder : folder;
    if (older !== undefined) unused.push(older);
  }
  const newest = [...kept.values()].sort((one, other) => one.takenAt - other.takenAt);
  const tooMany = newest.slice(0, -mostPrograms).map(({ folder }) => folder);
  for (const folder of [...unused, ...tooMany]) await removeOld(folder);
  return newest.slice(-mostPrograms);
}

/** The profiles that are still there, for sessions. */
export async function openKeptProgram(
  { folder, name, directory, takenAt, profiles }: KeptProgram,
  { settings, isTrusted, files }: Pick<Services, 'settings' | 'isTrusted' | 'files'>,
): Promise<SessionSource[]> {
  const general = await settings.general();
  const maxBytes = general.lens.maxProfileBytes;
  const texts = await readSources(folder);
  const known = texts.ok ? texts.value : new Map<string, string>();
  const snapshot = new SourceSnapshot(takenAt, known, () => false, files.read);
  const roots = await rootsFor(directory, general, isTrusted(), files);
  const taken: Taken['profiles'][number][] = [];
  for (const { kind, file } of profiles) {
    const profilePath = path.join(folder, path.basename(file));
    const read = await readProfileFile(profilePath, { maxBytes });
    if (read.ok && read.value !== null) taken.push({ kind, path: profilePath, profile: read.value });
  }
  const runId = path.basename(folder);
  return runSources({ of: 'program', runId, name, takenAt, snapshot, roots }, taken, maxBytes);
}

async function readRecord(folder: string): Promise<ProgramRecord | null> {
  try {
    return programRecord(JSON.parse(await readFile(path.join(folder, recordName), 'utf8'))) ?? null;
  } catch {
    return null;
  }
}

async function removeOld(folder: string): Promise<void> {
  const modifiedAt = (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now();
  if (Date.now() - modifiedAt < unusedAfterMs) return;
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
