import * as zlib from 'node:zlib';
import { number, object, property } from '../../outsideValues.ts';
import { tooLarge } from '../../pprof/inflate.ts';
import { fail, ok, type Result } from '../../result.ts';

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
