import { createGunzip } from 'node:zlib';
import { ArrivingProfile } from '../pprof/decode.ts';
import { expectedSize, isGzip } from '../pprof/inflate.ts';
import type { Profile } from '../pprof/profile.ts';

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
