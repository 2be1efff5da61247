/**
 * The output of `perf script`: a line for each sample, then its frames from the leaf to the root, then an empty line.
 * Without call chains, the only frame stands behind the event.
 *
 *   shop 4711 47769.994735:    5025125 cpu-clock:u:
 *   	            1b79 shop::rank+0x159 (/src/shop/shop)
 *     main.cpp:36
 *   	            157e main+0x3ee (/src/shop/shop)
 */

import { ok, type Result } from '../base/result.ts';
import type { Profile } from '../pprof/profile.ts';
import { Sequences } from '../pprof/sequences.ts';
import { caught } from './badRecording.ts';
import { type ByteLine, byteLines, isBlank, textOf } from './byteTexts.ts';
import { PerfEvents } from './perfEvents.ts';
import { type PerfFrame, perfFrame } from './perfFrame.ts';
import { type PerfHeader, perfHeader } from './perfHeader.ts';
import { PerfLines } from './perfLines.ts';
import { type SourceFrame, StackProfile } from './stackProfile.ts';

const hash = 0x23;
const tab = 0x09;
/** Enough to know the format by: what perf writes about the machine can come first. */
const headBytes = 64 * 1024;

/** Whether a text is the output of `perf script`, judged by its first sample. */
export function isPerfScript(bytes: Uint8Array): boolean {
  for (const line of byteLines(bytes, headBytes)) {
    if (line.start === line.end || bytes[line.start] === hash) continue;
    const header = perfHeader(textOf(bytes, line.start, line.end));
    // Other texts have numbers and colons, too.
    return header !== null && (header.time !== '' || bytes[line.end + 1] === tab);
  }
  return false;
}

/** Reads the output of `perf script`. Problems: `bad-perf-script`, `too-many-frames`. */
export function readPerfScript(bytes: Uint8Array): Result<Profile> {
  return caught(() => {
    const reader = new PerfScript(bytes);
    for (const line of byteLines(bytes)) reader.add(line);
    return ok(reader.finish());
  });
}

class PerfScript {
  readonly #profile = new StackProfile();
  readonly #events: PerfEvents;
  readonly #lines: PerfLines;
  /**
   * The lines of a place, numbered. A place has several if functions were inlined there, or if it has a source line. The
   * number of a group is that of its place.
   */
  readonly #groups = new Sequences();
  readonly #group: number[] = [];
  #isInSample = false;
  /** The last line of `#group` ends it, unless a source line follows. */
  #isWhole = false;
  /** The last frame; -1 before the first. */
  #last = -1;

  constructor(private readonly bytes: Uint8Array) {
    this.#events = new PerfEvents(bytes.length);
    this.#lines = new PerfLines(bytes);
  }

  add(line: ByteLine): void {
    const { start, end } = line;
    const bytes = this.bytes;
    if (start === end) {
      this.#endSample();
      return;
    }
    if (bytes[start] === hash) return;
    // Frames begin with a tab, source lines and sometimes commands with blanks.
    const isIndented = this.#isInSample && isBlank(bytes[start]);
    const header = isIndented && bytes[start] === tab ? null : perfHeader(textOf(bytes, start, end));
    if (header !== null) this.#begin(header, line);
    else if (isIndented) this.#indented(start, end);
    // Other lines are what other programs have written in between.
  }

  #begin(header: PerfHeader, line: ByteLine): void {
    this.#endSample();
    this.#events.add(header, line.number);
    if (this.#lines.command === '') this.#lines.command = header.command;
    this.#profile.label('comm', header.command);
    if (header.pid >= 0) this.#profile.label('pid', header.pid);
    if (header.tid >= 0) this.#profile.label('tid', header.tid);
    this.#isInSample = true;
    const only = perfFrame(header.rest);
    if (only?.isInlined === false && (only.name !== '' || only.object !== '')) {
      const at = line.end - header.rest.trimStart().length;
      this.#indented(Math.max(line.start, at), line.end);
    }
  }

  #indented(start: number, end: number): void {
    const lines = this.#lines;
    const number = lines.number(start, end);
    if (lines.isFrame(number)) {
      // What is inlined has the address of the frame that it was inlined into. perf may leave that one out.
      const isElsewhere = this.#last !== -1 && !lines.isAtSameAddress(number, this.#last);
      if (this.#isWhole || isElsewhere) this.#endPlace();
      this.#isWhole = !lines.isInlined(number);
      this.#last = number;
      this.#group.push(number);
    } else if (lines.isSource(number)) {
      if (lines.isInlined(number)) this.#isWhole = false;
      this.#group.push(number);
    }
  }

  #endPlace(): void {
    if (this.#group.length === 0) return;
    for (const number of this.#group) this.#groups.push(number);
    const group = this.#groups.close();
    if (group === this.#profile.places) this.#place();
    this.#profile.frame(group);
    this.#group.length = 0;
    this.#isWhole = false;
  }

  #place(): void {
    const frames: SourceFrame[] = [];
    let last: PerfFrame | null = null;
    for (const number of this.#group) {
      const line = this.#lines.line(number);
      if (line.is === 'frame') {
        last = line.frame;
        if (last.name !== '') frames.push({ name: last.name, file: '', line: 0 });
      } else if (line.is === 'source' && last !== null && last.name !== '') {
        frames.push({ name: frames.pop()?.name ?? '', file: line.source.file, line: line.source.line });
      }
    }
    this.#profile.place({ address: last?.address ?? 0n, object: last?.object ?? '', frames });
  }

  #endSample(): void {
    if (!this.#isInSample) return;
    this.#endPlace();
    this.#profile.end();
    this.#isInSample = false;
  }

  finish(): Profile {
    this.#endSample();
    const { mainObject } = this.#lines;
    this.#lines.finish();
    this.#groups.finish();
    const events = this.#events.finish();
    return this.#profile.finish(events.values, { ...events.facts, mainObject });
  }
}
