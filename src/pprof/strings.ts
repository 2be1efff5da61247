import { util } from 'protobufjs/minimal.js';
import type { StringIndex, StringTable } from './profile.ts';

/** Larger string tables are not decoded as a whole: often only a few of their strings are needed. */
const largestWhole = 2 ** 24;

/**
 * The string table of a decoded profile: ranges of bytes, decoded when they are asked for the first time. Bytes that
 * are not UTF-8 become U+FFFD in the text; `raw` still has them.
 */
export class ByteStrings implements StringTable {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #ranges: Uint32Array;
  readonly #texts: (string | undefined)[];
  /** All bytes as one text, if each byte is one character of it (ASCII); `null` if not; not tried yet if undefined. */
  #whole: string | null | undefined;

  /** @param ranges start and end of each string in `bytes`, one pair after the other */
  constructor(bytes: Uint8Array, ranges: Uint32Array) {
    this.#bytes = bytes;
    this.#ranges = ranges;
    this.length = ranges.length / 2;
    this.#texts = new Array(this.length);
  }

  get(index: StringIndex): string {
    const known = this.#texts[index];
    if (known !== undefined) return known;
    const start = this.#ranges[2 * index];
    const end = this.#ranges[2 * index + 1];
    if (start === undefined || end === undefined) return '';
    const whole = this.#wholeText();
    const text = whole === null ? util.utf8.read(this.#bytes, start, end) : whole.slice(start, end);
    this.#texts[index] = text;
    return text;
  }

  /** Most string tables are ASCII. Cutting the strings out of one text is much faster than decoding each. */
  #wholeText(): string | null {
    if (this.#whole === undefined) {
      const bytes = this.#bytes;
      const text = bytes.length <= largestWhole ? util.utf8.read(bytes, 0, bytes.length) : '';
      // As many characters as bytes: no character was made of two bytes.
      this.#whole = text.length === bytes.length ? text : null;
    }
    return this.#whole;
  }

  raw(index: StringIndex): Uint8Array {
    return this.#bytes.subarray(this.#ranges[2 * index] ?? 0, this.#ranges[2 * index + 1] ?? 0);
  }
}

/**
 * A string table with its own copy of the strings' bytes, so that the inflated profile, which is mostly samples, can be
 * freed. Ranges are as in `ByteStrings`.
 */
export function compactStrings(bytes: Uint8Array, ranges: Uint32Array): ByteStrings {
  let size = 0;
  for (let i = 0; i < ranges.length; i += 2) size += ranges[i + 1]! - ranges[i]!;
  const first = ranges[0] ?? 0;
  const whole = (ranges.at(-1) ?? 0) - first;
  // The strings nearly always stand together, with only tags and lengths between them: one copy takes them all.
  if (whole <= size + 4 * ranges.length) {
    return new ByteStrings(
      bytes.slice(first, first + whole),
      ranges.map((at) => at - first),
    );
  }
  const own = new Uint8Array(size);
  const ownRanges = new Uint32Array(ranges.length);
  let end = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    own.set(bytes.subarray(ranges[i]!, ranges[i + 1]!), end);
    ownRanges[i] = end;
    end += ranges[i + 1]! - ranges[i]!;
    ownRanges[i + 1] = end;
  }
  return new ByteStrings(own, ownRanges);
}

/** A string table that grows, for profiles that are made: by merging, or by adding labels. */
export class TextStrings implements StringTable {
  readonly #texts: string[] = [''];
  /** The bytes of strings that are not UTF-8: their text has lost them. */
  readonly #raw = new Map<StringIndex, Uint8Array>();
  readonly #indexes = new Map<string, StringIndex>([['', 0]]);

  get length(): number {
    return this.#texts.length;
  }

  get(index: StringIndex): string {
    return this.#texts[index] ?? '';
  }

  raw(index: StringIndex): Uint8Array {
    return this.#raw.get(index) ?? utf8Bytes(this.get(index));
  }

  /** The index of `text`, which is added if it is new. */
  add(text: string): StringIndex {
    return this.#addKeyed(text, text);
  }

  /** The index of a string of another table, which is added if it is new. Bytes that are not UTF-8 are kept. */
  addFrom(strings: StringTable, index: StringIndex): StringIndex {
    const text = strings.get(index);
    if (!text.includes('\ufffd')) return this.add(text);
    const raw = strings.raw(index);
    const own = this.#addKeyed(`${text}\0${raw.join(' ')}`, text);
    this.#raw.set(own, raw);
    return own;
  }

  /** Appends a string of another table, even if it is here already: in a copy, every string keeps its index. */
  appendFrom(strings: StringTable, index: StringIndex): void {
    const text = strings.get(index);
    const own = this.#texts.length;
    this.#texts.push(text);
    if (!this.#indexes.has(text)) this.#indexes.set(text, own);
    if (text.includes('\ufffd')) this.#raw.set(own, strings.raw(index));
  }

  #addKeyed(key: string, text: string): StringIndex {
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#texts.length;
      this.#texts.push(text);
      this.#indexes.set(key, index);
    }
    return index;
  }
}

/** The UTF-8 bytes of a text. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(util.utf8.length(text));
  util.utf8.write(text, bytes, 0);
  return bytes;
}
