import { fail, ok, type Problem, type Result } from '../result.ts';
import { Uint32Builder } from './columns.ts';
import { HeaderFields } from './headerFields.ts';
import { catchMalformed, Malformed, malformed } from './malformed.ts';
import type { Profile } from './profile.ts';
import { SampleColumns } from './sampleColumns.ts';
import { StringIndexes } from './stringIndexes.ts';
import { compactStrings } from './strings.ts';
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
  #isDamaged = false;

  /** @param bytes room for all bytes of the message; they are filled in from the beginning */
  constructor(bytes: Uint8Array) {
    this.#wire = new Wire(bytes);
    this.#decoder = new Decoder(this.#wire);
  }

  /** Decodes further: the bytes before `end` have arrived. */
  readTo(end: number): void {
    this.#unlessDamaged(() => {
      this.#wire.limit(end);
      this.#decoder.readWhole();
    });
  }

  /** The profile: all bytes before `end` have arrived. `null` if they are damaged; `decode` says how. */
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
  readonly #header = new HeaderFields(this.#stringIndexes);
  #hasKnownField = false;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  readAll(): void {
    const wire = this.#wire;
    try {
      while (!wire.atEnd) this.#readField(wire.tag());
    } catch (error) {
      // Bytes in which no field of a profile was found are some other kind of file.
      if (error instanceof Malformed && !this.#hasKnownField) throw new Malformed(notAProfile());
      throw error;
    }
    if (!this.#hasKnownField) throw new Malformed(notAProfile());
  }

  /** Reads the fields that have arrived completely. */
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
      default:
        if (!this.#header.read(number, wire)) {
          wire.skip();
          return;
        }
    }
    this.#hasKnownField = true;
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

  finish(): Profile {
    this.#header.referToStrings();
    // Every profile refers to string 0, so a profile without a string table fails here too.
    this.#stringIndexes.check(this.#stringRanges.length / 2);
    const strings = compactStrings(this.#wire.bytes, this.#stringRanges.finish());
    const header = this.#header.finish(strings);
    const functions = functionTable(this.#functions);
    const mappings = mappingTable(this.#mappings);
    const locations = locationTable(this.#locations, functions.id, mappings.id);
    return {
      strings,
      ...header,
      samples: sampleTable(this.#samples, header.sampleTypes.length, locations.id),
      labels: labelTable(this.#samples),
      locations,
      functions,
      mappings,
    };
  }
}

function notAProfile(): Problem {
  return fail(
    'not-a-profile',
    'This is not a pprof profile. Open a file that was written by `go test -cpuprofile`, `runtime/pprof` or another pprof writer.',
  ).problem;
}
