/**
 * Protobuf messages as trees that can be changed and written again, valid or not. A field knows how it was written, and
 * is written again in this way: packed or not, with a padded varint, with a wrong length.
 */

export interface Field {
  number: number;
  /** Wire type; 2 for a `bytes` value. */
  type: number;
  value: FieldValue;
  /** How many bytes the varints, except the tag, are longer than necessary. */
  padding: number;
  /** The error of the written length. */
  lengthError: number;
}

export type FieldValue =
  | { readonly kind: 'varint'; bits: bigint }
  | { readonly kind: 'raw'; bytes: Uint8Array }
  | { readonly kind: 'packed'; items: bigint[] }
  | { readonly kind: 'message'; fields: Field[] };

/** The fields of a message that are messages, or lists of packed integers. */
interface Schema {
  readonly messages?: Readonly<Record<number, Schema>>;
  readonly packed?: readonly number[];
}

const flat: Schema = {};
/** The nested fields of `Profile` in profile.proto. */
const profileSchema: Schema = {
  packed: [13],
  messages: {
    1: flat,
    2: { packed: [1, 2], messages: { 3: flat } },
    3: flat,
    4: { messages: { 4: flat } },
    5: flat,
    11: flat,
  },
};

export function field(number: number, value: FieldValue): Field {
  return { number, type: value.kind === 'varint' ? 0 : 2, value, padding: 0, lengthError: 0 };
}

/** Reads the fields of a message; `null` if the bytes are not a message. */
export function parseMessage(bytes: Uint8Array, schema: Schema = profileSchema): Field[] | null {
  const cursor = { bytes, at: 0 };
  const fields: Field[] = [];
  while (cursor.at < bytes.length) {
    const tag = readVarint(cursor);
    if (tag === null || tag >> 32n !== 0n) return null;
    const value = readValue(cursor, Number(tag & 7n), Number(tag >> 3n), schema);
    if (value === null) return null;
    fields.push({ ...field(Number(tag >> 3n), value), type: Number(tag & 7n) });
  }
  return fields;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

function readValue(cursor: Cursor, type: number, number: number, schema: Schema): FieldValue | null {
  if (type === 0) {
    const bits = readVarint(cursor);
    return bits === null ? null : { kind: 'varint', bits };
  }
  const length = type === 2 ? readVarint(cursor) : type === 1 ? 8n : type === 5 ? 4n : null;
  if (length === null || length > BigInt(cursor.bytes.length - cursor.at)) return null;
  const bytes = cursor.bytes.subarray(cursor.at, cursor.at + Number(length));
  cursor.at += bytes.length;
  if (type !== 2) return { kind: 'raw', bytes };
  const nested = schema.messages?.[number];
  const fields = nested === undefined ? null : parseMessage(bytes, nested);
  if (fields !== null) return { kind: 'message', fields };
  const items = schema.packed?.includes(number) ? readPacked(bytes) : null;
  return items === null ? { kind: 'raw', bytes } : { kind: 'packed', items };
}

function readPacked(bytes: Uint8Array): bigint[] | null {
  const cursor = { bytes, at: 0 };
  const items: bigint[] = [];
  while (cursor.at < bytes.length) {
    const item = readVarint(cursor);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function readVarint(cursor: Cursor): bigint | null {
  const first = cursor.bytes[cursor.at];
  if (first !== undefined && first < 0x80) {
    cursor.at++;
    return BigInt(first);
  }
  let bits = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) return null;
    bits |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asUintN(64, bits);
  }
  return null;
}

export function writeMessage(fields: readonly Field[]): Uint8Array {
  const out = new Output();
  writeFields(out, fields);
  return out.finish();
}

/** Bytes that grow. A list of small pieces for each field would take ten times as long to join. */
class Output {
  bytes = new Uint8Array(4096);
  length = 0;

  room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const longer = new Uint8Array(2 * (this.length + count));
    longer.set(this.bytes);
    this.bytes = longer;
  }

  raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A varint that is `padding` bytes longer than necessary. More than ten bytes are not valid. */
  varint(value: bigint, padding = 0): void {
    this.room(10 + padding);
    let rest = value;
    // Bigints take longer than numbers.
    for (; rest > 0x7fff_ffffn; rest >>= 7n) this.bytes[this.length++] = Number(rest & 0x7fn) | 0x80;
    let small = Number(rest);
    for (; small >= 0x80; small >>>= 7) this.bytes[this.length++] = small | 0x80;
    this.bytes[this.length++] = small;
    for (let i = 0; i < padding; i++) {
      this.bytes[this.length - 1]! |= 0x80;
      this.bytes[this.length++] = 0;
    }
  }

  /** Puts the length of what was written from `start` on before it. */
  prefix(start: number, error: number, padding: number): void {
    const written = this.bytes.slice(start, this.length);
    this.length = start;
    this.varint(BigInt.asUintN(64, BigInt(written.length + error)), padding);
    this.raw(written);
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

function writeFields(out: Output, fields: readonly Field[]): void {
  for (const { number, type, value, padding, lengthError } of fields) {
    out.varint(BigInt(number) * 8n + BigInt(type));
    const start = out.length;
    writeValue(out, value, padding);
    if (type === 2) out.prefix(start, lengthError, padding);
  }
}

function writeValue(out: Output, value: FieldValue, padding: number): void {
  switch (value.kind) {
    case 'varint':
      out.varint(value.bits, padding);
      return;
    case 'raw':
      out.raw(value.bytes);
      return;
    case 'packed':
      for (const item of value.items) out.varint(item, padding);
      return;
    default:
      writeFields(out, value.fields);
  }
}

/** Every message of the tree, as its list of fields. The first one is the tree itself. */
export function messagesIn(fields: Field[]): Field[][] {
  const found = [fields];
  for (let i = 0; i < found.length; i++) {
    for (const { value } of found[i]!) if (value.kind === 'message') found.push(value.fields);
  }
  return found;
}
