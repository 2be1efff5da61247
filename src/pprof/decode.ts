import { fail, ok, type Problem, type Result } from '../result.ts';
import { HeaderFields } from './headerFields.ts';
import { catchMalformed, Malformed } from './malformed.ts';
import type { Profile } from './profile.ts';
import { SampleColumns } from './sampleColumns.ts';
import { StringIndexes } from './stringIndexes.ts';
import { StringsBuilder } from './strings.ts';
import { FunctionColumns, LocationColumns, MappingColumns } from './tableColumns.ts';
import { functionTable, labelTable, locationTable, mappingTable, sampleTable } from './tables.ts';
import { Wire, wireType } from './wire.ts';

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
    const decoder = new Decoder(new Wire(bytes));
    decoder.readAll();
    return ok(decoder.finish());
  });
}

/**
 * A `Profile` message that is decoded while its bytes arrive, for example from an inflating stream. The result is the
 * same as that of `decode` on all the bytes.
 */
export class ArrivingProfile {
  readonly #wire: Wire;
  readonly #decoder: Decoder;
  #damage: Malformed | null = null;

  /** @param bytes room for all bytes of the message; they are filled in from the beginning */
  constructor(bytes: Uint8Array) {
    this.#wire = new Wire(bytes);
    this.#decoder = new Decoder(this.#wire);
  }

  /** Decodes further: the bytes before `end` have arrived. Of a damaged profile, nothing more is read. */
  readTo(end: number): void {
    if (this.#damage !== null) return;
    this.#wire.limit(end);
    try {
      this.#decoder.readWhole();
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.#damage = error;
    }
  }

  /** The profile: all bytes before `end` have arrived. */
  finish(end: number): Result<Profile> {
    this.#wire.limit(end);
    return catchMalformed(() => {
      if (this.#damage !== null) throw this.#decoder.explained(this.#damage, end);
      this.#decoder.readAll();
      return ok(this.#decoder.finish());
    });
  }
}

class Decoder {
  readonly #wire: Wire;
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

  constructor(wire: Wire) {
    this.#wire = wire;
    this.#strings = new StringsBuilder(wire);
    this.#samples = new SampleColumns(wire, this.#stringIndexes);
    this.#locations = new LocationColumns(wire);
    this.#functions = new FunctionColumns(wire, this.#stringIndexes);
    this.#mappings = new MappingColumns(wire, this.#stringIndexes);
  }

  readAll(): void {
    const { end } = this.#wire;
    try {
      while (!this.#wire.atEnd) this.#readField();
    } catch (error) {
      throw error instanceof Malformed ? this.explained(error, end) : error;
    }
    if (!this.#hasKnownField) throw new Malformed(notAProfile());
  }

  /** Reads the fields that have arrived completely. */
  readWhole(): void {
    while (this.#wire.holdsField) this.#readField();
  }

  /**
   * The damage that the field read last has, in the words that help most: such a file may be something else. All bytes
   * before `end` have arrived.
   */
  explained(damage: Malformed, end: number): Malformed {
    // Bytes in which no field of a profile was found are some other kind of file.
    if (!this.#hasKnownField) return new Malformed(notAProfile());
    const wire = this.#wire;
    wire.limit(end);
    wire.position = this.#fieldStart;
    try {
      // Two profiles, one after the other, repeat ids. The second one also says when it was taken.
      while (!wire.atEnd) if (!this.#header.readTime(wire.tag(), wire)) wire.skip();
    } catch (error) {
      if (error instanceof Malformed && error.problem.code === 'concatenated') return error;
    }
    return damage;
  }

  #readField(): void {
    const wire = this.#wire;
    this.#fieldStart = wire.position;
    const number = wire.tag();
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
        this.#strings.read(wire);
        break;
      default:
        if (!this.#header.read(number, wire)) {
          wire.skip();
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
        this.#wire.end,
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
