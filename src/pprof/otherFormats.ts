import { util } from 'protobufjs/minimal.js';
import { fail, type Problem } from '../base/result.ts';

interface BinaryFormat {
  /** First bytes, as Latin-1. */
  readonly begins: readonly string[];
  readonly sentence: string;
}

/** Files that users take for profiles, by their first bytes. */
const binaryFormats: readonly BinaryFormat[] = [
  {
    // ELF, Windows, and the Mach-O of one processor and of several.
    begins: ['\x7fELF', 'MZ', '\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'],
    sentence:
      'This is a program, perhaps a test binary. Open the profile that it writes, as with `-test.cpuprofile=cpu.pprof`.',
  },
  {
    // zip, zstd, xz, bzip2.
    begins: ['PK\x03\x04', '\x28\xb5\x2f\xfd', '\xfd7zXZ', 'BZh'],
    sentence: 'This is compressed, but not with gzip. Decompress it first.',
  },
  {
    begins: ['go 1.'],
    sentence: 'This is an execution trace of Go. Open it with `go tool trace`.',
  },
  {
    begins: ['PERFILE2'],
    sentence: 'This is a recording of Linux perf. Convert it with `perf_to_profile` first.',
  },
];

interface TextFormat {
  readonly pattern: RegExp;
  readonly sentence: string;
}

/** The same for text files. The last one matches every text. */
const textFormats: readonly TextFormat[] = [
  {
    pattern: /^\s*<(!doctype html|html|head|body)\b/i,
    sentence:
      'This is an HTML page: perhaps what a server answered instead of the profile, such as an error or a login. Download the profile again.',
  },
  {
    pattern: /^mode: (set|count|atomic)\b/,
    sentence: 'This is a coverage profile of Go, which knows no costs. Open it with `go tool cover`.',
  },
  {
    pattern: /^(goos|goarch|pkg|cpu): |^Benchmark\S*\s+\d+\s/,
    sentence: 'This is the output of benchmarks. Compare it with another by `pprof-lens compare`.',
  },
  {
    pattern: /^goroutine \d+ \[/,
    sentence: 'This is a dump of goroutines as text. Fetch the profile again without `debug=2`.',
  },
  {
    pattern: /^\s*[[{]/,
    sentence: 'This is JSON, not a pprof profile. Open a file that a pprof writer has made.',
  },
  {
    pattern: /^/,
    sentence:
      'This is a text, not a pprof profile. Open a file that was written by `go test -cpuprofile`, `runtime/pprof` or another pprof writer.',
  },
];

const headLength = 4096;

/** What a file that is not a profile is instead, judged by its beginning; `null` if that is not known. */
export function otherFormat(bytes: Uint8Array): Problem | null {
  const found = isText(bytes) ? textFormat(bytes) : binaryFormat(bytes);
  return found === undefined ? null : fail('not-a-profile', found.sentence).problem;
}

function textFormat(bytes: Uint8Array): TextFormat | undefined {
  const head = util.utf8.read(bytes, 0, Math.min(bytes.length, headLength));
  return textFormats.find(({ pattern }) => pattern.test(head));
}

function binaryFormat(bytes: Uint8Array): BinaryFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return binaryFormats.find(({ begins }) => begins.some((begin) => head.startsWith(begin)));
}

/** Whether the first bytes are text. A profile's first bytes include small numbers, below the tab character. */
function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 64).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
