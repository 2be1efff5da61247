import { util } from 'protobufjs/minimal.js';
import { grown } from './growing.ts';
import { hashSeed } from './hashSeed.ts';
import type { StringIndex, StringTable } from './profile.ts';
import { KnownTexts } from './strings.ts';

const noSlots = new Uint32Array(0);

/**
 * A string table that grows, for profiles that are made: by merging, by reading another profiler's recording, by adding
 * labels. Strings are equal if their bytes are. As in a decoded profile, they are kept as bytes, and become texts when they
 * are asked for: a recording can have millions.
 */
export class TextStrings implements StringTable {
  /** Number of strings. */
  length = 0;
  /** All strings, one after the other. */
  #bytes = new Uint8Array(1024);
  /** Where each string ends. */
  #end = new Uint32Array(64);
  readonly #texts = new KnownTexts();
  /** Index + 1, or 0 for a free slot. Always a power of two, and at least half of the slots are free. */
  #slots = new Uint32Array(128);
  /** How many strings are in `#slots`. */
  #found = 0;

  constructor() {
    this.add('');
  }

  /** A copy to which strings are added: every string keeps its index, even if two are equal. */
  static copyOf(strings: StringTable): TextStrings {
    const copy = new TextStrings();
    for (let index = 1; index < strings.length; index++) copy.appendFrom(strings, index);
    return copy;
  }

  get(index: StringIndex): string {
    return this.#texts.get(index) ?? this.#decoded(index);
  }

  #decoded(index: StringIndex): string {
    if (index >= this.length) return '';
    const text = util.utf8.read(this.#bytes, this.#startOf(index), this.#end[index]!);
    this.#texts.set(index, text);
    return text;
  }

  raw(index: StringIndex): Uint8Array {
    if (index >= this.length) return this.#bytes.subarray(0, 0);
    return this.#bytes.subarray(this.#startOf(index), this.#end[index]);
  }

  /** The index of `text`, which is added if it is new. */
  add(text: string): StringIndex {
    const start = this.#startOf(this.length);
    this.#makeRoom(start + util.utf8.length(text));
    return this.#addOpen(start + util.utf8.write(text, this.#bytes, start));
  }

  /** The index of a string of another table, which is added if it is new. Bytes that are not UTF-8 are kept. */
  addFrom(strings: StringTable, index: StringIndex): StringIndex {
    return this.#addOpen(this.#copy(strings.raw(index)));
  }

  /** Appends a string of another table, even if it is here already. */
  appendFrom(strings: StringTable, index: StringIndex): void {
    const end = this.#copy(strings.raw(index));
    const slot = this.#openSlot(end);
    const isNew = this.#slots[slot] === 0;
    this.#append(end);
    if (isNew) this.#fill(slot);
  }

  /** Call it after the last string, if there will be none: the memory in which equal ones are found is given back. */
  finish(): void {
    this.#slots = noSlots;
  }

  /** Writes bytes after the last string. Answers where they end. */
  #copy(raw: Uint8Array): number {
    const start = this.#startOf(this.length);
    this.#makeRoom(start + raw.length);
    this.#bytes.set(raw, start);
    return start + raw.length;
  }

  /** The index of the string whose bytes are after the last string's, up to `end`. */
  #addOpen(end: number): StringIndex {
    const slot = this.#openSlot(end);
    const known = this.#slots[slot]!;
    if (known !== 0) return known - 1;
    const added = this.#append(end);
    this.#fill(slot);
    return added;
  }

  #append(end: number): StringIndex {
    const added = this.length++;
    if (added === this.#end.length) this.#end = grown(this.#end, 2 * added);
    this.#end[added] = end;
    return added;
  }

  /** Puts the last string into a free slot. */
  #fill(slot: number): void {
    this.#slots[slot] = this.length;
    this.#found++;
    if (2 * this.#found >= this.#slots.length) this.#findAnew(2 * this.#slots.length);
  }

  /** Puts all strings into new slots. */
  #findAnew(slots: number): void {
    this.#slots = new Uint32Array(slots);
    this.#found = 0;
    for (let index = 0; index < this.length; index++) {
      const slot = this.#slotOf(this.#startOf(index), this.#end[index]!);
      if (this.#slots[slot] !== 0) continue;
      this.#slots[slot] = index + 1;
      this.#found++;
    }
  }

  #openSlot(end: number): number {
    if (this.#slots === noSlots) this.#findAnew(2 ** Math.ceil(Math.log2(2 * this.length + 2)));
    return this.#slotOf(this.#startOf(this.length), end);
  }

  /** The slot that has the string with these bytes, or the free one where it belongs. */
  #slotOf(start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#hash(start, end) & mask;
    for (let next = slots[slot]!; next !== 0; next = slots[slot]!) {
      if (this.#isEqual(next - 1, start, end)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #hash(start: number, end: number): number {
    const bytes = this.#bytes;
    let hash = hashSeed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193) ^ (hash >>> 15);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    return hash ^ (hash >>> 13);
  }

  #isEqual(index: StringIndex, start: number, end: number): boolean {
    const from = this.#startOf(index);
    if (this.#end[index]! - from !== end - start) return false;
    const bytes = this.#bytes;
    for (let at = start; at < end; at++) if (bytes[from + at - start] !== bytes[at]) return false;
    return true;
  }

  #startOf(index: StringIndex): number {
    return index === 0 ? 0 : this.#end[index - 1]!;
  }

  #makeRoom(end: number): void {
    if (end > this.#bytes.length) this.#bytes = grown(this.#bytes, Math.max(end, 2 * this.#bytes.length));
  }
}
