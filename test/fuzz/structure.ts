/** Changes of a text that keep its structure: of JSON its values, of Go text its blocks, of all others its lines. */
import type { Random } from './random.ts';
import { changedJson } from './storeAnswers.ts';

/** More copies say no more than these. In bytes. */
const mostCopied = 4000;

/** A copy of the text with one part removed, repeated, moved or, in JSON, changed. */
export function changedStructure(random: Random, bytes: Uint8Array): Uint8Array {
  if (bytes[0] === brace) return changedJson(random, bytes);
  const [from, to] = random.oneIn(2)
    ? lineAt(random, bytes)
    : (blockAt(random, bytes) ?? lineAt(random, bytes));
  const [before, part, behind] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  switch (random.below(4)) {
    case 0:
      return Buffer.concat([before, behind]);
    case 1: {
      const times = 2 + random.below(Math.min(20, mostCopied / (part.length + 1)));
      return Buffer.concat([before, ...Array<Uint8Array>(times).fill(part), behind]);
    }
    case 2: {
      // Into itself: blocks in blocks, lines in the middle of lines.
      const middle = random.below(part.length);
      return Buffer.concat([before, part.subarray(0, middle), part, part.subarray(middle), behind]);
    }
    default: {
      const rest = Buffer.concat([before, behind]);
      const [at] = lineAt(random, rest);
      return Buffer.concat([rest.subarray(0, at), part, rest.subarray(at)]);
    }
  }
}

const [newline, brace, closingBrace] = [0x0a, 0x7b, 0x7d];

/** One line, with its end. */
function lineAt(random: Random, bytes: Uint8Array): readonly [from: number, to: number] {
  const at = random.below(bytes.length);
  const end = bytes.indexOf(newline, at);
  return [at === 0 ? 0 : bytes.lastIndexOf(newline, at - 1) + 1, end === -1 ? bytes.length : end + 1];
}

/** A block with its braces, and mostly with the rest of its first line; `null` if there is none behind some place. */
function blockAt(random: Random, bytes: Uint8Array): readonly [from: number, to: number] | null {
  const open = bytes.indexOf(brace, random.below(bytes.length));
  if (open === -1) return null;
  const line = open === 0 ? 0 : bytes.lastIndexOf(newline, open - 1) + 1;
  let depth = 0;
  for (let at = open; at < bytes.length; at++) {
    if (bytes[at] === brace) depth++;
    else if (bytes[at] === closingBrace && --depth === 0) return [random.oneIn(4) ? open : line, at + 1];
  }
  return null;
}
