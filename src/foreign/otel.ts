/**
 * Profiles of OpenTelemetry, as protobuf or JSON: what is sent to its collector, and what the collector writes into files. All
 * profiles share a dictionary. A profile counts one thing; each table begins with a row of nothing, which means that there is none.
 *
 *   {"resourceProfiles": [{"resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "shop"}}]},
 *      "scopeProfiles": [{"profiles": [{"sampleType": {"typeStrindex": 1, "unitStrindex": 2},
 *        "samples": [{"stackIndex": 1, "values": ["20000000"], "attributeIndices": [1]}]}]}]}],
 *    "dictionary": {"stringTable": ["", "cpu", "nanoseconds", "main.rank"], "stackTable": [{}, {"locationIndices": [1]}],
 *      "locationTable": [{}, {"lines": [{"functionIndex": 1, "line": "12"}]}], "functionTable": [{}, {"nameStrindex": 3}]}}
 */
import { property, text, wholeNumber } from '../base/outsideValues.ts';
import { ok, type Result } from '../base/result.ts';
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile, ValueType } from '../pprof/profile.ts';
import { Sequences } from '../pprof/sequences.ts';
import {
  caught,
  checkDistinctFrames,
  checkFrames,
  checkProfiles,
  checkValues,
  damaged,
} from './badRecording.ts';
import { items, jsonFormat, parsedJson } from './json.ts';
import { otelObjects, otherVersion } from './otelWire.ts';
import { type RecordingFacts, type SourceFrame, StackProfile } from './stackProfile.ts';
import { fileOf, mostLines } from './v8Tree.ts';

/**
 * Reads a file of OpenTelemetry's profiles. Problems: `too-large`, `bad-json`, `damaged-recording`, `too-many-frames`,
 * `other-version`, and those of a damaged pprof file.
 */
export function readOtel(bytes: Uint8Array): Result<Profile> {
  return caught(() => {
    const data = jsonFormat(bytes) === 'otel' ? parsedJson(bytes) : otelObjects(bytes);
    return ok(new OtelFile(data, bytes.length).profile());
  });
}

interface OtelProfile {
  readonly profile: unknown;
  readonly samples: readonly unknown[];
  /** Its row in the types of samples. */
  readonly type: number;
  /** What ran, where the file says so of several; empty for no label. */
  readonly service: string;
}

class OtelFile {
  readonly #profile = new StackProfile();
  readonly #values = new Int64Builder('signed');
  readonly #dictionary: unknown;
  readonly #profiles: OtelProfile[] = [];
  readonly #sampleTypes: ValueType[] = [];
  readonly #typeRows = new Map<string, number>();
  /** By row of the table of locations, its place + 1, and how many frames that has. */
  readonly #places = new Map<number, { readonly place: number; readonly frames: number }>();
  /** A stack, a service and attributes; by the number of such a sequence, which of the profile's distinct samples has them. */
  readonly #keys = new Sequences();
  readonly #samples: number[] = [];
  readonly #services = new Map<string, number>();
  #frames = 0;

  constructor(
    data: unknown,
    private readonly bytes: number,
  ) {
    this.#dictionary = property(data, 'dictionary');
    const resources = items(property(data, 'resourceProfiles'));
    for (const resource of resources) {
      const service = resources.length > 1 ? this.#serviceOf(property(resource, 'resource')) : '';
      for (const scope of items(property(resource, 'scopeProfiles')))
        for (const profile of items(property(scope, 'profiles'))) this.#addProfile(profile, service);
    }
  }

  profile(): Profile {
    const count = this.#profiles.reduce((sum, { samples }) => sum + samples.length, 0);
    checkValues(this.#sampleTypes.length, count, this.bytes);
    for (const profile of this.#profiles)
      for (const sample of profile.samples) this.#addSample(sample, profile);
    return this.#profile.finish(this.#values, {
      ...this.#facts(),
      sampleTypes: this.#sampleTypes,
      // What tools should show first is the first one.
      defaultSampleType: this.#sampleTypes[0]?.type ?? '',
    });
  }

  #addProfile(profile: unknown, service: string): void {
    const samples = items(property(profile, 'samples'));
    if (samples.length === 0) return;
    checkProfiles(this.#profiles.length + 1);
    const { type, unit } = this.#valueType(property(profile, 'sampleType'));
    const key = JSON.stringify([type, unit]);
    const row = this.#typeRows.get(key) ?? this.#sampleTypes.push({ type, unit }) - 1;
    this.#typeRows.set(key, row);
    this.#profiles.push({ profile, samples, type: row, service });
  }

  #facts(): Partial<RecordingFacts> {
    const first = this.#profiles[0]?.profile;
    return {
      timeNanos: wholeOf(property(first, 'timeUnixNano')),
      durationNanos: wholeOf(property(first, 'durationNano')),
      periodType: this.#valueType(property(first, 'periodType')),
      period: wholeOf(property(first, 'period')),
    };
  }

  #valueType(value: unknown): ValueType {
    return {
      type: this.#string(property(value, 'typeStrindex')),
      unit: this.#string(property(value, 'unitStrindex')),
    };
  }

  #addSample(sample: unknown, { type, service }: OtelProfile): void {
    const value = sumOf(sample);
    for (let row = 0; row < this.#sampleTypes.length; row++)
      this.#values.pushExact(row === type ? value : 0n);
    const stack = wholeNumber(property(sample, 'stackIndex') ?? 0) ?? -1;
    const attributes = items(property(sample, 'attributeIndices'));
    this.#keys.push(stack);
    this.#keys.push(this.#services.get(service) ?? this.#services.size);
    if (!this.#services.has(service)) this.#services.set(service, this.#services.size);
    for (const attribute of attributes) this.#keys.push(wholeNumber(attribute) ?? -1);
    const known = this.#samples[this.#keys.close()];
    if (known !== undefined) {
      this.#profile.endAs(known);
      return;
    }
    for (const location of items(property(this.#row('stackTable', stack), 'locationIndices'))) {
      const { place, frames } = this.#place(location);
      this.#profile.frame(place);
      this.#frames += frames;
    }
    // Equal attributes can have many numbers: what counts is how often stacks are walked, not how many there are.
    checkFrames(this.#frames, this.bytes);
    if (service !== '') this.#profile.label('service.name', service);
    for (const attribute of attributes) this.#addLabel(this.#row('attributeTable', attribute));
    this.#samples.push(this.#profile.end());
  }

  #addLabel(attribute: unknown): void {
    const key = this.#string(property(attribute, 'keyStrindex'));
    const value = this.#attributeValue(property(attribute, 'value'));
    if (key !== '' && value !== '') this.#profile.label(key, value);
  }

  /** Large and negative numbers as texts. Empty for lists and others that are no label. */
  #attributeValue(value: unknown): string | number {
    const index = property(value, 'stringValueStrindex');
    const own = index === undefined ? text(property(value, 'stringValue')) : this.#string(index);
    const number = property(value, 'intValue');
    if (own !== undefined || number === undefined) return own ?? '';
    const int = intOf(number);
    return int >= 0n && int < 2n ** 32n ? Number(int) : String(int);
  }

  #serviceOf(resource: unknown): string {
    const attributes = items(property(resource, 'attributes'));
    const keyOf = (attribute: unknown) =>
      text(property(attribute, 'key')) || this.#string(property(attribute, 'keyStrindex'));
    const found = attributes.find((attribute) => keyOf(attribute) === 'service.name');
    return String(this.#attributeValue(property(found, 'value')));
  }

  #place(location: unknown): { readonly place: number; readonly frames: number } {
    const row = wholeNumber(location) ?? -1;
    const known = this.#places.get(row);
    if (known !== undefined) return known;
    const found = this.#row('locationTable', row);
    const mapping = this.#row('mappingTable', property(found, 'mappingIndex'));
    const frames = items(property(found, 'lines')).map((line) => this.#frame(line));
    const place = this.#profile.place({
      address: BigInt.asUintN(64, intOf(property(found, 'address') ?? 0)),
      object: this.#string(property(mapping, 'filenameStrindex')),
      frames,
    });
    checkDistinctFrames(this.#profile.places, this.bytes);
    const added = { place, frames: Math.max(1, frames.length) };
    this.#places.set(row, added);
    return added;
  }

  #frame(line: unknown): SourceFrame {
    const func = this.#row('functionTable', property(line, 'functionIndex'));
    const name = this.#string(property(func, 'nameStrindex'));
    const number = Number(intOf(property(line, 'line') ?? 0));
    return {
      name: name || this.#string(property(func, 'systemNameStrindex')),
      file: fileOf(this.#string(property(func, 'filenameStrindex'))),
      line: number > 0 && number < mostLines ? number : 0,
    };
  }

  #string(index: unknown): string {
    return text(this.#row('stringTable', index)) ?? '';
  }

  /** A row of the dictionary; `undefined` for the first, which means that there is none. */
  #row(table: string, index: unknown): unknown {
    const row = wholeNumber(index ?? 0);
    if (row === 0) return undefined;
    const rows = items(property(this.#dictionary, table));
    if (row === undefined || row >= rows.length) throw damaged();
    return rows[row];
  }
}

/** The sum of a sample's values. Where it has none, each time counts once; before version 1.10, values had another number. */
function sumOf(sample: unknown): bigint {
  const values = items(property(sample, 'values'));
  const times = property(sample, 'timestampsUnixNano');
  const count = typeof times === 'number' ? times : items(times).length;
  if (values.length === 0) {
    if (count === 0) throw otherVersion();
    return BigInt(count);
  }
  let sum = 0n;
  for (const value of values) sum += intOf(value);
  if (BigInt.asIntN(64, sum) !== sum) throw damaged();
  return sum;
}

/** A number of 64 bits, which JSON has as a text. */
function intOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return BigInt.asIntN(64, BigInt(value));
  throw damaged();
}

/** The same of one that is 0 or more; 0 if it is neither. */
function wholeOf(value: unknown): bigint {
  const number = intOf(value ?? 0);
  return number < 0n ? 0n : number;
}
