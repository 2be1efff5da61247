import { fail, ok, type Problem, type Result } from '../result.ts';
import { Uint32Builder } from './columns.ts';
import { catchMalformed, Malformed, malformed } from './malformed.ts';
import type { Profile } from './profile.ts';
import { SampleColumns } from './sampleColumns.ts';
import { StringIndexes, stringIndex } from './stringIndexes.ts';
import { compactStrings } from './strings.ts';
import { FunctionColumns, LocationColumns, MappingColumns } from './tableColumns.ts';
import { functionTable, labelTable, locationTable, mappingTable, sampleTable } from './tables.ts';
import { Wire, wireType } from './wire.ts';

/** Field numbers of `Profile` and `ValueType` (profile.proto). */
const field = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  stringTable: 6,
  dropFrames: 7,
  keepFrames: 8,
  timeNanos: 9,
  durationNanos: 10,
  periodType: 11,
  period: 12,
  comment: 13,
  defaultSampleType: 14,
  docUrl: 15,
} as const;
const valueTypeField = { type: 1, unit: 2 } as const;

/** A `ValueType` as string indexes, until the string table is known. */
interface ValueTypeIndexes {
  type: number;
  unit: number;
}

/**
 * Decodes an inflated `Profile` message in one pass over its bytes, then resolves ids to rows and checks
 * what must hold between the tables. The profile does not keep `bytes` alive.
 *
 * Fails, with a code and a sentence for each, on every input that google/pprof's own reader rejects.
 */
export function decode(bytes: Uint8Array): Result<Profile> {
  return catchMalformed(() => {
    const decoder = new Decoder(new Wire(bytes));
    decoder.readAll();
    return ok(decoder.finish());
  });
}

/**
 * A `Profile` message that is decoded while its bytes arrive, as from an inflating stream: the same as `decode` makes of
 * it when all is there.
 */
export class ArrivingProfile {
  readonly #wire: Wire;
  readonly #decoder: Decoder;
  #isDamaged = false;

  /** @param bytes room for all of them, to be filled from its beginning */
  constructor(bytes: Uint8Array) {
    this.#wire = new Wire(bytes);
    this.#decoder = new Decoder(this.#wire);
  }

  /** The bytes before `end` are there. */
  readTo(end: number): void {
    this.#unlessDamaged(() => {
      this.#wire.limit(end);
      this.#decoder.readWhole();
    });
  }

  /** The profile, all of whose bytes are before `end`; `null` where `decode` has to say what is wrong with them. */
  finish(end: number): Profile | null {
    return this.#unlessDamaged(() => {
      this.#wire.limit(end);
      this.#decoder.readAll();
      return this.#decoder.finish();
    });
  }

  #unlessDamaged<T>(read: () => T): T | null {
    if (this.#isDamaged) return null;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.#isDamaged = true;
      return null;
    }
  }
}

class Decoder {
  readonly #wire: Wire;
  readonly #stringIndexes = new StringIndexes();
  readonly #stringRanges = new Uint32Builder();
  readonly #samples = new SampleColumns(this.#stringIndexes);
  readonly #locations = new LocationColumns();
  readonly #functions = new FunctionColumns(this.#stringIndexes);
  readonly #mappings = new MappingColumns(this.#stringIndexes);
  readonly #sampleTypes: ValueTypeIndexes[] = [];
  #periodType: ValueTypeIndexes = { type: 0, unit: 0 };
  readonly #comments: number[] = [];
  #dropFrames = 0;
  #keepFrames = 0;
  #defaultSampleType = 0;
  #docUrl = 0;
  #timeNanos = 0n;
  #durationNanos = 0n;
  #period = 0n;
  #hasKnownField = false;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  readAll(): void {
    const wire = this.#wire;
    try {
      while (!wire.atEnd) this.#readField(wire.tag());
    } catch (error) {
      // Bytes that fail before anything was understood are some other kind of file.
      if (error instanceof Malformed && !this.#hasKnownField) throw new Malformed(notAProfile());
      throw error;
    }
    if (!this.#hasKnownField) throw new Malformed(notAProfile());
  }

  /** Reads the fields that are wholly there. */
  readWhole(): void {
    while (this.#wire.holdsField) this.#readField(this.#wire.tag());
  }

  #readField(number: number): void {
    const wire = this.#wire;
    switch (number) {
      case field.sample:
        wire.expect(wireType.bytes, 'Profile.sample');
        this.#samples.read(wire);
        break;
      case field.location:
        wire.expect(wireType.bytes, 'Profile.location');
        this.#locations.read(wire);
        break;
      case field.function:
        wire.expect(wireType.bytes, 'Profile.function');
        this.#functions.read(wire);
        break;
      case field.mapping:
        wire.expect(wireType.bytes, 'Profile.mapping');
        this.#mappings.read(wire);
        break;
      case field.stringTable:
        wire.expect(wireType.bytes, 'Profile.string_table');
        this.#readString();
        break;
      case field.sampleType:
        wire.expect(wireType.bytes, 'Profile.sample_type');
        this.#sampleTypes.push(this.#readValueType());
        break;
      case field.periodType:
        wire.expect(wireType.bytes, 'Profile.period_type');
        this.#periodType = this.#readValueType();
        break;
      case field.comment:
        this.#readComments();
        break;
      default:
        if (!this.#readNumber(number)) {
          wire.skip();
          return;
        }
    }
    this.#hasKnownField = true;
  }

  /** Reads a field that is a single number. False if `number` is not the number of one. */
  #readNumber(number: number): boolean {
    if (number < field.dropFrames || number > field.docUrl) return false;
    const wire = this.#wire;
    wire.expect(wireType.varint, 'Profile');
    wire.varint();
    switch (number) {
      case field.dropFrames:
        this.#dropFrames = stringIndex(wire);
        return true;
      case field.keepFrames:
        this.#keepFrames = stringIndex(wire);
        return true;
      case field.defaultSampleType:
        this.#defaultSampleType = stringIndex(wire);
        return true;
      case field.docUrl:
        this.#docUrl = stringIndex(wire);
        return true;
      case field.timeNanos:
        // One profile after another in a file would otherwise read as their union with mixed-up ids.
        if (this.#timeNanos !== 0n) throw concatenated();
        this.#timeNanos = this.#int64();
        return true;
      case field.durationNanos:
        this.#durationNanos = this.#int64();
        return true;
      default:
        this.#period = this.#int64();
        return true;
    }
  }

  #int64(): bigint {
    return BigInt.asIntN(64, (BigInt(this.#wire.high) << 32n) | BigInt(this.#wire.low));
  }

  #addComment(): void {
    const index = stringIndex(this.#wire);
    this.#stringIndexes.refer(index);
    this.#comments.push(index);
  }

  /** Of a field that should be there once, only the last occurrence counts, and need be right. */
  #referToLast(): void {
    const strings = this.#stringIndexes;
    for (const { type, unit } of [...this.#sampleTypes, this.#periodType]) {
      strings.refer(type);
      strings.refer(unit);
    }
    strings.refer(this.#dropFrames);
    strings.refer(this.#keepFrames);
    strings.refer(this.#defaultSampleType);
    strings.refer(this.#docUrl);
  }

  #readString(): void {
    const wire = this.#wire;
    const end = wire.fieldEnd();
    if (this.#stringRanges.length === 0 && end !== wire.position) {
      throw malformed(
        'first-string-not-empty',
        'The first entry of the profile’s string table is not empty; it is damaged. Record it again.',
      );
    }
    this.#stringRanges.push(wire.position);
    this.#stringRanges.push(end);
    wire.position = end;
  }

  #readValueType(): ValueTypeIndexes {
    const wire = this.#wire;
    const indexes = { type: 0, unit: 0 };
    const outer = wire.open();
    while (!wire.atEnd) {
      const number = wire.tag();
      if (number !== valueTypeField.type && number !== valueTypeField.unit) {
        wire.skip();
        continue;
      }
      wire.expect(wireType.varint, 'ValueType');
      wire.varint();
      if (number === valueTypeField.type) indexes.type = stringIndex(wire);
      else indexes.unit = stringIndex(wire);
    }
    wire.close(outer);
    return indexes;
  }

  #readComments(): void {
    const wire = this.#wire;
    if (wire.type !== wireType.bytes) {
      wire.expect(wireType.varint, 'Profile.comment');
      wire.varint();
      this.#addComment();
      return;
    }
    const outer = wire.open();
    while (!wire.atEnd) {
      wire.varint();
      this.#addComment();
    }
    wire.close(outer);
  }

  finish(): Profile {
    this.#referToLast();
    // Every profile refers to string 0, so one without a string table fails here too.
    this.#stringIndexes.check(this.#stringRanges.length / 2);
    const strings = compactStrings(this.#wire.bytes, this.#stringRanges.finish());
    const valueType = ({ type, unit }: ValueTypeIndexes) => ({
      type: strings.get(type),
      unit: strings.get(unit),
    });
    const sampleTypes = this.#sampleTypes.map(valueType);
    const functions = functionTable(this.#functions);
    const mappings = mappingTable(this.#mappings);
    const locations = locationTable(this.#locations, functions.id, mappings.id);
    return {
      strings,
      sampleTypes,
      defaultSampleType: strings.get(this.#defaultSampleType),
      samples: sampleTable(this.#samples, sampleTypes.length, locations.id),
      labels: labelTable(this.#samples),
      locations,
      functions,
      mappings,
      dropFrames: strings.get(this.#dropFrames),
      keepFrames: strings.get(this.#keepFrames),
      timeNanos: this.#timeNanos,
      durationNanos: this.#durationNanos,
      periodType: valueType(this.#periodType),
      period: this.#period,
      comments: this.#comments.map((index) => strings.get(index)),
      docUrl: strings.get(this.#docUrl),
    };
  }
}

function notAProfile(): Problem {
  return fail(
    'not-a-profile',
    'This is not a pprof profile. Open a file that was written by `go test -cpuprofile`, `runtime/pprof` or another pprof writer.',
  ).problem;
}

function concatenated(): Malformed {
  return malformed(
    'concatenated',
    'The file holds two profiles, one after the other. Keep them in files of their own and open both.',
  );
}
