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
export const profileSchema: Schema = {
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
  return Buffer.concat(fields.flatMap(writeField));
}

function writeField({ number, type, value, padding, lengthError }: Field): Uint8Array[] {
  const tag = varint(BigInt(number) * 8n + BigInt(type));
  const payload = writeValue(value, padding);
  if (type !== 2) return [tag, payload];
  const length = varint(BigInt.asUintN(64, BigInt(payload.length + lengthError)), padding);
  return [tag, length, payload];
}

function writeValue(value: FieldValue, padding: number): Uint8Array {
  switch (value.kind) {
    case 'varint':
      return varint(value.bits, padding);
    case 'raw':
      return value.bytes;
    case 'packed':
      return Buffer.concat(value.items.map((item) => varint(item, padding)));
    default:
      return writeMessage(value.fields);
  }
}

/** A varint that is `padding` bytes longer than necessary. More than ten bytes are not valid. */
function varint(value: bigint, padding = 0): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  for (let i = 0; i < padding; i++) {
    bytes.push((bytes.pop() ?? 0) | 0x80, 0);
  }
  return Uint8Array.from(bytes);
}

/** Every message of the tree, as its list of fields. The first one is the tree itself. */
export function messagesIn(fields: Field[]): Field[][] {
  const found = [fields];
  for (let i = 0; i < found.length; i++) {
    for (const { value } of found[i]!) if (value.kind === 'message') found.push(value.fields);
  }
  return found;
}
