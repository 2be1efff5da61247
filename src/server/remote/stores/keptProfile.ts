/** Profiles of production in files of ours, each with a file beside it that says what it is of. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { list, nullable, number, object, type Read, text, time } from '../../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { pruneFiles } from '../../../go/toolchain/keptFiles.ts';
import { encodeGzipped } from '../../../pprof/encode.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { writeWhole } from '../../history/wholeFile.ts';

/** What a profile from a store is of. No secret is in it. */
const provenance = object(
  {
    /** For the user: `shop · CPU · last hour`. */
    title: text,
    /** What the user calls the service: `shop`. */
    service: text,
    storeId: text,
    selector: text,
    /** The name of the profile: `process_cpu`. */
    type: text,
    start: time,
    end: time,
    /** The label that says versions; `null` if none does. */
    versionLabel: nullable(text),
    /** The versions that the profile is of: one, if the user has chosen one. Empty where it is not known. */
    versions: list(text),
  },
  {
    /** The end of the title, which tells it from others of the service: `last hour`, `1a2b3c4`. Older files lack it. */
    short: text,
    /** The program that ran, on this machine, where the user has named it. */
    program: text,
    /** How many requests were answered, where the user has said it. */
    requests: number,
    /** When the version first ran, where it was compared with an older one. */
    began: time,
  },
);

export type Provenance = Read<typeof provenance>;

const ending = '.pb.gz';
const beside = '.json';
/** So many profiles stay; the store has all of them. */
const most = 40;

/**
 * Writes a profile and what it is of, and deletes old ones. Answers the path of the profile. Rejects with the errors of `node:fs`.
 *
 * @param shown the files of this window's sessions, which stay
 */
export async function keepProfile(
  folder: string,
  profile: Profile,
  from: Provenance,
  shown: ReadonlySet<string>,
): Promise<string> {
  const bytes = encodeGzipped(profile);
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(bytes).update(JSON.stringify(from)).digest('hex').slice(0, 24);
  const file = path.join(folder, `${name}${ending}`);
  await writeWhole(file, bytes);
  await writeWhole(file.replace(ending, beside), JSON.stringify(from));
  pruneFiles(folder, shown, { most, ending, beside });
  return file;
}

/** Whether a file is one that we have written, as far as its name says that. */
export function isKept(folder: string, file: string): boolean {
  return /^[0-9a-f]{24}\.pb\.gz$/.test(path.relative(folder, file));
}

/** What the profile in this file is of; `null` if it is none from a store. */
export function provenanceOf(folder: string, file: string): Provenance | null {
  if (!isKept(folder, file)) return null;
  try {
    return provenance(JSON.parse(readFileSync(file.replace(ending, beside), 'utf8'))) ?? null;
  } catch {
    return null;
  }
}

/** Remembers when the version in a file first ran. Rejects with the errors of `node:fs`. */
export async function noteBegan(folder: string, file: string, began: number): Promise<void> {
  const from = provenanceOf(folder, file);
  if (from !== null) await writeWhole(file.replace(ending, beside), JSON.stringify({ ...from, began }));
}

/** As `provenanceOf`, for a file with the name of one of ours. Problem: `not-known`. */
export function certainProvenance(folder: string, file: string): Result<Provenance> {
  const from = provenanceOf(folder, file);
  if (from !== null) return ok(from);
  return fail(
    'not-known',
    '{0} is a profile from a store, but what it is of can no longer be read. Fetch it again with “Profile Production…”.',
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
