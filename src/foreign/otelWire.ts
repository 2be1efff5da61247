/**
 * OpenTelemetry's profiles as protobuf, by opentelemetry-proto 1.10 and 1.11 (profiles/v1development/profiles.proto, which may
 * still change): the fields that mean something to us become objects with the names that they have in its JSON.
 */
import { ok } from '../base/result.ts';
import { catchMalformed, truncated } from '../pprof/malformed.ts';
import { ProfileReader, wireType } from '../pprof/profileReader.ts';
import { BadRecording } from './badRecording.ts';
import { textOf } from './byteTexts.ts';
import { mostObjects, tooManyObjects } from './json.ts';

/** `count` is how many numbers of 64 bits there are. */
type Kind =
  | 'int'
  | 'ints'
  | 'fixed64'
  | 'count'
  | 'text'
  | 'texts'
  | { readonly one: Message }
  | { readonly many: Message };

/** By number of a field. */
type Message = Readonly<Record<number, readonly [name: string, kind: Kind]>>;

const valueType: Message = { 1: ['typeStrindex', 'int'], 2: ['unitStrindex', 'int'] };
const anyValue: Message = {
  1: ['stringValue', 'text'],
  3: ['intValue', 'int'],
  8: ['stringValueStrindex', 'int'],
};
const keyValue: Message = { 1: ['key', 'text'], 2: ['value', { one: anyValue }], 3: ['keyStrindex', 'int'] };
const keyValueAndUnit: Message = { 1: ['keyStrindex', 'int'], 2: ['value', { one: anyValue }] };
const line: Message = { 1: ['functionIndex', 'int'], 2: ['line', 'int'] };
const location: Message = {
  1: ['mappingIndex', 'int'],
  2: ['address', 'int'],
  3: ['lines', { many: line }],
};
const func: Message = {
  1: ['nameStrindex', 'int'],
  2: ['systemNameStrindex', 'int'],
  3: ['filenameStrindex', 'int'],
};
const sample: Message = {
  1: ['stackIndex', 'int'],
  2: ['attributeIndices', 'ints'],
  3: ['linkIndex', 'int'],
  4: ['values', 'ints'],
  5: ['timestampsUnixNano', 'count'],
};
const profile: Message = {
  1: ['sampleType', { one: valueType }],
  2: ['samples', { many: sample }],
  3: ['timeUnixNano', 'fixed64'],
  4: ['durationNano', 'int'],
  5: ['periodType', { one: valueType }],
  6: ['period', 'int'],
};
const resource: Message = { 1: ['attributes', { many: keyValue }] };
const scopeProfiles: Message = { 2: ['profiles', { many: profile }] };
const resourceProfiles: Message = {
  1: ['resource', { one: resource }],
  2: ['scopeProfiles', { many: scopeProfiles }],
};
const dictionary: Message = {
  1: ['mappingTable', { many: { 4: ['filenameStrindex', 'int'] } }],
  2: ['locationTable', { many: location }],
  3: ['functionTable', { many: func }],
  5: ['stringTable', 'texts'],
  6: ['attributeTable', { many: keyValueAndUnit }],
  7: ['stackTable', { many: { 1: ['locationIndices', 'ints'] } }],
};
/** `ProfilesData`, and what is sent to a collector, `ExportProfilesServiceRequest`. */
const profilesData: Message = {
  1: ['resourceProfiles', { many: resourceProfiles }],
  2: ['dictionary', { one: dictionary }],
};

/**
 * Whether bytes are such a file. It has messages of two kinds only, and the first kind has messages and texts only: a profile of
 * pprof has others besides, and there the first kind has numbers.
 */
export function isOtel(bytes: Uint8Array): boolean {
  const read = catchMalformed(() => {
    for (const message of messages(bytes)) if (!isMessage(message)) return ok(false);
    return ok(bytes.length > 0);
  });
  return read.ok && read.value;
}

const sizeBytes = 4;

/** Its collector writes several into a file, each behind its size, which begins with a byte that no message begins with. */
function* messages(bytes: Uint8Array): Generator<Uint8Array> {
  if (bytes[0] !== 0) {
    yield bytes;
    return;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const start = at + sizeBytes;
    if (start > bytes.length) throw truncated();
    at = start + view.getUint32(at);
    if (at > bytes.length) throw truncated();
    yield bytes.subarray(start, at);
  }
}

/** Whether bytes are such a message. Throws `Malformed` if they are none at all. */
function isMessage(bytes: Uint8Array): boolean {
  const reader = new ProfileReader(bytes);
  let parts = 0;
  while (!reader.atEnd) {
    const field = reader.field();
    if (reader.type !== wireType.bytes || (field !== 1 && field !== 2)) return false;
    const outer = reader.open();
    while (!reader.atEnd && field === 1) {
      const inner = reader.field();
      if (reader.type !== wireType.bytes || inner === 0 || inner > 3) return false;
      reader.skipField();
      parts++;
    }
    reader.pos = reader.len;
    reader.close(outer);
  }
  return parts > 0;
}

/** The messages of the file as objects. Throws `BadRecording` if it is damaged, too large, or of another version. */
export function otelMessages(bytes: Uint8Array): readonly unknown[] {
  const decoder = new Decoder();
  const read = catchMalformed(() => ok(Array.from(messages(bytes), (message) => decoder.decode(message))));
  if (!read.ok) throw new BadRecording(read.problem.code, read.problem.template, read.problem.args);
  return read.value;
}

class Decoder {
  #reader = new ProfileReader(new Uint8Array());
  /** Of all messages. */
  #objects = 0;

  decode(bytes: Uint8Array): unknown {
    this.#reader = new ProfileReader(bytes);
    return this.#message(profilesData);
  }

  /** Reads to the end of the message that is open. @param before what it has had, if it stands in several parts */
  #message(fields: Message, before?: unknown): unknown {
    if (++this.#objects > mostObjects) throw tooManyObjects();
    const reader = this.#reader;
    const made: Record<string, unknown> = isRecord(before) ? before : {};
    while (!reader.atEnd) {
      const [name, kind] = fields[reader.field()] ?? [];
      if (name === undefined || kind === undefined) reader.skipField();
      else made[name] = this.#value(kind, made[name]);
    }
    return made;
  }

  /** @param before what the same field had before: a list can stand in several */
  #value(kind: Kind, before: unknown): unknown {
    const reader = this.#reader;
    if (kind === 'int') return this.#int();
    if (kind === 'fixed64') {
      this.#expect(wireType.fixed64);
      reader.skip(8);
      return String(reader.data.getBigUint64(reader.pos - 8, true));
    }
    if (kind === 'ints' && reader.type === wireType.varint) return added(before, this.#int());
    if (kind === 'count' && reader.type === wireType.fixed64) {
      reader.skip(8);
      return Number(before ?? 0) + 1;
    }
    this.#expect(wireType.bytes);
    const outer = reader.open();
    const value = this.#inside(kind, before);
    reader.close(outer);
    return value;
  }

  /** The value of a field that has a length. */
  #inside(kind: Exclude<Kind, 'int' | 'fixed64'>, before: unknown): unknown {
    const reader = this.#reader;
    const start = reader.pos;
    switch (kind) {
      case 'ints': {
        const list = Array.isArray(before) ? before : [];
        while (!reader.atEnd) list.push(readInt(reader));
        return list;
      }
      case 'count':
        reader.pos = reader.len;
        return Number(before ?? 0) + Math.floor((reader.len - start) / 8);
      case 'text':
      case 'texts': {
        reader.pos = reader.len;
        const text = textOf(reader.buf, start, reader.len);
        return kind === 'text' ? text : added(before, text);
      }
      default:
        return 'one' in kind ? this.#message(kind.one, before) : added(before, this.#message(kind.many));
    }
  }

  #int(): number | string {
    this.#expect(wireType.varint);
    return readInt(this.#reader);
  }

  /** The numbers of fields have changed from version to version, and their kinds with them. */
  #expect(type: number): void {
    if (this.#reader.type !== type) throw otherVersion();
  }
}

/** A number of 64 bits, as its text if it is not safe. */
function readInt(reader: ProfileReader): number | string {
  const low = reader.varint();
  const { high } = reader;
  if (high === 0) return low;
  const value = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function added(list: unknown, item: unknown): unknown[] {
  if (!Array.isArray(list)) return [item];
  list.push(item);
  return list;
}

/** The problem of a file whose fields are not those of the versions that are read. */
export function otherVersion(): BadRecording {
  const template =
    'This is a profile of OpenTelemetry, but not by versions 1.10 or 1.11 of its protocol: its parts mean something else. Record it with a newer collector or profiler, or save it for pprof.';
  return new BadRecording('other-version', template);
}
