/**
 * Folded stacks, as `flamegraph.pl` reads them: a stack on each line, from the root to the leaf, then a count.
 *
 *   main;parse;next 12
 */
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile } from '../pprof/profile.ts';
import { fail, ok, type Result } from '../result.ts';
import { type ByteLine, ByteTexts, byteLines, isBlank, isDigit, textOf } from './byteTexts.ts';
import { isWhole, pushWhole } from './count.ts';
import { foldedFrame } from './foldedFrame.ts';
import { StackProfile } from './stackProfile.ts';

const semicolon = 0x3b;
const dot = 0x2e;
const hash = 0x23;
/** Enough to know the format by. */
const headBytes = 64 * 1024;
/** What is shown of a line that cannot be read. */
const shownBytes = 60;

/** The pieces of a line; `null` for one that is no stack with a count. */
interface FoldedLine {
  /** Where the stack ends. It begins where the line does. */
  readonly stackEnd: number;
  readonly countStart: number;
}

function splitLine(bytes: Uint8Array, { start, end }: ByteLine): FoldedLine | null {
  let countStart = end;
  while (countStart > start && (isDigit(bytes[countStart - 1]) || bytes[countStart - 1] === dot))
    countStart--;
  if (countStart === end || countStart === start || !isBlank(bytes[countStart - 1])) return null;
  if (!isDigit(bytes[countStart])) return null;
  let stackEnd = countStart - 1;
  while (stackEnd > start && isBlank(bytes[stackEnd - 1])) stackEnd--;
  return { stackEnd, countStart };
}

/** Blank lines and comments say nothing. */
function isNothing(bytes: Uint8Array, { start, end }: ByteLine): boolean {
  return start === end || bytes[start] === hash;
}

/** Whether a text is folded stacks, judged by its beginning: each line is one, and one at least has a caller. */
export function isFolded(bytes: Uint8Array): boolean {
  let hasCaller = false;
  for (const line of byteLines(bytes, headBytes)) {
    // The head ends within its last line.
    if (line.end >= headBytes) break;
    if (isNothing(bytes, line)) continue;
    const split = splitLine(bytes, line);
    if (split === null) return false;
    const caller = bytes.indexOf(semicolon, line.start);
    if (caller !== -1 && caller < split.stackEnd) hasCaller = true;
  }
  return hasCaller;
}

/** Reads folded stacks. Problems: `bad-folded`, `too-many-frames`. */
export function readFolded(bytes: Uint8Array): Result<Profile> {
  const stacks = new FoldedStacks(bytes);
  for (const line of byteLines(bytes)) {
    if (isNothing(bytes, line)) continue;
    const problem = stacks.add(line);
    if (problem !== null) return problem;
  }
  return ok(stacks.finish());
}

class FoldedStacks {
  readonly #bytes: Uint8Array;
  readonly #frames: ByteTexts;
  readonly #profile = new StackProfile();
  readonly #counts = new Int64Builder('signed');

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#frames = new ByteTexts(bytes);
  }

  add(line: ByteLine): (Result<never> & { readonly ok: false }) | null {
    const bytes = this.#bytes;
    const split = splitLine(bytes, line);
    if (split === null) {
      const shown = textOf(bytes, line.start, Math.min(line.end, line.start + shownBytes));
      const template =
        'Line {0} is not a folded stack with a count, such as `main;parse 12`. It is: {1}. Correct or remove it.';
      return fail('bad-folded', template, [line.number, shown]);
    }
    const { stackEnd, countStart } = split;
    if (!isWhole(bytes, countStart, line.end)) {
      const template =
        'Line {0} has the count {1}, and profiles have whole numbers only. Fold the stacks with a finer unit, such as nanoseconds.';
      return fail('bad-folded', template, [line.number, textOf(bytes, countStart, line.end)]);
    }
    if (!pushWhole(this.#counts, bytes, countStart, line.end)) {
      return fail('bad-folded', 'The count in line {0} is larger than profiles can hold.', [line.number]);
    }
    this.#stack(line.start, stackEnd);
    this.#profile.end();
    return this.#frames.problem;
  }

  /** The leaf comes last, and in a profile first. */
  #stack(start: number, stackEnd: number): void {
    let end = stackEnd;
    while (end > start) {
      let from = end;
      while (from > start && this.#bytes[from - 1] !== semicolon) from--;
      if (from < end) this.#profile.frame(this.#place(from, end));
      end = from - 1;
    }
  }

  /** The number of a frame is that of its place. */
  #place(start: number, end: number): number {
    const number = this.#frames.number(start, end);
    if (number === this.#profile.places) this.#profile.place(foldedFrame(this.#frames.text(number)));
    return number;
  }

  finish(): Profile {
    this.#frames.finish();
    return this.#profile.finish(this.#counts, {
      sampleTypes: [{ type: 'samples', unit: 'count' }],
      defaultSampleType: 'samples',
      durationNanos: 0n,
      comments: [],
      mainObject: '',
    });
  }
}
