import { util } from 'protobufjs/minimal.js';
import { Uint32Builder } from './columns.ts';
import { growthFrom } from './growing.ts';
import { malformed } from './malformed.ts';
import type { StringIndex, StringTable } from './profile.ts';
import type { ProfileReader } from './profileReader.ts';

/** Larger string tables are not decoded as a whole: often only a few of their strings are needed. */
const largestWhole = 2 ** 24;

/** Texts are kept in pieces of this many, which are made when they are needed: 2 to this power. */
const pieceBits = 8;
const pieceMask = 2 ** pieceBits - 1;

/** The texts of a table that have been asked for. */
export class KnownTexts {
  readonly #pieces: (string | undefined)[][] = [];

  get(index: StringIndex): string | undefined {
    return this.#pieces[index >>> pieceBits]?.[index & pieceMask];
  }

  set(index: StringIndex, text: string): void {
    const piece = index >>> pieceBits;
    while (this.#pieces.length <= piece) this.#pieces.push([]);
    this.#pieces[piece]![index & pieceMask] = text;
  }
}

/**
 * The string table of a decoded profile: bytes, decoded when they are asked for the first time. Bytes that are not UTF-8
 * become U+FFFD in the text; `raw` still has them.
 */
class ByteStrings implements StringTable {
  readonly length: number;
  readonly #texts = new KnownTexts();
  /** All bytes as one text, if each byte is one character of it (ASCII); `null` if not; not tried yet if undefined. */
  #whole: string | null | undefined;

  /** @param at where each string is in `bytes`: its length as a varint, then its bytes */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly at: Uint32Array,
  ) {
    this.length = at.length;
  }

  get(index: StringIndex): string {
    return this.#texts.get(index) ?? this.#decoded(index);
  }

  #decoded(index: StringIndex): string {
    const at = this.at[index];
    if (at === undefined) return '';
    const start = afterLength(this.bytes, at);
    const end = start + lengthAt(this.bytes, at);
    const whole = this.#wholeText();
    const text = whole === null ? util.utf8.read(this.bytes, start, end) : whole.slice(start, end);
    this.#texts.set(index, text);
    return text;
  }

  /** Most string tables are ASCII. Cutting the strings out of one text is much faster than decoding each. */
  #wholeText(): string | null {
    if (this.#whole === undefined) {
      const bytes = this.bytes;
      this.#whole =
        bytes.length <= largestWhole && isAscii(bytes) ? util.utf8.read(bytes, 0, bytes.length) : null;
    }
    return this.#whole;
  }

  raw(index: StringIndex): Uint8Array {
    const at = this.at[index];
    if (at === undefined) return this.bytes.subarray(0, 0);
    const start = afterLength(this.bytes, at);
    return this.bytes.subarray(start, start + lengthAt(this.bytes, at));
  }
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! >= 0x80) return false;
  return true;
}

/** The length that is written at `at` as a varint. */
function lengthAt(bytes: Uint8Array, at: number): number {
  let length = 0;
  // More bits than these are zero: no string is longer than its file.
  for (let i = 0, factor = 1; i < 5; i++, factor *= 0x80) {
    const byte = bytes[at + i] ?? 0;
    length += (byte & 0x7f) * factor;
    if (byte < 0x80) break;
  }
  return length;
}

/** Where the varint at `at` ends. */
function afterLength(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && bytes[end]! >= 0x80) end++;
  return end + 1;
}

/** The string table while a profile is decoded: where the strings are, and nothing more, because there are millions. */
export class StringsBuilder {
  readonly #bytes: Uint8Array;
  readonly #at: Uint32Builder;
  /** Bytes of all strings with their lengths. */
  #size = 0;
  #end = 0;

  constructor(reader: ProfileReader) {
    this.#bytes = reader.buf;
    // A tag and a length.
    this.#at = new Uint32Builder(undefined, growthFrom(reader, 4, 2));
  }

  get count(): number {
    return this.#at.length;
  }

  /** Reads one string, whose length comes next. */
  read(reader: ProfileReader): void {
    const start = reader.pos;
    const length = reader.size();
    if (this.count === 0 && length !== 0) {
      throw malformed(
        'first-string-not-empty',
        'The first entry of the profile’s string table is not empty; it is damaged. Record it again.',
      );
    }
    reader.skip(length);
    this.#at.push(start);
    this.#size += reader.pos - start;
    this.#end = reader.pos;
  }

  /** The strings with their own copy of the bytes: the inflated profile, which is mostly samples, can be freed. */
  finish(): ByteStrings {
    const bytes = this.#bytes;
    const at = this.#at.finish();
    const first = at[0] ?? 0;
    // The strings nearly always stand together, with only tags between them: one copy takes them all.
    if (this.#end - first <= this.#size + 4 * at.length) {
      for (let i = 0; i < at.length; i++) at[i]! -= first;
      return new ByteStrings(bytes.slice(first, this.#end), at);
    }
    const own = new Uint8Array(this.#size);
    let next = 0;
    for (let i = 0; i < at.length; i++) {
      const start = at[i]!;
      const end = afterLength(bytes, start) + lengthAt(bytes, start);
      own.set(bytes.subarray(start, end), next);
      at[i] = next;
      next += end - start;
    }
    return new ByteStrings(own, at);
  }
}

/** The UTF-8 bytes of a text. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(util.utf8.length(text));
  util.utf8.write(text, bytes, 0);
  return bytes;
}
