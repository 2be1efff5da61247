/** Writes pprof files that say anything: texts of any bytes, any ids, any values. */
import { Writer } from 'protobufjs/minimal.js';
import { bytesField, varintField } from '../pprof/builder.ts';
import type { Text } from './texts.ts';

export type Integer = number | bigint;

export interface RawLabel {
  readonly key: Text;
  readonly text?: Text;
  readonly number?: Integer;
  readonly unit?: Text;
}

export interface RawProfile {
  readonly sampleTypes?: readonly (readonly [type: Text, unit: Text])[];
  readonly samples?: readonly {
    readonly locations: readonly Integer[];
    readonly values: readonly Integer[];
    readonly labels?: readonly RawLabel[];
  }[];
  readonly mappings?: readonly {
    readonly id: Integer;
    readonly start?: Integer;
    readonly limit?: Integer;
    readonly offset?: Integer;
    readonly file?: Text;
    readonly buildId?: Text;
  }[];
  readonly locations?: readonly {
    readonly id: Integer;
    readonly mapping?: Integer;
    readonly address?: Integer;
    readonly lines?: readonly {
      readonly func: Integer;
      readonly line?: Integer;
      readonly column?: Integer;
    }[];
  }[];
  readonly functions?: readonly {
    readonly id: Integer;
    readonly name?: Text;
    readonly systemName?: Text;
    readonly file?: Text;
    readonly startLine?: Integer;
  }[];
  readonly timeNanos?: Integer;
  readonly durationNanos?: Integer;
  readonly period?: Integer;
  readonly periodType?: readonly [Text, Text];
  readonly comments?: readonly Text[];
  readonly defaultSampleType?: Text;
  readonly dropFrames?: Text;
  readonly keepFrames?: Text;
  /** Bytes behind everything else. */
  readonly trailing?: Uint8Array;
}

/** The file, not compressed. A field that is not given is not written. */
export function rawProfile(profile: RawProfile): Uint8Array {
  const out = Writer.create();
  const strings = new Strings();
  const text = (writer: Writer, field: number, value: Text | undefined) => {
    if (value !== undefined) varintField(writer, field, strings.index(value));
  };
  const number = (writer: Writer, field: number, value: Integer | undefined) => {
    if (value !== undefined) varintField(writer, field, value);
  };
  const message = (writer: Writer, field: number, write: (inner: Writer) => void) => {
    const inner = Writer.create();
    write(inner);
    bytesField(writer, field, inner.finish());
  };
  const valueType = (field: number, [type, unit]: readonly [Text, Text]) =>
    message(out, field, (inner) => {
      text(inner, 1, type);
      text(inner, 2, unit);
    });

  for (const type of profile.sampleTypes ?? []) valueType(1, type);
  for (const { locations, values, labels = [] } of profile.samples ?? []) {
    message(out, 2, (sample) => {
      for (const id of locations) varintField(sample, 1, id);
      for (const value of values) varintField(sample, 2, value);
      for (const label of labels) {
        message(sample, 3, (inner) => {
          text(inner, 1, label.key);
          text(inner, 2, label.text);
          number(inner, 3, label.number);
          text(inner, 4, label.unit);
        });
      }
    });
  }
  for (const mapping of profile.mappings ?? []) {
    message(out, 3, (inner) => {
      number(inner, 1, mapping.id);
      number(inner, 2, mapping.start);
      number(inner, 3, mapping.limit);
      number(inner, 4, mapping.offset);
      text(inner, 5, mapping.file);
      text(inner, 6, mapping.buildId);
    });
  }
  for (const location of profile.locations ?? []) {
    message(out, 4, (inner) => {
      number(inner, 1, location.id);
      number(inner, 2, location.mapping);
      number(inner, 3, location.address);
      for (const { func, line, column } of location.lines ?? []) {
        message(inner, 4, (place) => {
          number(place, 1, func);
          number(place, 2, line);
          number(place, 3, column);
        });
      }
    });
  }
  for (const func of profile.functions ?? []) {
    message(out, 5, (inner) => {
      number(inner, 1, func.id);
      text(inner, 2, func.name);
      text(inner, 3, func.systemName ?? func.name);
      text(inner, 4, func.file);
      number(inner, 5, func.startLine);
    });
  }
  text(out, 7, profile.dropFrames);
  text(out, 8, profile.keepFrames);
  number(out, 9, profile.timeNanos);
  number(out, 10, profile.durationNanos);
  if (profile.periodType !== undefined) valueType(11, profile.periodType);
  number(out, 12, profile.period);
  for (const comment of profile.comments ?? []) varintField(out, 13, strings.index(comment));
  text(out, 14, profile.defaultSampleType);
  for (const bytes of strings.all()) bytesField(out, 6, bytes);
  return Buffer.concat([out.finish(), profile.trailing ?? new Uint8Array()]);
}

class Strings {
  readonly #indices = new Map<string, number>([['', 0]]);
  readonly #texts: Uint8Array[] = [new Uint8Array()];

  index(text: Text): number {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const key = Buffer.from(bytes).toString('latin1');
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    this.#indices.set(key, this.#texts.length);
    this.#texts.push(bytes);
    return this.#texts.length - 1;
  }

  all(): readonly Uint8Array[] {
    return this.#texts;
  }
}
