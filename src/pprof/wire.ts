import { Reader } from 'protobufjs/minimal.js';
import { malformed, truncated } from './malformed.ts';

/** Wire types of protobuf; groups (3, 4) do not occur in profiles. */
export const wireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** A varint's longest form; more bytes with the top bit set are damage. */
const longestVarint = 10;
/** A tag and a number together are at most this long; so are a tag and a fixed64. */
const longestTagAndNumber = 2 * longestVarint;

/**
 * A cursor over protobuf's wire format, on top of protobufjs's `Reader`. It adds:
 * - 64-bit varints as two halves, without an object for each;
 * - lengths and tags in any valid form: Go's reader accepts padded ones;
 * - nested messages that cannot be read past their end.
 *
 * Every method throws `Malformed` if the bytes do not hold what it reads.
 */
export class Wire {
  readonly #reader: Reader;
  readonly bytes: Uint8Array;
  /** Of the same bytes, for reading several at once. */
  readonly view: DataView;
  /** Halves of the last varint read by `varint`, as unsigned 32-bit numbers. */
  low = 0;
  high = 0;

  constructor(bytes: Uint8Array) {
    this.#reader = new Reader(bytes);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get position(): number {
    return this.#reader.pos;
  }

  set position(position: number) {
    this.#reader.pos = position;
  }

  /** Where the innermost open message ends. */
  get end(): number {
    return this.#reader.len;
  }

  /** Reads a varint into `low` and `high`. Answers the low half. */
  varint(): number {
    const reader = this.#reader;
    const { buf, pos, len } = reader;
    if (pos >= len) throw truncated();
    const first = buf[pos]!;
    this.high = 0;
    if (first < 0x80) {
      reader.pos = pos + 1;
      this.low = first;
      return first;
    }
    // The top bit of the four bytes' `&` is set only if it is set in all four: then the number is longer.
    if (pos + 4 <= len && (first & buf[pos + 1]! & buf[pos + 2]! & buf[pos + 3]!) < 0x80) {
      this.low = reader.uint32();
      return this.low;
    }
    return this.#longVarint();
  }

  #longVarint(): number {
    const reader = this.#reader;
    const { buf, len } = reader;
    let low = 0;
    let high = 0;
    for (let i = 0; i < longestVarint; i++) {
      if (reader.pos >= len) throw truncated();
      const byte = buf[reader.pos++]!;
      const bits = byte & 0x7f;
      if (i < 4) low |= bits << (7 * i);
      else if (i === 4) {
        low |= bits << 28;
        high = bits >> 4;
      } else high |= bits << (7 * i - 32);
      if (byte < 0x80) {
        this.low = low >>> 0;
        this.high = high >>> 0;
        return this.low;
      }
    }
    throw malformed(
      'varint-too-long',
      'The profile holds a number of more than 10 bytes at offset {0}; it is damaged. Record it again.',
      [reader.pos],
    );
  }

  /**
   * Reads a field's tag: the wire type goes into `type`. Answers the field number; 0, which is no field's number, if it
   * has more than 32 bits.
   */
  tag(): number {
    const low = this.varint();
    this.type = low & 7;
    return this.high !== 0 ? 0 : low >>> 3;
  }

  /** Wire type of the last tag. */
  type = 0;

  /** Reads the length of a length-delimited field and answers where it ends. */
  fieldEnd(): number {
    const length = this.varint();
    const end = this.#reader.pos + length;
    if (this.high !== 0 || end > this.#reader.len) throw truncated();
    return end;
  }

  /** Opens a nested message: until `close`, nothing reads past its end. Answers the argument for `close`. */
  open(): number {
    const outer = this.#reader.len;
    this.#reader.len = this.fieldEnd();
    return outer;
  }

  close(outer: number): void {
    this.#reader.len = outer;
  }

  get atEnd(): boolean {
    return this.#reader.pos >= this.#reader.len;
  }

  /** Sets where the bytes end so far, between two fields of the outermost message. Nothing is read past it. */
  limit(end: number): void {
    this.#reader.len = end;
  }

  /**
   * Whether the field that begins here certainly ends before the end. Near the end the answer is false, whatever the field.
   * The position stays.
   */
  get holdsField(): boolean {
    const start = this.position;
    if (start + longestTagAndNumber > this.end) return false;
    this.tag();
    const isWhole =
      this.type !== wireType.bytes || (this.varint() <= this.end - this.position && this.high === 0);
    this.position = start;
    return isWhole;
  }

  /** Skips the value of an unknown field. */
  skip(): void {
    switch (this.type) {
      case wireType.varint:
        this.varint();
        return;
      case wireType.fixed64:
        this.#skipBytes(8);
        return;
      case wireType.bytes:
        this.#reader.pos = this.fieldEnd();
        return;
      case wireType.fixed32:
        this.#skipBytes(4);
        return;
      default:
        throw malformed(
          'unknown-wire-type',
          'The profile holds a field of the unknown wire type {0} at offset {1}; it is damaged or not a profile.',
          [this.type, this.#reader.pos],
        );
    }
  }

  #skipBytes(count: number): void {
    if (this.#reader.pos + count > this.#reader.len) throw truncated();
    this.#reader.skip(count);
  }

  /** Throws unless the last tag's wire type is the one its field has. */
  expect(type: number, field: string): void {
    if (this.type === type) return;
    throw malformed(
      'wrong-wire-type',
      'The field {0} of the profile has the wrong wire type ({1} instead of {2}); it is damaged or not a profile.',
      [field, this.type, type],
    );
  }
}
