import { type Malformed, malformed } from './malformed.ts';
import type { Profile, StringTable, ValueType } from './profile.ts';
import { type ProfileReader, wireType } from './profileReader.ts';
import { type StringIndexes, stringIndex } from './stringIndexes.ts';

/** Field numbers of `Profile` and `ValueType` (profile.proto) that are no tables. */
const field = {
  sampleType: 1,
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

/** No writer comes near these. Each takes much more memory than its bytes in the file. */
const mostSampleTypes = 10_000;
const mostComments = 100_000;

/** A `ValueType` as string indexes, until the string table is known. */
interface ValueTypeIndexes {
  type: number;
  unit: number;
}

/** What a profile says of itself, besides its tables, while it is decoded. */
export class HeaderFields {
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

  constructor(private readonly strings: StringIndexes) {}

  /** Reads the value of a field whose tag has been read. False, and nothing is read, if it is no field of these. */
  read(number: number, reader: ProfileReader): boolean {
    switch (number) {
      case field.sampleType:
        reader.expect(wireType.bytes, 'Profile.sample_type');
        this.#sampleTypes.push(readValueType(reader));
        if (this.#sampleTypes.length > mostSampleTypes) throw tooMany('sample types', mostSampleTypes);
        return true;
      case field.periodType:
        reader.expect(wireType.bytes, 'Profile.period_type');
        this.#periodType = readValueType(reader);
        return true;
      case field.comment:
        this.#readComments(reader);
        return true;
    }
    if (number < field.dropFrames || number > field.docUrl) return false;
    reader.expect(wireType.varint, 'Profile');
    reader.varint();
    this.#takeNumber(number, reader);
    return true;
  }

  /** Reads the time if it is the field whose tag has been read; else answers false, and nothing is read. */
  readTime(number: number, reader: ProfileReader): boolean {
    return number === field.timeNanos && reader.type === wireType.varint && this.read(number, reader);
  }

  #takeNumber(number: number, reader: ProfileReader): void {
    switch (number) {
      case field.dropFrames:
        this.#dropFrames = stringIndex(reader);
        return;
      case field.keepFrames:
        this.#keepFrames = stringIndex(reader);
        return;
      case field.defaultSampleType:
        this.#defaultSampleType = stringIndex(reader);
        return;
      case field.docUrl:
        this.#docUrl = stringIndex(reader);
        return;
      case field.timeNanos:
        // A second time means a second profile in the file. Read as one, their ids would be mixed up.
        if (this.#timeNanos !== 0n) throw concatenated();
        this.#timeNanos = int64(reader);
        return;
      case field.durationNanos:
        this.#durationNanos = int64(reader);
        return;
      default:
        this.#period = int64(reader);
    }
  }

  #readComments(reader: ProfileReader): void {
    if (reader.type !== wireType.bytes) {
      reader.expect(wireType.varint, 'Profile.comment');
      reader.varint();
      this.#addComment(reader);
      return;
    }
    const outer = reader.open();
    while (!reader.atEnd) {
      reader.varint();
      this.#addComment(reader);
    }
    reader.close(outer);
  }

  #addComment(reader: ProfileReader): void {
    const index = stringIndex(reader);
    this.strings.refer(index);
    this.#comments.push(index);
    if (this.#comments.length > mostComments) throw tooMany('comments', mostComments);
  }

  /**
   * Call it when all fields have been read. Protobuf: the last occurrence of a field that is not repeated wins, so only
   * that one's string index has to be valid.
   */
  referToStrings(): void {
    for (const { type, unit } of [...this.#sampleTypes, this.#periodType]) {
      this.strings.refer(type);
      this.strings.refer(unit);
    }
    this.strings.refer(this.#dropFrames);
    this.strings.refer(this.#keepFrames);
    this.strings.refer(this.#defaultSampleType);
    this.strings.refer(this.#docUrl);
  }

  finish(strings: StringTable): HeaderOfProfile {
    const valueType = ({ type, unit }: ValueTypeIndexes): ValueType => ({
      type: strings.get(type),
      unit: strings.get(unit),
    });
    return {
      sampleTypes: this.#sampleTypes.map(valueType),
      defaultSampleType: strings.get(this.#defaultSampleType),
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

type HeaderOfProfile = Omit<
  Profile,
  'strings' | 'samples' | 'labels' | 'locations' | 'functions' | 'mappings'
>;

/** The varint that was read last. */
function int64({ low, high }: ProfileReader): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
}

function readValueType(reader: ProfileReader): ValueTypeIndexes {
  const indexes = { type: 0, unit: 0 };
  const outer = reader.open();
  while (!reader.atEnd) {
    const number = reader.field();
    if (number !== valueTypeField.type && number !== valueTypeField.unit) {
      reader.skipField();
      continue;
    }
    reader.expect(wireType.varint, 'ValueType');
    reader.varint();
    if (number === valueTypeField.type) indexes.type = stringIndex(reader);
    else indexes.unit = stringIndex(reader);
  }
  reader.close(outer);
  return indexes;
}

function tooMany(what: string, most: number): Malformed {
  return malformed('too-many', 'The profile has more than {0} {1}; it is damaged. Record it again.', [
    most,
    what,
  ]);
}

function concatenated(): Malformed {
  return malformed(
    'concatenated',
    'The file holds two profiles, one after the other. Keep them in files of their own and open both.',
  );
}
