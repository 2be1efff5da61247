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

/** With the option `info`, `gunzipSync` returns more than its declared type says. `bytesWritten` counts compressed bytes. */
const inflateInfo = object({
  buffer: (value) => (value instanceof Uint8Array ? value : undefined),
  engine: object({ bytesWritten: number }),
});

/** `null` if zlib has not read all bytes: it stops without an error where zeros follow a gzip member. */
function inflate(bytes: Uint8Array, maxBytes: number): Result<Uint8Array> | null {
  const expected = expectedSize(bytes, maxBytes);
  // With one chunk of the right size, zlib need not join several. One byte more, or it asks for another chunk at the end.
  const chunkSize = expected > maxBytes ? 2 ** 20 : Math.max(constants.Z_DEFAULT_CHUNK, expected + 1);
  const inflated = inflateInfo(
    gunzipSync(bytes, { chunkSize, maxOutputLength: Math.max(1, maxBytes), info: true }),
  );
  if (inflated === undefined) throw new TypeError('zlib did not say how much it read');
  return inflated.engine.bytesWritten === bytes.length ? ok(inflated.buffer) : null;
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
 */
export async function readInflating(bytes: Uint8Array, maxBytes: number): Promise<Result<Profile> | null> {
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
    return judged(profile.finish(length), inflated.subarray(0, length));
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

/** With the option `info`, zlib says how many compressed bytes it has read: it stops after each frame. */
const frame = object({
  buffer: (value) => (value instanceof Uint8Array ? value : undefined),
  engine: object({ bytesWritten: number }),
});

/** Decompresses all frames, one after the other. Problems: `no-zstd`, `too-large`, `zstd-damaged`. */
export function unzstd(bytes: Uint8Array, maxBytes: number): Result<Uint8Array> {
  // From Node 22.15 on.
  const decompress = property(zlib, 'zstdDecompressSync');
  if (typeof decompress !== 'function') {
    return fail('no-zstd', 'This is compressed with zstd. Decompress it with `zstd -d` first.');
  }
  const frames: Uint8Array[] = [];
  let left = maxBytes;
  for (let rest = bytes; rest.length > 0; ) {
    try {
      const read = frame(decompress(rest, { maxOutputLength: Math.max(1, left), info: true }));
      if (read === undefined || read.engine.bytesWritten === 0) return damaged();
      frames.push(read.buffer);
      left -= read.buffer.length;
      rest = rest.subarray(read.engine.bytesWritten);
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
