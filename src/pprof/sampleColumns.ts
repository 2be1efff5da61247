import { Int64Builder, Uint32Builder } from './columns.ts';
import { growthFrom, type ReadSoFar } from './growing.ts';
import { IdBuilder, mostRows } from './ids.ts';
import { type Malformed, malformed, truncated } from './malformed.ts';
import { type StringIndexes, stringIndex } from './stringIndexes.ts';
import { type Wire, wireType } from './wire.ts';

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
  readonly #strings: StringIndexes;

  constructor(read: ReadSoFar, strings: StringIndexes) {
    this.#strings = strings;
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
  read(wire: Wire): void {
    const valuesBefore = this.values.length;
    const outer = wire.open();
    this.#readUsualStart(wire);
    while (!wire.atEnd) {
      switch (wire.tag()) {
        case sampleField.locationId:
          this.#readLocationIds(wire);
          break;
        case sampleField.value:
          this.#readValues(wire);
          break;
        case sampleField.label:
          wire.expect(wireType.bytes, 'Sample.label');
          this.#readLabel(wire);
          break;
        default:
          wire.skip();
      }
    }
    wire.close(outer);
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
  #readUsualStart(wire: Wire): void {
    const { bytes, end } = wire;
    let start = wire.position;
    let length = shortLength(bytes, start, packedLocationIds);
    let fieldEnd = start + (length < 0x80 ? 2 : 3) + length;
    if (length === -1 || fieldEnd > end) return;
    wire.position = fieldEnd - length;
    this.#readPackedLocationIds(wire, fieldEnd);
    start = fieldEnd;
    length = shortLength(bytes, start, packedValues);
    fieldEnd = start + (length < 0x80 ? 2 : 3) + length;
    if (length === -1 || fieldEnd > end) return;
    wire.position = fieldEnd - length;
    while (wire.position < fieldEnd) this.values.push(wire.varint(), wire.high);
    if (wire.position > fieldEnd) throw truncated();
  }

  #readLocationIds(wire: Wire): void {
    if (wire.type !== wireType.bytes) {
      wire.expect(wireType.varint, 'Sample.location_id');
      this.locations.push(wire.varint(), wire.high);
      return;
    }
    const outer = wire.open();
    this.#readPackedLocationIds(wire, wire.end);
    wire.close(outer);
  }

  /**
   * The hottest loop of decoding: nearly all bytes of a large profile are location ids. Ids of one to three bytes are read
   * without a branch on their length, because no processor can predict it: four bytes are always read, and masks drop
   * those that do not belong to the id.
   */
  #readPackedLocationIds(wire: Wire, end: number): void {
    const { view } = wire;
    const { locations } = this;
    let position = wire.position;
    // Each id has a byte at least.
    locations.reserve(end - position);
    // From here on, fewer than four bytes may be left.
    const safeEnd = Math.min(end, view.byteLength - 3);
    let { low, length, largest } = locations;
    while (position < end) {
      if (position < safeEnd) {
        const bytes = view.getInt32(position, true);
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
      wire.position = position;
      locations.push(wire.varint(), wire.high);
      ({ low, length, largest } = locations);
      position = wire.position;
    }
    if (position > end) throw truncated();
    locations.length = length;
    locations.largest = largest;
    wire.position = position;
  }

  #readValues(wire: Wire): void {
    if (wire.type !== wireType.bytes) {
      wire.expect(wireType.varint, 'Sample.value');
      this.values.push(wire.varint(), wire.high);
      return;
    }
    const outer = wire.open();
    while (!wire.atEnd) this.values.push(wire.varint(), wire.high);
    wire.close(outer);
  }

  #readLabel(wire: Wire): void {
    let key = 0;
    let text = 0;
    let unit = 0;
    let low = 0;
    let high = 0;
    const outer = wire.open();
    while (!wire.atEnd) {
      const field = wire.tag();
      if (field < labelField.key || field > labelField.numberUnit) {
        wire.skip();
        continue;
      }
      wire.expect(wireType.varint, 'Label');
      wire.varint();
      if (field === labelField.number) ({ low, high } = wire);
      else if (field === labelField.key) key = stringIndex(wire);
      else if (field === labelField.text) text = stringIndex(wire);
      else unit = stringIndex(wire);
    }
    wire.close(outer);
    this.#strings.refer(key);
    // pprof leaves out a label that says nothing. Two bytes would make a row.
    if (text === 0 && unit === 0 && low === 0 && high === 0) return;
    this.#strings.refer(text);
    // A label with a text has no number, so its unit means nothing. pprof does not check it.
    if (text === 0) this.#strings.refer(unit);
    this.labelKey.push(key);
    this.labelText.push(text);
    this.labelNumber.push(low, high);
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
