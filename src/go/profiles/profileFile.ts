/** Reads profile files: pprof, every format that Go has ever written, and recordings of other profilers. */
import { readFileSync, statSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mostProfileBytes } from '../../base/model.ts';
import { errorCode, errorText, fail, ok, type Result } from '../../base/result.ts';
import { expectedSize, type Gunzip, isGzip, tooLarge } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import { goToolIn, type MayRun, withRecording } from './conversion.ts';
import { readForeign } from './foreignProfile.ts';
import { inflatesBeyond, nodeGunzip, readInflating } from './inflate.ts';

export interface ReadOptions {
  /** The largest inflated size to accept. Default: 2 GiB, as the command line's. */
  readonly maxBytes?: number;
  /** What Go or perf must convert is refused where they may not be run. Default: all may be. */
  readonly mayRun?: MayRun;
  /** Called if the file is no pprof file, and was converted. */
  readonly converted?: () => void;
  /** Where the bytes are, if they are those of a file. */
  readonly path?: string;
}

/**
 * Reads a profile file. `null` for an empty file: Go's testing package leaves one if there was nothing to record.
 *
 * Old formats are converted by the Go toolchain, if there is one, and recordings of other profilers by `readForeign`. Fails
 * with the codes of `readProfile`, of `convertLegacy` and of `readForeign`, and with `cannot-read` and `too-large`.
 */
export async function readProfileFile(
  path: string,
  options: ReadOptions = {},
): Promise<Result<Profile | null>> {
  const maxBytes = options.maxBytes ?? mostProfileBytes;
  let bytes: Uint8Array | null;
  try {
    bytes = await bytesOf(path, maxBytes);
  } catch (error) {
    return cannotRead(path, error);
  }
  if (bytes === null) return { ok: false, problem: tooLarge(maxBytes) };
  return bytes.length === 0 ? ok(null) : readProfileBytes(bytes, { ...options, path });
}

/** All bytes of a file, or `null` if it has more than `most`. What is no profile is not read to its end: a device has none. */
async function bytesOf(path: string, most: number): Promise<Uint8Array | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // Gzip makes what it cannot compress a little larger.
    if (size > most + most / 100 + 1000 && size <= mostAtOnce) return null;
    return size > 0 ? await file.readFile() : await piped(file, most);
  } finally {
    await file.close();
  }
}

/** Pipes and devices do not say how much will come. */
async function piped(file: FileHandle, most: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 2 ** 20 })) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) return null;
  }
  return Buffer.concat(chunks);
}

/** Node reads no larger file at once. */
const mostAtOnce = 2 ** 31 - 1;

function cannotRead(path: string, error: unknown): Result<never> {
  const code = errorCode(error);
  const details = errorText(error);
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
  // Inflated once: what is no pprof file may be a recording, and a small file can be gigabytes.
  const kept: { inflated: Uint8Array | null } = { inflated: null };
  const keep = (inflated: Uint8Array) => {
    kept.inflated = inflated;
  };
  const gunzip: Gunzip = (compressed, most) => {
    const inflated = nodeGunzip(compressed, most);
    if (inflated.ok) keep(inflated.value);
    return inflated;
  };
  const read = (await readInflating(bytes, maxBytes, keep)) ?? readProfile(bytes, { maxBytes, gunzip });
  if (read.ok) return read;
  const { code } = read.problem;
  const { mayRun = true, path } = options;
  if (code === 'legacy-format' && mayRun === true) {
    options.converted?.();
    return readLegacy(bytes, read, maxBytes);
  }
  if (/^(gzip-|too-large|out-of-memory|empty)/.test(code)) return read;
  const foreign = await readForeign(bytes, kept.inflated, { maxBytes, mayRun, path, env: process.env });
  if (foreign === null) return read;
  options.converted?.();
  return foreign;
}

/**
 * Reads a profile file again, at once. Not for files of old formats. Fails as `readProfileFile`.
 *
 * @param maxBytes the largest inflated size to accept
 */
export function readProfileFileAgain(path: string, maxBytes: number): Result<Profile> {
  try {
    // Meanwhile it may have become a pipe or a device, which would hold up everything.
    if (!statSync(path).isFile()) return fail('cannot-read', '{0} is not a file.', [path]);
    return readProfile(readFileSync(path), { maxBytes, gunzip: nodeGunzip });
  } catch (error) {
    return cannotRead(path, error);
  }
}

/** Without a Go toolchain the result is `refused`: its problem says how to convert the file elsewhere. */
async function readLegacy(
  bytes: Uint8Array,
  refused: Result<Profile>,
  maxBytes: number,
): Promise<Result<Profile>> {
  const converted = await convertLegacy(bytes, process.env);
  if (!converted.ok) return ['no-go', 'untrusted'].includes(converted.problem.code) ? refused : converted;
  return readProfile(converted.value, { maxBytes, gunzip: nodeGunzip });
}

/** It prints nothing: the profile goes into a file. */
const mostPrinted = 1_000_000;

/**
 * Converts a profile from one of the formats before protobuf. `go tool pprof` does it, as it reads all of them. Symbols
 * stay as they are in the file: nothing is looked up in binaries or on the network.
 *
 * Problems: `no-go`, and those of `boundedOutput`.
 */
async function convertLegacy(bytes: Uint8Array, env: NodeJS.ProcessEnv): Promise<Result<Uint8Array>> {
  return withRecording(bytes, undefined, async ({ file, folder }) => {
    const go = await goToolIn(folder, { env });
    if (!go.ok) return go;
    const output = join(folder, 'converted.pb.gz');
    const args = ['tool', 'pprof', '-symbolize=none', '-proto', `-output=${output}`, file];
    const end = await go.value(args, mostPrinted, conversionFailed.sentence);
    return end.ok ? ok(await readFile(output)) : end;
  });
}

const conversionFailed = {
  sentence: 'The profile is in an old format that `go tool pprof` cannot read either. Record it again.',
};
