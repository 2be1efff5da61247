import { mostProfileBytes } from '../base/model.ts';
import { fail, type Problem, type Result } from '../base/result.ts';

/**
 * Inflates gzip data: the bytes of all its members, one after the other.
 *
 * Fails with `too-large` if they are more than `maxBytes`, and with a code that starts with `gzip-` if the data is
 * damaged.
 */
export type Gunzip = (bytes: Uint8Array, maxBytes: number) => Result<Uint8Array>;

/** Deflate's best possible ratio. A file that claims a better one is damaged or malicious. */
const bestRatio = 1032;

/** Whether the bytes begin with gzip's two magic bytes, which is how pprof decides. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The inflated size according to the trailer of the last member. It is right for undamaged files of one member, and a
 * guess for others. It is more than `maxBytes` only if so many bytes are possible.
 */
export function expectedSize(bytes: Uint8Array, maxBytes: number): number {
  const length = bytes.length;
  if (length < 4) return 0;
  const claimed =
    (bytes[length - 4]! | (bytes[length - 3]! << 8) | (bytes[length - 2]! << 16)) +
    bytes[length - 1]! * 0x100_0000;
  const possible = length * bestRatio;
  return claimed <= maxBytes || possible > maxBytes ? Math.min(claimed, possible) : possible;
}

export function tooLarge(maxBytes: number): Problem {
  const template =
    maxBytes === mostProfileBytes
      ? 'The profile inflates to more than {0} bytes, the most that the editor can show. On the command line, --max-bytes allows more.'
      : 'The profile inflates to more than {0} bytes. If you trust the file, raise the limit: the setting pprofLens.maxProfileBytes, or --max-bytes.';
  return fail('too-large', template, [maxBytes]).problem;
}
