import { fail, ok, type Problem, type Result } from '../base/result.ts';
import { HeaderFields } from './headerFields.ts';
import { catchMalformed, Malformed } from './malformed.ts';
import type { Profile } from './profile.ts';
import { ProfileReader, wireType } from './profileReader.ts';
import { SampleColumns } from './sampleColumns.ts';
import { StringIndexes } from './stringIndexes.ts';
import { StringsBuilder } from './strings.ts';
import { FunctionColumns, LocationColumns, MappingColumns } from './tableColumns.ts';
import { functionTable, labelTable, locationTable, mappingTable, sampleTable } from './tables.ts';

/** Field numbers of the tables in `Profile` (profile.proto). */
const field = {
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  stringTable: 6,
} as const;

/**
 * Decodes an inflated `Profile` message in one pass over its bytes. Then resolves ids to rows and checks the rules that
 * hold between the tables. The profile does not keep `bytes` in memory.
 *
 * Fails, with a code and a sentence for each reason, on every input that google/pprof's own reader rejects.
 */
export function decode(bytes: Uint8Array): Result<Profile> {
  return catchMalformed(() => {
    const decoder = new Decoder(new ProfileReader(bytes));
    decoder.readAll();
    return ok(decoder.finish());
  });
}

/**
 * A `Profile` message that is decoded while its bytes arrive, for example from an inflating stream. The result is the
 * same as that of `decode` on all the bytes.
 */
export class ArrivingProfile {
  readonly #reader: ProfileReader;
  readonly #decoder: Decoder;
  #damage: Malformed | null = null;

  /** @param bytes room for all bytes of the message; they are filled in from the beginning */
  constructor(bytes: Uint8Array) {
    this.#reader = new ProfileReader(bytes);
    this.#decoder = new Decoder(this.#reader);
  }

  /** Decodes further: the bytes before `end` have arrived. Of a damaged profile, nothing more is read. */
  readTo(end: number): void {
    if (this.#damage !== null) return;
    this.#reader.len = end;
    try {
      this.#decoder.readWhole();
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.#damage = error;
    }
  }

  /** The profile: all bytes before `end` have arrived. */
  finish(end: number): Result<Profile> {
    this.#reader.len = end;
    return catchMalformed(() => {
      if (this.#damage !== null) throw this.#decoder.explained(this.#damage, end);
      this.#decoder.readAll();
      return ok(this.#decoder.finish());
    });
  }
}

class Decoder {
  readonly #stringIndexes = new StringIndexes();
  readonly #strings: StringsBuilder;
  readonly #samples: SampleColumns;
  readonly #locations: LocationColumns;
  readonly #functions: FunctionColumns;
  readonly #mappings: MappingColumns;
  readonly #header = new HeaderFields(this.#stringIndexes);
  #hasKnownField = false;
  /** Where the field begins that is read now. */
  #fieldStart = 0;

  constructor(private readonly reader: ProfileReader) {
    this.#strings = new StringsBuilder(reader);
    this.#samples = new SampleColumns(reader, this.#stringIndexes);
    this.#locations = new LocationColumns(reader);
    this.#functions = new FunctionColumns(reader, this.#stringIndexes);
    this.#mappings = new MappingColumns(reader, this.#stringIndexes);
  }

  readAll(): void {
    const { len: end } = this.reader;
    try {
      while (!this.reader.atEnd) this.#readField();
    } catch (error) {
      throw error instanceof Malformed ? this.explained(error, end) : error;
    }
    if (!this.#hasKnownField) throw new Malformed(notAProfile());
  }

  /** Reads the fields that have arrived completely. */
  readWhole(): void {
    while (this.reader.holdsField) this.#readField();
  }

  /**
   * The damage that the field read last has, in the words that help most: such a file may be something else. All bytes
   * before `end` have arrived.
   */
  explained(damage: Malformed, end: number): Malformed {
    // Bytes in which no field of a profile was found are some other kind of file.
    if (!this.#hasKnownField) return new Malformed(notAProfile());
    const reader = this.reader;
    reader.len = end;
    reader.pos = this.#fieldStart;
    try {
      // Two profiles, one after the other, repeat ids. The second one also says when it was taken.
      while (!reader.atEnd) if (!this.#header.readTime(reader.field(), reader)) reader.skipField();
    } catch (error) {
      if (error instanceof Malformed && error.problem.code === 'concatenated') return error;
    }
    return damage;
  }

  #readField(): void {
    const reader = this.reader;
    this.#fieldStart = reader.pos;
    const number = reader.field();
    switch (number) {
      case field.sample:
        reader.expect(wireType.bytes, 'Profile.sample');
        this.#samples.read(reader);
        break;
      case field.location:
        reader.expect(wireType.bytes, 'Profile.location');
        this.#locations.read(reader);
        break;
      case field.function:
        reader.expect(wireType.bytes, 'Profile.function');
        this.#functions.read(reader);
        break;
      case field.mapping:
        reader.expect(wireType.bytes, 'Profile.mapping');
        this.#mappings.read(reader);
        break;
      case field.stringTable:
        reader.expect(wireType.bytes, 'Profile.string_table');
        this.#strings.read(reader);
        break;
      default:
        if (!this.#header.read(number, reader)) {
          reader.skipField();
          return;
        }
    }
    this.#hasKnownField = true;
  }

  finish(): Profile {
    this.#header.referToStrings();
    // Every profile refers to string 0, so a profile without a string table fails here too.
    this.#stringIndexes.check(this.#strings.count);
    const strings = this.#strings.finish();
    const header = this.#header.finish(strings);
    const locations = locationTable(this.#locations, this.#functions, this.#mappings);
    return {
      strings,
      ...header,
      samples: sampleTable(
        this.#samples,
        header.sampleTypes.length,
        { columns: this.#locations, lineStart: locations.lineStart },
        this.reader.len,
      ),
      labels: labelTable(this.#samples),
      locations,
      functions: functionTable(this.#functions),
      mappings: mappingTable(this.#mappings),
    };
  }
}

function notAProfile(): Problem {
  return fail(
    'not-a-profile',
    'This is not a pprof profile. Open a file that was written by `go test -cpuprofile`, `runtime/pprof` or another pprof writer.',
  ).problem;
}
