import { Int64Builder, Uint32Builder } from './columns.ts';
import { growthFrom, type ReadSoFar } from './growing.ts';
import { IdBuilder, mostRows } from './ids.ts';
import { type Malformed, malformed, truncated } from './malformed.ts';
import { Numbers } from './numbers.ts';
import { type ProfileReader, wireType } from './profileReader.ts';
import type { StringIndexes } from './stringIndexes.ts';

/** Field numbers of `Sample` and `Label` (profile.proto). */
const sampleField = { locationId: 1, value: 2, label: 3 } as const;
/** Tags of these two fields as packed ones: field number and wire type. */
const packedLocationIds = (sampleField.locationId << 3) | wireType.bytes;
const packedValues = (sampleField.value << 3) | wireType.bytes;
/** No sample and no label that counts takes fewer bytes: tag, length, and a field's tag and value. */
const fewestRowBytes = 4;
const labelField = { key: 1, text: 2, number: 3, numberUnit: 4 } as const;

/** The samples and labels of a profile while it is decoded. */
export class SampleColumns {
  count = 0;
  readonly locationStart: Uint32Builder;
  readonly locations: IdBuilder;
  readonly values: Int64Builder;
  readonly labelStart: Uint32Builder;
  readonly labelKey: Uint32Builder;
  readonly labelText: Uint32Builder;
  readonly labelNumber: Int64Builder;
  readonly labelNumberUnit: Uint32Builder;
  /** The number of values of the first sample, and so of every sample; -1 while there is none. */
  valuesPerSample = -1;
  readonly #label = new Numbers(labelField.numberUnit, 'Label');

  constructor(
    read: ReadSoFar,
    private readonly strings: StringIndexes,
  ) {
    const perRow = growthFrom(read, 4, fewestRowBytes);
    this.locationStart = new Uint32Builder(undefined, perRow);
    this.locations = new IdBuilder(growthFrom(read, 4, 1));
    this.values = new Int64Builder('signed', undefined, growthFrom(read, 8, 1));
    this.labelStart = new Uint32Builder(undefined, perRow);
    this.labelKey = new Uint32Builder(undefined, perRow);
    this.labelText = new Uint32Builder(undefined, perRow);
    this.labelNumber = new Int64Builder('signed', undefined, growthFrom(read, 8, fewestRowBytes));
    this.labelNumberUnit = new Uint32Builder(undefined, perRow);
    this.locationStart.push(0);
    this.labelStart.push(0);
  }

  /** Reads one `Sample`, whose length comes next. */
  read(reader: ProfileReader): void {
    const valuesBefore = this.values.length;
    const outer = reader.open();
    this.#readUsualStart(reader);
    while (!reader.atEnd) {
      switch (reader.field()) {
        case sampleField.locationId:
          this.#readLocationIds(reader);
          break;
        case sampleField.value:
          this.#readValues(reader);
          break;
        case sampleField.label:
          reader.expect(wireType.bytes, 'Sample.label');
          this.#readLabel(reader);
          break;
        default:
          reader.skipField();
      }
    }
    reader.close(outer);
    const values = this.values.length - valuesBefore;
    if (values === 0) throw withoutValues();
    if (this.valuesPerSample === -1) this.valuesPerSample = values;
    else if (values !== this.valuesPerSample) throw unevenValues(this.valuesPerSample, values);
    this.count++;
    this.locationStart.push(this.locations.length);
    this.labelStart.push(this.labelKey.length);
  }

  /**
   * Fast path for the usual encoding: packed location ids, then packed values, both short. Anything else is left to the
   * general loop in `read`, which also reports errors.
   */
  #readUsualStart(reader: ProfileReader): void {
    const { buf: bytes, len: end } = reader;
    let start = reader.pos;
    let length = shortLength(bytes, start, packedLocationIds);
    let fieldEnd = start + (length < 0x80 ? 2 : 3) + length;
    if (length === -1 || fieldEnd > end) return;
    reader.pos = fieldEnd - length;
    this.#readPackedLocationIds(reader, fieldEnd);
    start = fieldEnd;
    length = shortLength(bytes, start, packedValues);
    fieldEnd = start + (length < 0x80 ? 2 : 3) + length;
    if (length === -1 || fieldEnd > end) return;
    reader.pos = fieldEnd - length;
    while (reader.pos < fieldEnd) this.values.push(reader.varint(), reader.high);
    if (reader.pos > fieldEnd) throw truncated();
  }

  #readLocationIds(reader: ProfileReader): void {
    if (reader.type !== wireType.bytes) {
      reader.expect(wireType.varint, 'Sample.location_id');
      this.locations.push(reader.varint(), reader.high);
      return;
    }
    const outer = reader.open();
    this.#readPackedLocationIds(reader, reader.len);
    reader.close(outer);
  }

  /**
   * The hottest loop of decoding: nearly all bytes of a large profile are location ids. Ids of one to three bytes are read
   * without a branch on their length, because no processor can predict it: four bytes are always read, and masks drop
   * those that do not belong to the id.
   */
  #readPackedLocationIds(reader: ProfileReader, end: number): void {
    const { data } = reader;
    const { locations } = this;
    let position = reader.pos;
    // Each id has a byte at least.
    locations.reserve(end - position);
    // From here on, fewer than four bytes may be left.
    const safeEnd = Math.min(end, data.byteLength - 3);
    let { low, length, largest } = locations;
    while (position < end) {
      if (position < safeEnd) {
        const bytes = data.getInt32(position, true);
        const hasSecond = (bytes >> 7) & 1;
        const hasThird = hasSecond & (bytes >> 15);
        if ((hasThird & (bytes >> 23)) === 0) {
          const second = (bytes >> 1) & (0x7f << 7) & -hasSecond;
          const third = (bytes >> 2) & (0x7f << 14) & -hasThird;
          const row = ((bytes & 0x7f) | second | third) - 1;
          low[length++] = row;
          // Of the id 0, which no table has, the largest row of all remains.
          largest = Math.max(largest, row & mostRows);
          position += 1 + hasSecond + hasThird;
          continue;
        }
      }
      locations.length = length;
      locations.largest = largest;
      reader.pos = position;
      locations.push(reader.varint(), reader.high);
      ({ low, length, largest } = locations);
      position = reader.pos;
    }
    if (position > end) throw truncated();
    locations.length = length;
    locations.largest = largest;
    reader.pos = position;
  }

  #readValues(reader: ProfileReader): void {
    if (reader.type !== wireType.bytes) {
      reader.expect(wireType.varint, 'Sample.value');
      this.values.push(reader.varint(), reader.high);
      return;
    }
    const outer = reader.open();
    while (!reader.atEnd) this.values.push(reader.varint(), reader.high);
    reader.close(outer);
  }

  #readLabel(reader: ProfileReader): void {
    const label = this.#label;
    label.read(reader);
    const key = label.string(labelField.key, this.strings);
    const [text, unit] = [label.index(labelField.text), label.index(labelField.numberUnit)];
    // pprof leaves out a label that says nothing. Two bytes would make a row.
    if (text === 0 && unit === 0 && !label.isTrue(labelField.number)) return;
    this.strings.refer(text);
    // A label with a text has no number, so its unit means nothing. pprof does not check it.
    if (text === 0) this.strings.refer(unit);
    this.labelKey.push(key);
    this.labelText.push(text);
    label.pushTo(this.labelNumber, labelField.number);
    this.labelNumberUnit.push(text === 0 ? unit : 0);
  }
}

/** Samples have at least one value. Here and not when all is read: two bytes would make a row. */
function withoutValues(): Malformed {
  return malformed('value-count', 'A sample of the profile has no value; it is damaged. Record it again.');
}

function unevenValues(first: number, other: number): Malformed {
  return malformed(
    'value-count',
    'One sample of the profile has {0} values and another {1}; it is damaged. Record it again.',
    [first, other],
  );
}

/** The length of the field that begins at `position` with `tag`; -1 if it does not, or if its length has padding or three bytes. */
function shortLength(bytes: Uint8Array, position: number, tag: number): number {
  if (position + 2 >= bytes.length || bytes[position] !== tag) return -1;
  const first = bytes[position + 1]!;
  if (first < 0x80) return first;
  const second = bytes[position + 2]!;
  // If the second byte is 0, the length is padded.
  return second > 0 && second < 0x80 ? (first & 0x7f) | (second << 7) : -1;
}
