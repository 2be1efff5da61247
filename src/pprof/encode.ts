import { Writer } from 'protobufjs/minimal.js';
import { int64At } from './columns.ts';
import { gzipped } from './gzip.ts';
import type { Int64Column, Profile, StringIndex } from './profile.ts';
import { utf8Bytes } from './strings.ts';
import { type Fields, functionFields, mappingFields } from './tableColumns.ts';

/** The profile as the bytes of a pprof file, gzipped. Reading them back gives the same profile. */
export function encodeGzipped(profile: Profile): Uint8Array {
  return gzipped(encode(profile));
}

/** The profile as an uncompressed `Profile` message (profile.proto). */
export function encode(profile: Profile): Uint8Array {
  return new Encoder(profile).encode();
}

type Column = Int64Column | Uint32Array | Uint8Array;

class Encoder {
  readonly #out = Writer.create();
  /** Texts that are not in the profile's string table, and are written after it. */
  readonly #added = new Map<string, StringIndex>();

  constructor(private readonly profile: Profile) {}

  encode(): Uint8Array {
    const profile = this.profile;
    for (const type of profile.sampleTypes) this.#valueType(1, type);
    this.#samples();
    this.#table(3, { ...profile.mappings }, mappingFields);
    this.#locations();
    this.#table(5, { ...profile.functions }, functionFields);
    this.#number(7, this.#text(profile.dropFrames));
    this.#number(8, this.#text(profile.keepFrames));
    this.#int64(9, profile.timeNanos);
    this.#int64(10, profile.durationNanos);
    if (profile.periodType.type !== '' || profile.periodType.unit !== '')
      this.#valueType(11, profile.periodType);
    this.#int64(12, profile.period);
    for (const comment of profile.comments) this.#out.uint32(13 << 3).uint32(this.#text(comment));
    this.#number(14, this.#text(profile.defaultSampleType));
    this.#number(15, this.#text(profile.docUrl));
    this.#strings();
    return this.#out.finish();
  }

  #text(text: string): StringIndex {
    if (text === '') return 0;
    let index = this.#added.get(text);
    if (index === undefined) {
      index = Math.max(1, this.profile.strings.length) + this.#added.size;
      this.#added.set(text, index);
    }
    return index;
  }

  #strings(): void {
    const { strings } = this.profile;
    const out = this.#out;
    out.uint32((6 << 3) | 2).uint32(0);
    for (let index = 1; index < strings.length; index++) out.uint32((6 << 3) | 2).bytes(strings.raw(index));
    for (const text of this.#added.keys()) out.uint32((6 << 3) | 2).bytes(utf8Bytes(text));
  }

  #valueType(field: number, { type, unit }: { readonly type: string; readonly unit: string }): void {
    this.#message(field, () => {
      this.#number(1, this.#text(type));
      this.#number(2, this.#text(unit));
    });
  }

  #samples(): void {
    const { samples, labels, locations, sampleTypes } = this.profile;
    const types = sampleTypes.length;
    const out = this.#out;
    for (let sample = 0; sample < samples.count; sample++) {
      this.#message(2, () => {
        const end = samples.locationStart[sample + 1]!;
        if (samples.locationStart[sample]! < end) {
          out.uint32((1 << 3) | 2).fork();
          for (let i = samples.locationStart[sample]!; i < end; i++)
            this.#raw(locations.id, samples.locations[i]!);
          out.ldelim();
        }
        out.uint32((2 << 3) | 2).fork();
        for (let type = 0; type < types; type++) this.#raw(samples.values, sample * types + type);
        out.ldelim();
        const lastLabel = samples.labelStart[sample + 1]!;
        for (let label = samples.labelStart[sample]!; label < lastLabel; label++) {
          this.#message(3, () => {
            this.#number(1, labels.key[label]!);
            this.#number(2, labels.text[label]!);
            this.#column(3, labels.number, label);
            this.#number(4, labels.numberUnit[label]!);
          });
        }
      });
    }
  }

  #locations(): void {
    const { locations, mappings, functions } = this.profile;
    for (let row = 0; row < locations.count; row++) {
      this.#message(4, () => {
        this.#column(1, locations.id, row);
        const mapping = locations.mapping[row]!;
        if (mapping !== -1) this.#column(2, mappings.id, mapping);
        this.#column(3, locations.address, row);
        for (let line = locations.lineStart[row]!; line < locations.lineStart[row + 1]!; line++) {
          this.#message(4, () => {
            this.#column(1, functions.id, locations.lineFunction[line]!);
            this.#column(2, locations.lineNumber, line);
            this.#column(3, locations.lineColumn, line);
          });
        }
        this.#number(5, locations.isFolded[row]!);
      });
    }
  }

  /** A table without nested messages. */
  #table(number: number, table: Readonly<Record<string, Column | number>>, fields: Fields): void {
    const columns = Object.entries(fields).map(([name, [field]]) => ({ field, column: table[name] }));
    for (let row = 0; row < Number(table.count); row++) {
      this.#message(number, () => {
        for (const { field, column } of columns) {
          if (column instanceof Uint32Array || column instanceof Uint8Array)
            this.#number(field, column[row]!);
          else if (typeof column === 'object') this.#column(field, column, row);
        }
      });
    }
  }

  /** A nested message: its length, then what `write` writes. */
  #message(field: number, write: () => void): void {
    this.#out.uint32((field << 3) | 2).fork();
    write();
    this.#out.ldelim();
  }

  /** A number. Proto3: a field that is 0 is not written. */
  #number(field: number, value: number): void {
    if (value !== 0) this.#out.uint32(field << 3).uint32(value);
  }

  #int64(field: number, value: bigint): void {
    if (value === 0n) return;
    this.#out.uint32(field << 3);
    writeVarint(this.#out, value);
  }

  #column(field: number, column: Int64Column, row: number): void {
    if (column.approximate[row] === 0) return;
    this.#out.uint32(field << 3);
    this.#raw(column, row);
  }

  #raw(column: Int64Column, row: number): void {
    const value = column.approximate[row]!;
    if (value >= 0 && value <= 0xffff_ffff) this.#out.uint32(value);
    else writeVarint(this.#out, int64At(column, row));
  }
}

function writeVarint(out: Writer, value: bigint): void {
  const low = Number(value & 0xffff_ffffn);
  const high = Number((value >> 32n) & 0xffff_ffffn);
  out.uint64({ low, high, unsigned: true });
}
