/**
 * Profiles of OpenTelemetry, as protobuf or JSON: what is sent to its collector, and what the collector writes into files, which
 * can have several such messages. All profiles of a message share a dictionary, and each counts one thing.
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
import { caught, checkFrames, checkProfiles, checkValues, damaged } from './badRecording.ts';
import { items, jsonFormat, parsedLines } from './json.ts';
import { intOf, OtelDictionary } from './otelDictionary.ts';
import { otelMessages, otherVersion } from './otelWire.ts';
import { type RecordingFacts, StackProfile } from './stackProfile.ts';

/**
 * Reads a file of OpenTelemetry's profiles. Problems: `too-large`, `bad-json`, `damaged-recording`, `too-many-frames`,
 * `other-version`, and those of a damaged pprof file.
 */
export function readOtel(bytes: Uint8Array): Result<Profile> {
  return caught(() => {
    const messages = jsonFormat(bytes) === 'otel' ? parsedLines(bytes) : otelMessages(bytes);
    return ok(new OtelFile(messages, bytes.length).profile());
  });
}

const serviceName = 'service.name';

interface OtelOrigin {
  readonly dictionary: OtelDictionary;
  /** Its resource's number in the file. */
  readonly group: number;
  readonly service: string;
}

interface OtelProfile extends OtelOrigin {
  readonly profile: unknown;
  readonly samples: readonly unknown[];
  /** Its row in the types of samples. */
  readonly type: number;
}

class OtelFile {
  readonly #profile = new StackProfile();
  readonly #values = new Int64Builder('signed');
  readonly #profiles: OtelProfile[] = [];
  readonly #sampleTypes: ValueType[] = [];
  readonly #typeRows = new Map<string, number>();
  /** A resource, a stack and attributes; by the number of such a sequence, which of the profile's distinct samples has them. */
  readonly #keys = new Sequences();
  readonly #samples: number[] = [];
  #frames = 0;

  constructor(
    messages: readonly unknown[],
    private readonly bytes: number,
  ) {
    let group = 0;
    for (const message of messages) {
      const dictionary = new OtelDictionary(property(message, 'dictionary'), this.#profile, bytes);
      for (const resource of items(property(message, 'resourceProfiles'))) {
        const of = {
          dictionary,
          group: group++,
          service: serviceOf(property(resource, 'resource'), dictionary),
        };
        for (const scope of items(property(resource, 'scopeProfiles')))
          for (const profile of items(property(scope, 'profiles'))) this.#addProfile(profile, of);
      }
    }
  }

  profile(): Profile {
    const count = this.#profiles.reduce((sum, { samples }) => sum + samples.length, 0);
    checkValues(this.#sampleTypes.length, count, this.bytes);
    const hasServices = new Set(this.#profiles.map(({ service }) => service)).size > 1;
    for (const profile of this.#profiles)
      for (const sample of profile.samples) this.#addSample(sample, profile, hasServices);
    return this.#profile.finish(this.#values, {
      ...this.#facts(),
      sampleTypes: this.#sampleTypes,
      // What tools should show first is the first one.
      defaultSampleType: this.#sampleTypes[0]?.type ?? '',
    });
  }

  #addProfile(profile: unknown, of: OtelOrigin): void {
    const samples = items(property(profile, 'samples'));
    if (samples.length === 0) return;
    checkProfiles(this.#profiles.length + 1);
    const { type, unit } = of.dictionary.valueType(property(profile, 'sampleType'));
    const key = JSON.stringify([type, unit]);
    const row = this.#typeRows.get(key) ?? this.#sampleTypes.push({ type, unit }) - 1;
    this.#typeRows.set(key, row);
    this.#profiles.push({ ...of, profile, samples, type: row });
  }

  #facts(): Partial<RecordingFacts> {
    const [first] = this.#profiles;
    if (first === undefined) return {};
    const { profile, dictionary } = first;
    return {
      timeNanos: wholeOf(property(profile, 'timeUnixNano')),
      durationNanos: wholeOf(property(profile, 'durationNano')),
      periodType: dictionary.valueType(property(profile, 'periodType')),
      period: wholeOf(property(profile, 'period')),
    };
  }

  #addSample(sample: unknown, { type, group, service, dictionary }: OtelProfile, hasServices: boolean): void {
    const value = sumOf(sample);
    for (let row = 0; row < this.#sampleTypes.length; row++)
      this.#values.pushExact(row === type ? value : 0n);
    const stack = property(sample, 'stackIndex');
    const attributes = items(property(sample, 'attributeIndices'));
    this.#keys.push(group);
    for (const index of [stack, ...attributes]) this.#keys.push(wholeNumber(index ?? 0) ?? -1);
    const known = this.#samples[this.#keys.close()];
    if (known !== undefined) {
      this.#profile.endAs(known);
      return;
    }
    for (const location of dictionary.stack(stack)) {
      const { place, frames } = dictionary.place(location);
      this.#profile.frame(place);
      this.#frames += frames;
    }
    // Equal attributes can have many numbers: what counts is how often stacks are walked, not how many there are.
    checkFrames(this.#frames, this.bytes);
    if (hasServices && service !== '') this.#profile.label(serviceName, service);
    for (const attribute of attributes) dictionary.addLabel(attribute);
    this.#samples.push(this.#profile.end());
  }
}

/** What ran. */
function serviceOf(resource: unknown, dictionary: OtelDictionary): string {
  const attributes = items(property(resource, 'attributes'));
  const keyOf = (attribute: unknown) =>
    text(property(attribute, 'key')) || dictionary.string(property(attribute, 'keyStrindex'));
  const found = attributes.find((attribute) => keyOf(attribute) === serviceName);
  return String(dictionary.attributeValue(property(found, 'value')));
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

/** The same of one that is 0 or more; 0 if it is neither. */
function wholeOf(value: unknown): bigint {
  const number = intOf(value ?? 0);
  return number < 0n ? 0n : number;
}
