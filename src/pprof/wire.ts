import { malformed, truncated } from './malformed.ts';

/** Wire types of protobuf; groups (3, 4) do not occur in profiles. */
export const wireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** A varint's longest form; more bytes with the top bit set are damage. */
const longestVarint = 10;
/** A tag and a number together are at most this long; so are a tag and a fixed64. */
const longestTagAndNumber = 2 * longestVarint;

/**
 * A cursor over protobuf's wire format:
 * - 64-bit varints are read as two halves, without an object for each;
 * - lengths and tags may have any valid form: Go's reader accepts padded ones;
 * - nested messages cannot be read past their end.
 *
 * Every method throws `Malformed` if the bytes do not hold what it reads.
 */
export class Wire {
  readonly bytes: Uint8Array;
  /** Of the same bytes, for reading several at once. */
  readonly view: DataView;
  position = 0;
  /** Where the innermost open message ends. */
  #end: number;
  /** Halves of the last varint read by `varint`, as unsigned 32-bit numbers. */
  low = 0;
  high = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#end = bytes.length;
  }

  get end(): number {
    return this.#end;
  }

  /** Reads a varint into `low` and `high`. Answers the low half. */
  varint(): number {
    const { bytes, position } = this;
    const left = this.#end - position;
    if (left <= 0) throw truncated();
    const first = bytes[position]!;
    this.high = 0;
    if (first < 0x80) {
      this.position = position + 1;
      this.low = first;
      return first;
    }
    // Nearly all others have up to four bytes, and their bits fit into a small number.
    const most = Math.min(left, 4);
    let low = first & 0x7f;
    for (let i = 1; i < most; i++) {
      const byte = bytes[position + i]!;
      low |= (byte & 0x7f) << (7 * i);
      if (byte >= 0x80) continue;
      this.position = position + i + 1;
      this.low = low;
      return low;
    }
    return this.#longVarint();
  }

  #longVarint(): number {
    let low = 0;
    let high = 0;
    for (let i = 0; i < longestVarint; i++) {
      if (this.position >= this.#end) throw truncated();
      const byte = this.bytes[this.position++]!;
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
      [this.position],
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
    const end = this.position + length;
    if (this.high !== 0 || end > this.#end) throw truncated();
    return end;
  }

  /** Opens a nested message: until `close`, nothing reads past its end. Answers the argument for `close`. */
  open(): number {
    const outer = this.#end;
    this.#end = this.fieldEnd();
    return outer;
  }

  close(outer: number): void {
    this.#end = outer;
  }

  get atEnd(): boolean {
    return this.position >= this.#end;
  }

  /** Sets where the bytes end so far, between two fields of the outermost message. Nothing is read past it. */
  limit(end: number): void {
    this.#end = end;
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
        this.position = this.fieldEnd();
        return;
      case wireType.fixed32:
        this.#skipBytes(4);
        return;
      default:
        throw malformed(
          'unknown-wire-type',
          'The profile holds a field of the unknown wire type {0} at offset {1}; it is damaged or not a profile.',
          [this.type, this.position],
        );
    }
  }

  #skipBytes(count: number): void {
    if (this.position + count > this.#end) throw truncated();
    this.position += count;
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
