/** Reads profile files in every format that Go has ever written. */
import { readFile } from 'node:fs/promises';
import { mostProfileBytes } from '../../model.ts';
import { expectedSize, isGzip, tooLarge } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import { fail, ok, type Result } from '../../result.ts';
import { inflatesBeyond, nodeGunzip, readInflating } from './inflate.ts';

export interface ReadOptions {
  /** The largest inflated size to accept. Default: 2 GiB. */
  readonly maxBytes?: number;
  /** False if no command may be run. Old formats are then refused. */
  readonly mayRunGo?: boolean;
}

/**
 * Reads a profile file. `null` for an empty file: Go's testing package leaves one if there was nothing to record.
 *
 * Old formats are converted by the Go toolchain, if there is one. Fails with the codes of `readProfile` and of
 * `convertLegacy`, and with `cannot-read` and `too-large`.
 */
export async function readProfileFile(
  path: string,
  options: ReadOptions = {},
): Promise<Result<Profile | null>> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return cannotRead(path, error);
  }
  return bytes.length === 0 ? ok(null) : readProfileBytes(bytes, options);
}

function cannotRead(path: string, error: unknown): Result<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const details = error instanceof Error ? error.message : String(error);
  if (code === 'ENOENT') {
    return fail('cannot-read', 'There is no file {0}. Check the path.', [path], details);
  }
  // Node reads no file of more than 2 GiB at once. Profiles of this size compress well.
  if (code === 'ERR_FS_FILE_TOO_LARGE') {
    return fail('too-large', 'The file {0} is larger than 2 GiB. Compress it with gzip.', [path], details);
  }
  return fail('cannot-read', 'The file {0} cannot be read ({1}).', [path, code], details);
}

/** Reads the bytes of a profile file. As `readProfileFile`, but no bytes are the problem `empty`. */
export async function readProfileBytes(
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<Result<Profile>> {
  const maxBytes = options.maxBytes ?? mostProfileBytes;
  if (isGzip(bytes) && expectedSize(bytes, maxBytes) > maxBytes && (await inflatesBeyond(bytes, maxBytes))) {
    return { ok: false, problem: tooLarge(maxBytes) };
  }
  const read = (await readInflating(bytes, maxBytes)) ?? readProfile(bytes, { maxBytes, gunzip: nodeGunzip });
  const isLegacy = !read.ok && read.problem.code === 'legacy-format';
  return isLegacy && options.mayRunGo !== false ? readLegacy(bytes, read, maxBytes) : read;
}

/** Without a Go toolchain the result is `refused`: its problem says how to convert the file elsewhere. */
async function readLegacy(
  bytes: Uint8Array,
  refused: Result<Profile>,
  maxBytes: number,
): Promise<Result<Profile>> {
  const { convertLegacy } = await import('./convertLegacy.ts');
  const converted = await convertLegacy(bytes, process.env);
  if (!converted.ok) return ['no-go', 'untrusted'].includes(converted.problem.code) ? refused : converted;
  return readProfile(converted.value, { maxBytes, gunzip: nodeGunzip });
}
