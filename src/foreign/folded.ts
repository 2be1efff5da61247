/**
 * Folded stacks, as `flamegraph.pl` reads them: a stack on each line, from the root to the leaf, then a count.
 *
 *   main;parse;next 12
 */

import { ok, type Result } from '../base/result.ts';
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile } from '../pprof/profile.ts';
import { BadRecording, caught } from './badRecording.ts';
import { type ByteLine, ByteTexts, byteLines, isBlank, isDigit, textOf } from './byteTexts.ts';
import { isWhole, pushWhole } from './count.ts';
import { type FrameLocation, type SourceFrame, StackProfile } from './stackProfile.ts';

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
  return caught(() => {
    const stacks = new FoldedStacks(bytes);
    for (const line of byteLines(bytes)) if (!isNothing(bytes, line)) stacks.add(line);
    return ok(stacks.finish());
  });
}

class FoldedStacks {
  readonly #frames: ByteTexts;
  readonly #profile = new StackProfile();
  readonly #counts = new Int64Builder('signed');

  constructor(private readonly bytes: Uint8Array) {
    this.#frames = new ByteTexts(bytes);
  }

  add(line: ByteLine): void {
    const bytes = this.bytes;
    const split = splitLine(bytes, line);
    if (split === null) {
      const shown = textOf(bytes, line.start, Math.min(line.end, line.start + shownBytes));
      const template =
        'Line {0} is not a folded stack with a count, such as `main;parse 12`. It is: {1}. Correct or remove it.';
      throw new BadRecording('bad-folded', template, [line.number, shown]);
    }
    const { stackEnd, countStart } = split;
    if (!isWhole(bytes, countStart, line.end)) {
      const template =
        'Line {0} has the count {1}, and profiles have whole numbers only. Fold the stacks with a finer unit, such as nanoseconds.';
      throw new BadRecording('bad-folded', template, [line.number, textOf(bytes, countStart, line.end)]);
    }
    if (!pushWhole(this.#counts, bytes, countStart, line.end)) {
      throw new BadRecording('bad-folded', 'The count in line {0} is larger than profiles can hold.', [
        line.number,
      ]);
    }
    this.#stack(line.start, stackEnd);
    this.#profile.end();
  }

  /** The leaf comes last, and in a profile first. */
  #stack(start: number, stackEnd: number): void {
    let end = stackEnd;
    while (end > start) {
      let from = end;
      while (from > start && this.bytes[from - 1] !== semicolon) from--;
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
    });
  }
}

/** What `stackcollapse-perf.pl` and async-profiler put behind names: how the code was compiled, or that it is the kernel's. */
const marks = /_\[(?:k|j|i|0|1|p)\]$/;
const kernelMark = '_[k]';
const kernel = '[kernel.kallsyms]';

/**
 * What a frame of folded stacks says. Some profilers add where it is: `parse (app/parse.py:12)` (py-spy), `parse -
 * app/parse.rb:12` (rbspy), `app/parse.py:parse:12` (Austin), `parse:parse.c:12` (perf with `--srcline`).
 */
export function foldedFrame(text: string): FrameLocation {
  const object = text.endsWith(kernelMark) ? kernel : '';
  return { address: 0n, object, frames: [sourceFrame(text.replace(marks, ''))] };
}

function sourceFrame(text: string): SourceFrame {
  return inBrackets(text) ?? afterDash(text) ?? withColons(text) ?? { name: text, file: '', line: 0 };
}

function inBrackets(text: string): SourceFrame | null {
  if (!text.endsWith(')')) return null;
  const open = text.lastIndexOf(' (');
  const place = open < 1 ? null : fileAndLine(text.slice(open + 2, -1));
  return place === null ? null : { name: text.slice(0, open), ...place };
}

function afterDash(text: string): SourceFrame | null {
  const dash = text.lastIndexOf(' - ');
  const place = dash < 1 ? null : fileAndLine(text.slice(dash + 3));
  return place === null ? null : { name: text.slice(0, dash), ...place };
}

function withColons(text: string): SourceFrame | null {
  const last = splitNumber(text);
  if (last === null) return null;
  const colon = last.rest.lastIndexOf(':');
  const [left, right] = [last.rest.slice(0, colon), last.rest.slice(colon + 1)];
  if (colon < 1 || right === '') return null;
  if (isFile(right)) return { name: left, file: right, line: last.line };
  return isFile(left) ? { name: right, file: left, line: last.line } : null;
}

function fileAndLine(text: string): { file: string; line: number } | null {
  const last = splitNumber(text);
  return last === null || !isFile(last.rest) ? null : { file: last.rest, line: last.line };
}

/** No file has so many lines. */
const mostDigits = 9;

function splitNumber(text: string): { rest: string; line: number } | null {
  const colon = text.lastIndexOf(':');
  const digits = text.slice(colon + 1);
  if (colon < 1 || digits.length > mostDigits || !/^\d+$/.test(digits)) return null;
  return { rest: text.slice(0, colon), line: Number(digits) };
}

/** Whether a text ends like the name of a source file. `std::vector` does not. */
function isFile(text: string): boolean {
  const dot = text.lastIndexOf('.');
  const ending = text.slice(dot + 1);
  return dot > 0 && ending.length <= 5 && /^[A-Za-z][A-Za-z0-9+]*$/.test(ending);
}
