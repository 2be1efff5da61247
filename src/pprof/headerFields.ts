import { type Malformed, malformed } from './malformed.ts';
import { Numbers } from './numbers.ts';
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
  readonly type: number;
  readonly unit: number;
}

/** What a profile says of itself, besides its tables, while it is decoded. */
export class HeaderFields {
  readonly #sampleTypes: ValueTypeIndexes[] = [];
  #periodType: ValueTypeIndexes = { type: 0, unit: 0 };
  readonly #comments: number[] = [];
  /** The fields that are numbers: string indexes, times. */
  readonly #numbers = new Numbers(field.docUrl, 'Profile');

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
    const isSecondTime = number === field.timeNanos && this.#numbers.isTrue(number);
    this.#numbers.take(number, reader);
    // A second time means a second profile in the file. Read as one, their ids would be mixed up.
    if (isSecondTime) throw concatenated();
    return true;
  }

  /** Reads the time if it is the field whose tag has been read; else answers false, and nothing is read. */
  readTime(number: number, reader: ProfileReader): boolean {
    return number === field.timeNanos && reader.type === wireType.varint && this.read(number, reader);
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
    for (const number of [field.dropFrames, field.keepFrames, field.defaultSampleType, field.docUrl]) {
      this.#numbers.string(number, this.strings);
    }
  }

  finish(strings: StringTable): HeaderOfProfile {
    const numbers = this.#numbers;
    const text = (number: number) => strings.get(numbers.index(number));
    const valueType = ({ type, unit }: ValueTypeIndexes): ValueType => ({
      type: strings.get(type),
      unit: strings.get(unit),
    });
    return {
      sampleTypes: this.#sampleTypes.map(valueType),
      defaultSampleType: text(field.defaultSampleType),
      dropFrames: text(field.dropFrames),
      keepFrames: text(field.keepFrames),
      timeNanos: numbers.int64(field.timeNanos),
      durationNanos: numbers.int64(field.durationNanos),
      periodType: valueType(this.#periodType),
      period: numbers.int64(field.period),
      comments: this.#comments.map((index) => strings.get(index)),
      docUrl: text(field.docUrl),
    };
  }
}

type HeaderOfProfile = Omit<
  Profile,
  'strings' | 'samples' | 'labels' | 'locations' | 'functions' | 'mappings'
>;

function readValueType(reader: ProfileReader): ValueTypeIndexes {
  const numbers = new Numbers(valueTypeField.unit, 'ValueType');
  numbers.read(reader);
  return { type: numbers.index(valueTypeField.type), unit: numbers.index(valueTypeField.unit) };
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
