import { gunzipSync } from 'fflate';

/**
 * The bytes that a base64 text stands for, in a buffer of their own.
 *
 * @throws {Error} if the text is not base64
 */
export function fromBase64(text: string): ArrayBuffer {
  // Not known to TypeScript's library yet, nor to every browser.
  const native: unknown = Reflect.get(Uint8Array, 'fromBase64');
  if (typeof native === 'function') {
    const bytes: unknown = native.call(Uint8Array, text);
    if (bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer) return bytes.buffer;
  }
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
}

/**
 * Inflates gzipped bytes, synchronously: the browser's own decompression is asynchronous and would wait until the
 * document has been parsed.
 *
 * @throws {Error} if the bytes are not gzipped
 */
export function unpacked(packed: ArrayBuffer): ArrayBuffer {
  return new Uint8Array(gunzipSync(new Uint8Array(packed))).buffer;
}

/** Reads a text that was gzipped and then written in base64. */
export async function unpackedText(packed: string): Promise<string> {
  const bytes = new Blob([fromBase64(packed)]).stream();
  return new Response(bytes.pipeThrough(new DecompressionStream('gzip'))).text();
}
