import { expectedSize } from '../../pprof/inflate.ts';

/** For fewer bytes, starting the browser's own decompression takes longer than it saves. */
const worthwhile = 1 << 18;

/**
 * Inflates gzip with the browser's own code, which is twice as fast as ours. `null` where it fails: our code then
 * inflates what the browser cannot (several members), or says what is wrong with the bytes.
 *
 * @param maxBytes the most bytes of the result; `null` beyond that
 * @param onShare is told which share is done, from 0 to 1, a few times
 */
export async function nativeGunzip(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  onShare: (share: number) => void = () => {},
): Promise<Uint8Array | null> {
  if (bytes.length < worthwhile || typeof DecompressionStream === 'undefined') return null;
  try {
    const { writable, readable } = new DecompressionStream('gzip');
    const writer = writable.getWriter();
    // An error in writing fails the reading as well, where it is handled.
    writer.write(bytes).catch(() => {});
    writer.close().catch(() => {});
    return await collected(readable.getReader(), expectedSize(bytes, maxBytes), maxBytes, onShare);
  } catch {
    return null;
  }
}

/** All bytes of a stream; `null` if they are more than `maxBytes`. */
async function collected(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  expected: number,
  maxBytes: number,
  onShare: (share: number) => void,
): Promise<Uint8Array | null> {
  let whole = new Uint8Array(expected);
  let length = 0;
  let told = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const end = length + chunk.value.length;
    if (end > maxBytes) {
      await reader.cancel();
      return null;
    }
    if (end > whole.length) {
      // The size that the file declares was wrong.
      const larger = new Uint8Array(Math.max(end, 2 * whole.length));
      larger.set(whole.subarray(0, length));
      whole = larger;
    }
    whole.set(chunk.value, length);
    length = end;
    const share = Math.min(1, length / whole.length);
    if (share - told < 0.1) continue;
    told = share;
    onShare(share);
  }
  return whole.subarray(0, length);
}

/** Compresses with the browser's own gzip. It is faster than one in JavaScript, which the page need not contain. */
export async function nativeGzip({ buffer, byteOffset, byteLength }: Uint8Array): Promise<Uint8Array> {
  // A blob takes no shared memory, as far as its type says.
  const own = buffer instanceof ArrayBuffer ? buffer : new Uint8Array(buffer).slice().buffer;
  const compressed = new Blob([new Uint8Array(own, byteOffset, byteLength)])
    .stream()
    .pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}
