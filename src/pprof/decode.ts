import { fail, ok, type Problem, type Result } from '../base/result.ts';
import { HeaderFields } from './headerFields.ts';
import { catchMalformed, Malformed } from './malformed.ts';
import type { Profile } from './profile.ts';
import { ProfileReader, wireType } from './profileReader.ts';
import { SampleColumns } from './sampleColumns.ts';
import { StringIndexes } from './stringIndexes.ts';
import { StringsBuilder } from './strings.ts';
import { DecodedLocations, DecodedTable, functionFields, mappingFields } from './tableColumns.ts';
import { labelTable, locationTable, sampleTable } from './tables.ts';

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
  readonly #locations: DecodedLocations;
  readonly #functions: DecodedTable<typeof functionFields>;
  readonly #mappings: DecodedTable<typeof mappingFields>;
  readonly #header = new HeaderFields(this.#stringIndexes);
  /** What reads the rows of a table, by field number in `Profile` (profile.proto). */
  readonly #tables: readonly (
    | { readonly name: string; readonly rows: { read(reader: ProfileReader): void } }
    | undefined
  )[];
  #hasKnownField = false;
  /** Where the field begins that is read now. */
  #fieldStart = 0;

  constructor(private readonly reader: ProfileReader) {
    const strings = this.#stringIndexes;
    this.#strings = new StringsBuilder(reader);
    this.#samples = new SampleColumns(reader, strings);
    this.#locations = new DecodedLocations(reader, strings);
    this.#functions = new DecodedTable(
      reader,
      'function',
      functionFields,
      functionFields.startLine[0],
      strings,
    );
    this.#mappings = new DecodedTable(
      reader,
      'mapping',
      mappingFields,
      mappingFields.hasInlineFrames[0],
      strings,
    );
    this.#tables = [
      undefined,
      undefined,
      { name: 'Profile.sample', rows: this.#samples },
      { name: 'Profile.mapping', rows: this.#mappings },
      { name: 'Profile.location', rows: this.#locations },
      { name: 'Profile.function', rows: this.#functions },
      { name: 'Profile.string_table', rows: this.#strings },
    ];
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
    const table = this.#tables[number];
    if (table !== undefined) {
      reader.expect(wireType.bytes, table.name);
      table.rows.read(reader);
    } else if (!this.#header.read(number, reader)) {
      reader.skipField();
      return;
    }
    this.#hasKnownField = true;
  }

  finish(): Profile {
    this.#header.referToStrings();
    // Every profile refers to string 0, so a profile without a string table fails here too.
    this.#stringIndexes.check(this.#strings.count);
    const strings = this.#strings.finish();
    const header = this.#header.finish(strings);
    const locations = locationTable(this.#locations, this.#functions.index, this.#mappings.index);
    return {
      strings,
      ...header,
      samples: sampleTable(
        this.#samples,
        header.sampleTypes.length,
        { index: this.#locations.index, lineStart: locations.lineStart },
        this.reader.len,
      ),
      labels: labelTable(this.#samples),
      locations,
      functions: this.#functions.finish(),
      mappings: this.#mappings.finish(),
    };
  }
}

function notAProfile(): Problem {
  return fail(
    'not-a-profile',
    'This is not a pprof profile. Open a file that was written by `go test -cpuprofile`, `runtime/pprof` or another pprof writer.',
  ).problem;
}
