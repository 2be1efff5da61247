import { util } from 'protobufjs/minimal.js';
import { grown, grownLength } from '../pprof/growing.ts';
import { hashSeed } from '../pprof/hashSeed.ts';
import { HashTable } from '../pprof/hashTable.ts';
import { checkDistinctFrames } from './badRecording.ts';

/**
 * Numbers pieces of a text's bytes: equal pieces have equal numbers, from 0 in the order in which they first occur. A
 * recording repeats its frames many times, so only the few distinct ones become strings.
 */
export class ByteTexts {
  #table = new HashTable();
  #start = new Uint32Array(1024);
  #end = new Uint32Array(1024);

  constructor(private readonly bytes: Uint8Array) {}

  /** The number of the piece from `start` to `end`. Throws `BadRecording` if there are too many different ones. */
  number(start: number, end: number): number {
    const bytes = this.bytes;
    const table = this.#table;
    let hash = hashSeed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193) ^ (hash >>> 15);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    hash ^= hash >>> 13;
    let known = table.first(hash);
    while (known !== -1 && !this.#isEqual(known, start, end)) known = table.next();
    if (known !== -1) return known;
    const added = table.add();
    checkDistinctFrames(table.count, bytes.length);
    if (added === this.#start.length) {
      const length = grownLength(added, added + 1);
      this.#start = grown(this.#start, length);
      this.#end = grown(this.#end, length);
    }
    this.#start[added] = start;
    this.#end[added] = end;
    return added;
  }

  /** Where the first piece of a number starts. */
  start(index: number): number {
    return this.#start[index] ?? 0;
  }

  /** The text of a number. */
  text(index: number): string {
    return textOf(this.bytes, this.#start[index] ?? 0, this.#end[index] ?? 0);
  }

  /** Call it after the last piece: the memory in which equal ones are found is given back. */
  finish(): void {
    this.#table = new HashTable(0);
  }

  #isEqual(known: number, start: number, end: number): boolean {
    const from = this.#start[known]!;
    if (this.#end[known]! - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.bytes[from + at - start] !== this.bytes[at]) return false;
    return true;
  }
}

/** The text of a piece of bytes, read as UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return util.utf8.read(bytes, start, end);
}

/** A line of a text, without its end. Its number is the first line's plus how many are before it. */
export interface ByteLine {
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly number: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** The lines of a text, one after the other. `most` bytes are looked at. */
export function* byteLines(bytes: Uint8Array, most = bytes.length): Generator<ByteLine> {
  const length = Math.min(most, bytes.length);
  let start = 0;
  for (let number = 1; start < length; number++) {
    let next = bytes.indexOf(newline, start);
    if (next === -1 || next > length) next = length;
    const end = next > start && bytes[next - 1] === carriageReturn ? next - 1 : next;
    yield { start, end, number };
    start = next + 1;
  }
}

/** Whether a byte is a digit. */
export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Whether a byte is a blank or a tab. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}
