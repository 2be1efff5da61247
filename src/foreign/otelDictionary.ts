import { property, text, wholeNumber } from '../base/outsideValues.ts';
import type { ValueType } from '../pprof/profile.ts';
import { checkDistinctFrames, damaged } from './badRecording.ts';
import { items } from './json.ts';
import type { SourceFrame, StackProfile } from './stackProfile.ts';
import { fileOf, mostLines } from './v8Tree.ts';

/** A location of the dictionary in the profile, and how many frames it has. */
interface OtelPlace {
  readonly place: number;
  readonly frames: number;
}

/** What the profiles of a message share. Each table begins with a row of nothing, which means that there is none. */
export class OtelDictionary {
  /** By row of the table of locations. */
  readonly #places = new Map<number, OtelPlace>();

  /** @param bytes how many the recording has */
  constructor(
    private readonly dictionary: unknown,
    private readonly profile: StackProfile,
    private readonly bytes: number,
  ) {}

  valueType(value: unknown): ValueType {
    return {
      type: this.string(property(value, 'typeStrindex')),
      unit: this.string(property(value, 'unitStrindex')),
    };
  }

  /** The locations of a stack, the innermost first. */
  stack(index: unknown): readonly unknown[] {
    return items(property(this.#row('stackTable', index), 'locationIndices'));
  }

  /** Adds an attribute to the sample. */
  addLabel(index: unknown): void {
    const attribute = this.#row('attributeTable', index);
    const key = this.string(property(attribute, 'keyStrindex'));
    const value = this.attributeValue(property(attribute, 'value'));
    if (key !== '' && value !== '') this.profile.label(key, value);
  }

  /** Large and negative numbers as texts. Empty for lists and others that are no label. */
  attributeValue(value: unknown): string | number {
    const index = property(value, 'stringValueStrindex');
    const own = index === undefined ? text(property(value, 'stringValue')) : this.string(index);
    const number = property(value, 'intValue');
    if (own !== undefined || number === undefined) return own ?? '';
    const int = intOf(number);
    return int >= 0n && int < 2n ** 32n ? Number(int) : String(int);
  }

  place(location: unknown): OtelPlace {
    const row = wholeNumber(location) ?? -1;
    const known = this.#places.get(row);
    if (known !== undefined) return known;
    const found = this.#row('locationTable', row);
    const mapping = this.#row('mappingTable', property(found, 'mappingIndex'));
    const frames = items(property(found, 'lines')).map((line) => this.#frame(line));
    const place = this.profile.place({
      address: BigInt.asUintN(64, intOf(property(found, 'address') ?? 0)),
      object: this.string(property(mapping, 'filenameStrindex')),
      frames,
    });
    checkDistinctFrames(this.profile.places, this.bytes);
    const added = { place, frames: Math.max(1, frames.length) };
    this.#places.set(row, added);
    return added;
  }

  #frame(line: unknown): SourceFrame {
    const func = this.#row('functionTable', property(line, 'functionIndex'));
    const name = this.string(property(func, 'nameStrindex'));
    const number = Number(intOf(property(line, 'line') ?? 0));
    return {
      name: name || this.string(property(func, 'systemNameStrindex')),
      file: fileOf(this.string(property(func, 'filenameStrindex'))),
      line: number > 0 && number < mostLines ? number : 0,
    };
  }

  /** A text of the table of strings. */
  string(index: unknown): string {
    return text(this.#row('stringTable', index)) ?? '';
  }

  /** A row of the dictionary; `undefined` for the first, which means that there is none. */
  #row(table: string, index: unknown): unknown {
    const row = wholeNumber(index ?? 0);
    if (row === 0) return undefined;
    const rows = items(property(this.dictionary, table));
    if (row === undefined || row >= rows.length) throw damaged();
    return rows[row];
  }
}

/** A number of 64 bits, which JSON has as a text. */
export function intOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return BigInt.asIntN(64, BigInt(value));
  throw damaged();
}
