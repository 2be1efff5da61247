/** zlib in JavaScript, for every platform. */
import {
  gzip,
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from 'pako';
import { fail, ok, type Problem } from '../base/result.ts';
import { expectedSize, type Gunzip, isGzip, tooLarge } from './inflate.ts';

/** zlib's code for "a gzip wrapper around the largest window". */
const gzipWindow = 31;

/** The bytes as gzip data. */
export function gzipped(bytes: Uint8Array): Uint8Array {
  return gzip(bytes);
}

/** `Gunzip` in JavaScript. */
export const gunzip: Gunzip = (bytes, maxBytes) => {
  const expected = expectedSize(bytes, maxBytes);
  if (expected > maxBytes) {
    // The data claims to be too large. Measure it first, so that a malicious file costs time but no memory.
    const problem = inflateMembers(bytes, maxBytes, new Discard());
    if (problem !== null) return { ok: false, problem };
  }
  const output = new Collect(Math.min(expected, maxBytes) + 1, maxBytes + 1);
  const problem = inflateMembers(bytes, maxBytes, output);
  return problem === null ? ok(output.result()) : { ok: false, problem };
};

/** Where inflated bytes go: into `space`, from `filled` on. */
interface Output {
  readonly space: Uint8Array<ArrayBuffer>;
  readonly filled: number;
  /** Counts the bytes that have been written, and makes room for more. */
  advance(written: number): void;
}

class Collect implements Output {
  space: Uint8Array<ArrayBuffer>;
  filled = 0;

  constructor(
    capacity: number,
    private readonly most: number,
  ) {
    this.space = new Uint8Array(capacity);
  }

  advance(written: number): void {
    this.filled += written;
    if (this.filled < this.space.length) return;
    const larger = new Uint8Array(Math.min(this.most, Math.max(64 * 1024, this.space.length * 2)));
    larger.set(this.space);
    this.space = larger;
  }

  result(): Uint8Array {
    return this.space.subarray(0, this.filled);
  }
}

class Discard implements Output {
  readonly space = new Uint8Array(256 * 1024);
  readonly filled = 0;

  advance(): void {}
}

function inflateMembers(bytes: Uint8Array, maxBytes: number, output: Output): Problem | null {
  const stream = new ZStream();
  zlibInflateInit2(stream, gzipWindow);
  stream.input = bytes;
  stream.avail_in = bytes.length;
  let total = 0;
  while (true) {
    stream.output = output.space;
    stream.next_out = output.filled;
    stream.avail_out = output.space.length - output.filled;
    const room = stream.avail_out;
    const status = zlibInflate(stream, Z_NO_FLUSH);
    const written = room - stream.avail_out;
    total += written;
    if (total > maxBytes) return tooLarge(maxBytes);
    output.advance(written);
    if (status === Z_STREAM_END) {
      if (stream.avail_in === 0) return null;
      if (!isGzip(bytes.subarray(stream.next_in))) return gzipProblem('trailing-garbage');
      zlibInflateReset(stream);
    } else if (status !== Z_OK && status !== Z_BUF_ERROR) {
      return zlibProblem(stream.msg);
    } else if (stream.avail_in === 0 && stream.avail_out > 0) {
      return gzipProblem('truncated');
    }
  }
}

const gzipProblems = {
  truncated:
    'The profile is cut off: its gzip data ends too early. Record it again, or check that the copy is complete.',
  'bad-crc': 'The profile is damaged: its gzip checksum does not match. Record it again.',
  'bad-length': 'The profile is damaged: its gzip length does not match. Record it again.',
  'trailing-garbage':
    'The profile is damaged: there are bytes after the end of its gzip data. Record it again.',
  damaged: 'The profile is damaged: its gzip data cannot be inflated. Record it again.',
} as const;

/** The problem for one kind of damage; its code is the kind after `gzip-`. */
function gzipProblem(kind: keyof typeof gzipProblems): Problem {
  return fail(`gzip-${kind}`, gzipProblems[kind]).problem;
}

/** The problem for a message of zlib. */
function zlibProblem(message: string): Problem {
  if (message.includes('incorrect data check')) return gzipProblem('bad-crc');
  if (message.includes('incorrect length check')) return gzipProblem('bad-length');
  return gzipProblem('damaged');
}
