import { readFile } from 'node:fs/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { mostProfileBytes } from '../../model.ts';
import { ArrivingProfile } from '../../pprof/decode.ts';
import { expectedSize, type Gunzip, gunzip, isGzip, tooLarge } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import { fail, ok, type Result } from '../../result.ts';

/**
 * Reads a profile file. `null` for one of zero bytes: Go's testing package leaves that behind when there was
 * nothing to record.
 *
 * Old formats are converted by the Go toolchain where there is one. Fails with the codes of `readProfile` and of
 * `convertLegacy`, and with `cannot-read` where the file system does.
 *
 * @param options.maxBytes largest inflated size accepted; 2 GiB if not given
 * @param options.mayRunGo false where no command may be run: old formats are then refused
 */
export async function readProfileFile(
  path: string,
  options: { readonly maxBytes?: number; readonly mayRunGo?: boolean } = {},
): Promise<Result<Profile | null>> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return cannotRead(path, error);
  }
  return bytes.length === 0 ? ok(null) : readProfileBytes(bytes, options);
}

/** Reads the bytes of a profile, whatever they came from. All else as in `readProfileFile`; no bytes are `empty`. */
export async function readProfileBytes(
  bytes: Uint8Array,
  options: { readonly maxBytes?: number; readonly mayRunGo?: boolean } = {},
): Promise<Result<Profile>> {
  const maxBytes = options.maxBytes ?? mostProfileBytes;
  if (isGzip(bytes) && expectedSize(bytes, maxBytes) > maxBytes && (await inflatesBeyond(bytes, maxBytes))) {
    return { ok: false, problem: tooLarge(maxBytes) };
  }
  const profile = await readInflating(bytes, maxBytes);
  if (profile !== null && profile.sampleTypes.length > 0) return ok(profile);
  const read = readProfile(bytes, { maxBytes, gunzip: nodeGunzip });
  const isLegacy = !read.ok && read.problem.code === 'legacy-format';
  return isLegacy && options.mayRunGo !== false ? readLegacy(bytes, read, maxBytes) : read;
}

/** Old formats go through the Go toolchain; without one, the user is told how to convert them elsewhere. */
async function readLegacy(
  bytes: Uint8Array,
  refused: Result<Profile>,
  maxBytes: number,
): Promise<Result<Profile>> {
  const { convertLegacy } = await import('./convertLegacy.ts');
  const converted = await convertLegacy(bytes, process.env);
  if (!converted.ok) return converted.problem.code === 'no-go' ? refused : converted;
  return readProfile(converted.value, { maxBytes, gunzip: nodeGunzip });
}

/** Whether what claims to be too large really is: found out without keeping it, so that a bomb costs no memory. */
async function inflatesBeyond(bytes: Uint8Array, maxBytes: number): Promise<boolean> {
  const stream = createGunzip({ chunkSize: 2 ** 20 });
  stream.end(bytes);
  let size = 0;
  try {
    for await (const chunk of stream) {
      if (chunk instanceof Uint8Array) size += chunk.length;
      if (size > maxBytes) return true;
    }
  } catch {
    // Damage is for the real reading to name.
  }
  return false;
}

/**
 * `Gunzip` by Node's zlib, several times as fast as the one in JavaScript. What it cannot inflate goes to that one
 * as well, which names the damage: zlib does not tell all kinds apart.
 */
export const nodeGunzip: Gunzip = (bytes, maxBytes) => {
  try {
    return inflate(bytes, maxBytes) ?? gunzip(bytes, maxBytes);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code === 'ERR_BUFFER_TOO_LARGE') return { ok: false, problem: tooLarge(maxBytes) };
    return gunzip(bytes, maxBytes);
  }
};

/** `null` where zlib did not get to the end. */
function inflate(bytes: Uint8Array, maxBytes: number): Result<Uint8Array> | null {
  const expected = expectedSize(bytes, maxBytes);
  // One piece of the right size saves joining many; a byte to spare saves zlib asking for another piece.
  const chunkSize = expected > maxBytes ? 2 ** 20 : Math.max(constants.Z_MIN_CHUNK, expected + 1);
  // With `info`, Node answers this object; its type declarations do not know that.
  const inflated: unknown = gunzipSync(bytes, {
    chunkSize,
    maxOutputLength: Math.max(1, maxBytes),
    info: true,
  });
  if (!isInflateInfo(inflated)) throw new TypeError('zlib did not say how much it read');
  // zlib stops without a word where zeros follow a member.
  return inflated.engine.bytesWritten === bytes.length ? ok(inflated.buffer) : null;
}

interface InflateInfo {
  readonly buffer: Uint8Array;
  /** `bytesWritten` counts what went into zlib: the compressed bytes it used. */
  readonly engine: { readonly bytesWritten: number };
}

function isInflateInfo(value: unknown): value is InflateInfo {
  if (typeof value !== 'object' || value === null || !('buffer' in value) || !('engine' in value))
    return false;
  const { buffer, engine } = value;
  return (
    buffer instanceof Uint8Array &&
    typeof engine === 'object' &&
    engine !== null &&
    'bytesWritten' in engine &&
    typeof engine.bytesWritten === 'number'
  );
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

/** Compressed bytes below which two things at a time are not faster than one after the other. */
const worthwhile = 1 << 20;
const chunkSize = 1 << 20;

/**
 * Reads a large gzipped profile, decoding what is inflated while zlib inflates, in a thread of its own, what comes next.
 * `null` for whatever is not large or in any way unusual: that is for `readProfile`, which says what is wrong.
 */
export async function readInflating(bytes: Uint8Array, maxBytes: number): Promise<Profile | null> {
  const size = expectedSize(bytes, maxBytes);
  if (!isGzip(bytes) || bytes.length < worthwhile || size > maxBytes) return null;
  const stream = createGunzip({ chunkSize });
  stream.end(bytes);
  try {
    const inflated = new Uint8Array(size);
    const profile = new ArrivingProfile(inflated);
    let length = 0;
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array) || length + chunk.length > size) return null;
      inflated.set(chunk, length);
      length += chunk.length;
      profile.readTo(length);
    }
    // zlib stops without a word where zeros follow a member.
    return stream.bytesWritten === bytes.length ? profile.finish(length) : null;
  } catch {
    // Damaged, or too much for the memory: `readProfile` tells which.
    return null;
  } finally {
    stream.destroy();
  }
}
