import { expectedSize } from '../../pprof/inflate.ts';

/** Below this, starting the browser's own decompression costs more than it saves. */
const worthwhile = 1 << 18;

/**
 * Inflates gzip with the browser's own code, twice as fast as ours. `null` where it cannot, for whatever reason: then
 * ours has to say what is wrong with the bytes, or to read what the browser does not (several members).
 *
 * @param maxBytes Gives up beyond this inflated size.
 */
export async function nativeGunzip(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  if (bytes.length < worthwhile || typeof DecompressionStream === 'undefined') return null;
  try {
    const { writable, readable } = new DecompressionStream('gzip');
    const writer = writable.getWriter();
    // What goes wrong in writing also fails the reading.
    writer.write(bytes).catch(() => {});
    writer.close().catch(() => {});
    return await collected(readable.getReader(), expectedSize(bytes, maxBytes), maxBytes);
  } catch {
    return null;
  }
}

/** All that a stream has to say; `null` if that is more than `maxBytes`. */
async function collected(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  expected: number,
  maxBytes: number,
): Promise<Uint8Array | null> {
  let whole = new Uint8Array(expected);
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const end = length + chunk.value.length;
    if (end > maxBytes) {
      await reader.cancel();
      return null;
    }
    if (end > whole.length) {
      // The file's own word on its size was wrong.
      const larger = new Uint8Array(Math.max(end, 2 * whole.length));
      larger.set(whole.subarray(0, length));
      whole = larger;
    }
    whole.set(chunk.value, length);
    length = end;
  }
  return whole.subarray(0, length);
}
