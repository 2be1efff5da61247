import { Reader } from 'protobufjs/minimal.js';
import { malformed, truncated } from './malformed.ts';

/** Wire types of protobuf; groups (3, 4) do not occur in profiles. */
export const wireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** A varint's longest form; more bytes with the top bit set are damage. */
const longestVarint = 10;
/** A tag and a number together are at most this long; so are a tag and a fixed64. */
const longestTagAndNumber = 2 * longestVarint;

/**
 * protobufjs's reader with what profiles need besides:
 * - 64-bit numbers as two halves. protobufjs makes an object for each: its `uint64` takes 1.4 times as long for a profile of
 *   tables, and 2.8 times as long for one of twenty million stacked ids, which `sampleColumns.ts` puts into typed arrays.
 * - Tags and lengths in every form that Go's reader takes: padded to ten bytes, and tags of 64 bits. protobufjs refuses the
 *   first and cuts the second.
 * - Nested messages that cannot be read past their end.
 *
 * Every method used here throws `Malformed` if the bytes do not hold what it reads.
 */
export class ProfileReader extends Reader {
  /** Of the same bytes, for reading several at once. */
  readonly data: DataView;
  /** Halves of the last varint read by `varint`, as unsigned 32-bit numbers. */
  low = 0;
  high = 0;
  /** Wire type of the last tag. */
  type = 0;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Reads a varint into `low` and `high`. Answers the low half. */
  varint(): number {
    const { buf, pos } = this;
    const left = this.len - pos;
    if (left <= 0) throw truncated();
    const first = buf[pos]!;
    this.high = 0;
    if (first < 0x80) {
      this.pos = pos + 1;
      this.low = first;
      return first;
    }
    // Nearly all others have up to four bytes, and their bits fit into a small number.
    const most = Math.min(left, 4);
    let low = first & 0x7f;
    for (let i = 1; i < most; i++) {
      const byte = buf[pos + i]!;
      low |= (byte & 0x7f) << (7 * i);
      if (byte >= 0x80) continue;
      this.pos = pos + i + 1;
      this.low = low;
      return low;
    }
    return this.#longVarint();
  }

  #longVarint(): number {
    let low = 0;
    let high = 0;
    for (let i = 0; i < longestVarint; i++) {
      if (this.pos >= this.len) throw truncated();
      const byte = this.buf[this.pos++]!;
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
      [this.pos],
    );
  }

  /**
   * Reads a field's tag: the wire type goes into `type`. Answers the field number; 0, which is no field's number, if it
   * has more than 32 bits.
   */
  field(): number {
    const low = this.varint();
    this.type = low & 7;
    return this.high !== 0 ? 0 : low >>> 3;
  }

  /** Reads the length of what follows, all of which must be there. */
  override size(): number {
    const length = this.varint();
    if (this.high !== 0 || length > this.len - this.pos) throw truncated();
    return length;
  }

  /** Opens a nested message: until `close`, nothing reads past its end. Answers the argument for `close`. */
  open(): number {
    const outer = this.len;
    const length = this.size();
    this.len = this.pos + length;
    return outer;
  }

  close(outer: number): void {
    this.len = outer;
  }

  get atEnd(): boolean {
    return this.pos >= this.len;
  }

  /**
   * Whether the field that begins here certainly ends before the end. Near the end the answer is false, whatever the field.
   * The position stays.
   */
  get holdsField(): boolean {
    const start = this.pos;
    if (start + longestTagAndNumber > this.len) return false;
    this.field();
    const isWhole = this.type !== wireType.bytes || (this.varint() <= this.len - this.pos && this.high === 0);
    this.pos = start;
    return isWhole;
  }

  /** Skips the value of an unknown field, whose tag has been read. */
  skipField(): void {
    const { type } = this;
    const isKnown = type <= wireType.bytes || type === wireType.fixed32;
    if (isKnown) this.skipType(type);
    else
      throw malformed(
        'unknown-wire-type',
        'The profile holds a field of the unknown wire type {0} at offset {1}; it is damaged or not a profile.',
        [type, this.pos],
      );
  }

  /** Skips so many bytes, or a varint. */
  override skip(length?: number): this {
    if (length === undefined) this.varint();
    else if (length > this.len - this.pos) throw truncated();
    else this.pos += length;
    return this;
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
