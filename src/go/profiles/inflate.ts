/**
 * Inflates profiles with Node's zlib: gzipped ones, which is several times as fast as the inflater in JavaScript, and those that
 * zstd has compressed.
 */
import * as zlib from 'node:zlib';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { number, object, property } from '../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { ArrivingProfile } from '../../pprof/decode.ts';
import { gunzip } from '../../pprof/gzip.ts';
import { expectedSize, type Gunzip, isGzip, tooLarge } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { judged } from '../../pprof/read.ts';
import { firstFrame } from './zstdFrames.ts';

/**
 * Inflates at once. If zlib fails, the inflater in JavaScript tries again: its problems say what is wrong with the file,
 * and zlib's do not always.
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

/** With the option `info`, zlib returns more than its declared types say. `bytesWritten` counts compressed bytes. */
const inflateInfo = object({
  buffer: (value) => (value instanceof Uint8Array ? value : undefined),
  engine: object({ bytesWritten: number }),
});

/** `null` if zlib has not read all bytes: it stops without an error where zeros follow a gzip member. */
function inflate(bytes: Uint8Array, maxBytes: number): Result<Uint8Array> | null {
  const { buffer, engine } = inOneBuffer(
    (options) => gunzipSync(bytes, options),
    maxBytes,
    expectedSize(bytes, maxBytes),
  );
  return engine.bytesWritten === bytes.length ? ok(buffer) : null;
}

/** Joining the parts of a smaller profile takes little memory. */
const smallProfile = 2 ** 24;

/**
 * Inflates into one buffer. zlib joins many small ones, and then both they and the whole are in memory. Throws what zlib throws.
 *
 * @param expected bytes, if they are known
 */
function inOneBuffer(
  inflate: (options: { chunkSize: number; maxOutputLength: number; info: true }) => unknown,
  maxBytes: number,
  expected = 0,
): NonNullable<ReturnType<typeof inflateInfo>> {
  // With one byte less, zlib asks for another chunk at the end.
  const into = (space: number, most: number) => {
    const chunkSize = Math.max(constants.Z_DEFAULT_CHUNK, space + 1);
    const inflated = inflateInfo(inflate({ chunkSize, maxOutputLength: Math.max(1, most), info: true }));
    if (inflated === undefined) throw new TypeError('zlib did not say how much it read');
    return inflated;
  };
  const space = Math.min(maxBytes, expected);
  const first = Math.min(maxBytes, Math.max(expected, smallProfile));
  try {
    return into(space, first);
  } catch (error) {
    if (property(error, 'code') !== 'ERR_BUFFER_TOO_LARGE' || first === maxBytes) throw error;
  }
  // The system gives memory only where something is written.
  const { buffer, engine } = into(maxBytes, maxBytes);
  return { buffer: buffer.length < maxBytes / 2 ? new Uint8Array(buffer) : buffer, engine };
}

/** Whether the bytes inflate to more than `maxBytes`. Keeps nothing of them: a small file can inflate to terabytes. */
export async function inflatesBeyond(bytes: Uint8Array, maxBytes: number): Promise<boolean> {
  const stream = createGunzip({ chunkSize: 2 ** 20 });
  stream.end(bytes);
  let size = 0;
  try {
    for await (const chunk of stream) {
      if (chunk instanceof Uint8Array) size += chunk.length;
      if (size > maxBytes) return true;
    }
  } catch {
    // The file is damaged. `readProfile` says what is wrong with it.
  }
  return false;
}

/** Smaller files are not read faster in two threads than in one. In compressed bytes. */
const largeFile = 2 ** 20;

/**
 * Reads a large gzipped profile: decodes one chunk while zlib, in a thread of its own, inflates the next. `null` for
 * files that are small or unusual, and where the compressed bytes are damaged. `readProfile` reads those, and says what is wrong
 * with them. A damaged profile in sound gzip is refused here: it would take as much memory once more.
 *
 * @param keep gets the inflated bytes of what is refused here
 */
export async function readInflating(
  bytes: Uint8Array,
  maxBytes: number,
  keep: (inflated: Uint8Array) => void,
): Promise<Result<Profile> | null> {
  const size = expectedSize(bytes, maxBytes);
  if (!isGzip(bytes) || bytes.length < largeFile || size > maxBytes) return null;
  const stream = createGunzip({ chunkSize: 2 ** 20 });
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
    // Otherwise zlib has stopped at zeros that follow a gzip member.
    if (stream.bytesWritten !== bytes.length) return null;
    const whole = inflated.subarray(0, length);
    const read = judged(profile.finish(length), whole);
    if (!read.ok) keep(whole);
    return read;
  } catch {
    // The file is damaged, or there is not enough memory for it.
    return null;
  } finally {
    stream.destroy();
  }
}

/** Whether bytes are compressed by zstd, as some collectors of profiles keep them. */
export function isZstd(bytes: Uint8Array): boolean {
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
}

/** Each takes time, even if it is empty. What compresses in parallel makes frames of megabytes. */
const mostFrames = 10_000;

/** Decompresses all frames, one after the other. Problems: `no-zstd`, `too-large`, `zstd-damaged`, `zstd-frames`. */
export function unzstd(bytes: Uint8Array, maxBytes: number): Result<Uint8Array> {
  // From Node 22.15 on.
  const decompress = property(zlib, 'zstdDecompressSync');
  if (typeof decompress !== 'function') {
    return fail('no-zstd', 'This is compressed with zstd. Decompress it with `zstd -d` first.');
  }
  const frames: Uint8Array[] = [];
  let left = maxBytes;
  for (let rest = bytes; rest.length > 0; ) {
    if (frames.length === mostFrames) {
      const template =
        'This is compressed with zstd in more than {0} parts. Decompress it with `zstd -d` first.';
      return fail('zstd-frames', template, [mostFrames]);
    }
    // Node 22 takes the beginning of a frame for all of it.
    const first = firstFrame(rest);
    if (first === null) return damaged();
    const frame = rest.subarray(0, first.length);
    rest = rest.subarray(first.length);
    try {
      const content = first.isSkipped
        ? new Uint8Array(0)
        : inOneBuffer((options) => decompress(frame, options), left).buffer;
      frames.push(content);
      left -= content.length;
    } catch (error) {
      if (property(error, 'code') === 'ERR_BUFFER_TOO_LARGE')
        return { ok: false, problem: tooLarge(maxBytes) };
      return damaged(String(error));
    }
    if (left < 0) return { ok: false, problem: tooLarge(maxBytes) };
  }
  return ok(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
}

function damaged(details?: string): Result<never> {
  const template =
    'The profile cannot be decompressed: it is cut off or damaged, or compressed by `zstd --long`. Decompress it with `zstd -d --long=31` first.';
  return fail('zstd-damaged', template, [], details);
}
