/** Profiles of production in files of ours, each with a file beside it that says what it is of. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { list, nullable, number, object, text } from '../../outsideValues.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Result } from '../../result.ts';
import { writeWhole } from '../history/wholeFile.ts';

/** What a profile from a store is of. No secret is in it. */
export interface Provenance {
  /** For the user: `shop · CPU · last hour`. */
  readonly title: string;
  /** The end of the title, which tells it from others of the service: `last hour`, `1a2b3c4`. Older files lack it. */
  readonly short?: string;
  /** What the user calls the service: `shop`. */
  readonly service: string;
  readonly storeId: string;
  readonly selector: string;
  /** The name of the profile: `process_cpu`. */
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  /** The label that says versions; `null` if none does. */
  readonly versionLabel: string | null;
  /** The versions that the profile is of: one, if the user has chosen one. Empty where it is not known. */
  readonly versions: readonly string[];
  /** The program that ran, on this machine, where the user has named it. */
  readonly program?: string;
  /** How many requests were answered, where the user has said it. */
  readonly requests?: number;
}

const provenance = object<
  Omit<Provenance, 'short' | 'program' | 'requests'>,
  Required<Pick<Provenance, 'short' | 'program' | 'requests'>>
>(
  {
    title: text,
    service: text,
    storeId: text,
    selector: text,
    type: text,
    start: number,
    end: number,
    versionLabel: nullable(text),
    versions: list(text),
  },
  { short: text, program: text, requests: number },
);

const ending = '.pb.gz';
const besideEnding = '.json';

/**
 * Writes a profile and what it is of, and deletes old ones. Answers the path of the profile. Rejects with the errors of `node:fs`.
 *
 * @param shown the files of this window's sessions, which stay
 */
export async function writeStored(
  folder: string,
  profile: Profile,
  from: Provenance,
  shown: ReadonlySet<string>,
): Promise<string> {
  return write(folder, encodeGzipped(profile), from, shown);
}

/** Writes the profile of another such file, of which more is known now. Otherwise as `writeStored`. */
export async function copyStored(
  folder: string,
  file: string,
  from: Provenance,
  shown: ReadonlySet<string>,
): Promise<string> {
  return write(folder, await readFile(file), from, shown);
}

async function write(
  folder: string,
  bytes: Uint8Array,
  from: Provenance,
  shown: ReadonlySet<string>,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(bytes).update(JSON.stringify(from)).digest('hex').slice(0, 24);
  const file = path.join(folder, `${name}${ending}`);
  await writeWhole(file, bytes);
  await writeWhole(file.replace(ending, besideEnding), JSON.stringify(from));
  // Sessions are also of files of the user.
  for (const each of shown) if (path.dirname(each) === folder) touchStored(each);
  removeOldest(folder, shown);
  return file;
}

/** So many profiles are kept; the store has all of them. */
const mostKept = 40;
/** And those that were used in this time: another window may show them. In milliseconds. */
const usedFor = 7 * 24 * 3600 * 1000;

/** Tells other windows that a file is in use. */
export function touchStored(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // It is gone. Its reader says so.
  }
}

function removeOldest(folder: string, shown: ReadonlySet<string>): void {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name))
    // Another window may have deleted it since.
    .map((file) => ({ file, usedAt: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { file, usedAt } of found.slice(mostKept)) {
    if (!shown.has(file) && Date.now() - usedAt > usedFor) remove(file);
  }
}

/** A file that cannot be deleted now is deleted another time. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
    rmSync(file.replace(ending, besideEnding), { force: true });
  } catch {
    // The user loses nothing by it.
  }
}

/** Whether a file is one that we have written, as far as its name says that. */
export function isStored(folder: string, file: string): boolean {
  return /^[0-9a-f]{24}\.pb\.gz$/.test(path.relative(folder, file));
}

/** What the profile in this file is of; `null` if it is none from a store. */
export function readStored(folder: string, file: string): Provenance | null {
  if (!isStored(folder, file)) return null;
  try {
    return provenance(JSON.parse(readFileSync(file.replace(ending, besideEnding), 'utf8'))) ?? null;
  } catch {
    return null;
  }
}

/** As `readStored`, for a file with the name of one of ours. Problem: `not-known`. */
export function knownStored(folder: string, file: string): Result<Provenance> {
  const from = readStored(folder, file);
  if (from !== null) return ok(from);
  return fail(
    'not-known',
    '{0} is a profile from a store, but what it is of can no longer be read. Fetch it again with “Profile from Store…”.',
    [path.basename(file)],
  );
}

/** What costs of a profile are those of: of requests where the user knows them, of seconds where the store does. */
export function rateOf(
  { requests }: Provenance,
  { durationNanos }: Profile,
): { readonly operations: number | null; readonly perUnit?: 'request' | 'second' } {
  if (requests !== undefined && requests > 0) return { operations: requests, perUnit: 'request' };
  const seconds = Number(durationNanos) / 1e9;
  return seconds <= 0 ? { operations: null } : { operations: seconds, perUnit: 'second' };
}
