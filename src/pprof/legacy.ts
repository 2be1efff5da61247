import { util } from 'protobufjs/minimal.js';
import { fail, type Problem } from '../base/result.ts';

/**
 * First lines of the text formats that came before the protobuf one. google/pprof's own legacy parsers
 * recognise them the same way.
 */
const textFormats: readonly (readonly [RegExp, string])[] = [
  [/^(heap profile|heap_v2|heapz_v2|heap):? /, 'heap'],
  [/^(growthz|fragmentationz)/, 'heap'],
  [/^--- ?(heapz|heap) /, 'heap'],
  // Anywhere in the line: a logger may have written a prefix before it.
  [/heap profile: *\d+: *\d+ *\[/, 'heap'],
  [/^\S+ profile: total \d/, 'goroutine or thread'],
  [/^--- ?(contentionz|contention|mutex)/, 'contention'],
  [/--- (threadz \d|Thread [0-9a-f]+ )/i, 'thread'],
];

const headLength = 4096;

/** If `bytes` are a profile in an old format: the problem that names the format and says how to convert it. */
export function legacyProblem(bytes: Uint8Array): Problem | null {
  const kind = isLegacyCpu(bytes) ? 'CPU' : textFormat(bytes);
  if (kind === null) return null;
  return fail(
    'legacy-format',
    'This is a {0} profile in an old format. Convert it first: `go tool pprof -proto -output=new.pb.gz FILE`.',
    [kind],
  ).problem;
}

function textFormat(bytes: Uint8Array): string | null {
  const head = util.utf8.read(bytes, 0, Math.min(bytes.length, headLength));
  // Comments and blank lines may come first.
  const line = head.split('\n').find((text) => text.trim() !== '' && !text.startsWith('#'));
  if (line === undefined) return null;
  return textFormats.find(([pattern]) => pattern.test(line.trim()))?.[1] ?? null;
}

/**
 * The binary CPU format starts with the words 0, 3, version, period, 0, in 4 or 8 bytes of either order. Version
 * 1 is Java's.
 */
function isLegacyCpu(bytes: Uint8Array): boolean {
  for (const size of [4, 8]) {
    if (bytes.length < 5 * size) continue;
    const word = (index: number, littleEndian: boolean) => {
      let value = 0;
      for (let i = 0; i < size; i++) {
        const at = index * size + (littleEndian ? size - 1 - i : i);
        value = value * 256 + bytes[at]!;
      }
      return value;
    };
    for (const littleEndian of [true, false]) {
      const [count, headers, version, period, padding] = [0, 1, 2, 3, 4].map((i) => word(i, littleEndian));
      if (count === 0 && headers === 3 && version! <= 1 && period !== 0 && padding === 0) return true;
    }
  }
  return false;
}
