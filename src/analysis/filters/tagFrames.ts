import { Int64Builder, int64At, Uint32Builder } from '../../pprof/columns.ts';
import type { FunctionTable, Int64Column, LocationTable, Profile, StringIndex } from '../../pprof/profile.ts';
import { TextStrings } from '../../pprof/textStrings.ts';
import { scaledLabel } from '../values/units.ts';
import { toValue } from '../values/value.ts';
import { type SampleLabels, sampleLabels } from './labels.ts';

/**
 * Adds frames that stand for labels: one at the root of every stack for each key of `rootKeys` (the first key outermost),
 * and one at its leaf for each key of `leafKeys` (the last key innermost). The frame's function is the label's values,
 * its file is the key. `matched` says whether any sample had such a label.
 *
 * @param unit to print numeric labels in
 */
export function addTagFrames(
  profile: Profile,
  rootKeys: readonly string[],
  leafKeys: readonly string[],
  unit: string,
): { profile: Profile; matched: { root: boolean; leaf: boolean } } {
  const { samples } = profile;
  const frames = new TagFrames(profile);
  const matched = { root: false, leaf: false };
  const locationStart = new Uint32Array(samples.count + 1);
  const added = rootKeys.length + leafKeys.length;
  const locations = new Uint32Array(samples.locations.length + samples.count * added);
  let length = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const labels = sampleLabels(profile, sample);
    const frameOf = (key: string): { location: number; hasValue: boolean } => {
      const values = printedValues(labels, key, unit);
      return { location: frames.location(values.join(','), key), hasValue: values.length > 0 };
    };
    // In pprof's order, so that the new locations get the same ids as there.
    const roots = [...rootKeys].reverse().map(frameOf);
    const leaves = [...leafKeys].reverse().map(frameOf);
    for (const { location } of leaves) locations[length++] = location;
    const own = samples.locations.subarray(
      samples.locationStart[sample]!,
      samples.locationStart[sample + 1]!,
    );
    locations.set(own, length);
    length += own.length;
    for (const { location } of roots) locations[length++] = location;
    matched.root ||= roots.some(({ hasValue }) => hasValue);
    matched.leaf ||= leaves.some(({ hasValue }) => hasValue);
    locationStart[sample + 1] = length;
  }
  return {
    profile: {
      ...profile,
      ...frames.tables(),
      samples: { ...samples, locationStart, locations: locations.subarray(0, length), selection: null },
    },
    matched,
  };
}

function printedValues({ texts, numbers, units }: SampleLabels, key: string, outputUnit: string): string[] {
  const keyUnits = units.get(key);
  const printed = (numbers.get(key) ?? []).map((value, i) =>
    keyUnits === undefined
      ? scaledLabel(toValue(value), '', '')
      : scaledLabel(toValue(value), keyUnits[i]!, outputUnit),
  );
  return [...(texts.get(key) ?? []), ...printed];
}

/** A profile's tables, with functions and locations added for labels. */
class TagFrames {
  readonly #byKey = new Map<string, number>();
  readonly #added: { name: string; file: string }[] = [];

  constructor(private readonly profile: Profile) {}

  location(name: string, file: string): number {
    const key = `${name}\0${file}`;
    let location = this.#byKey.get(key);
    if (location === undefined) {
      location = this.profile.locations.count + this.#added.length;
      this.#byKey.set(key, location);
      this.#added.push({ name, file });
    }
    return location;
  }

  tables(): Pick<Profile, 'strings' | 'functions' | 'locations'> {
    const { strings: before, functions, locations } = this.profile;
    const strings = new TextStrings();
    // Every string keeps its index, even if two are equal.
    for (let index = 1; index < before.length; index++) strings.appendFrom(before, index);
    const names = this.#added.map(({ name, file }) => ({ name: strings.add(name), file: strings.add(file) }));
    return {
      strings,
      functions: withFunctions(functions, names),
      locations: withLocations(locations, functions.count, names.length),
    };
  }
}

function withFunctions(
  functions: FunctionTable,
  added: readonly { readonly name: StringIndex; readonly file: StringIndex }[],
): FunctionTable {
  const append = (column: Uint32Array, values: readonly number[]) => Uint32Array.from([...column, ...values]);
  return {
    count: functions.count + added.length,
    id: continuedIds(functions.id, added.length),
    name: append(
      functions.name,
      added.map(({ name }) => name),
    ),
    systemName: append(
      functions.systemName,
      added.map(() => 0),
    ),
    filename: append(
      functions.filename,
      added.map(({ file }) => file),
    ),
    startLine: appended(
      functions.startLine,
      added.map(() => 0n),
      'signed',
    ),
  };
}

function withLocations(locations: LocationTable, firstFunction: number, count: number): LocationTable {
  const zeros = new Array<bigint>(count).fill(0n);
  const lineFunction = new Uint32Builder(locations.lineFunction.length + count);
  for (const f of locations.lineFunction) lineFunction.push(f);
  const lineStart = new Uint32Builder(locations.count + count + 1);
  for (const start of locations.lineStart) lineStart.push(start);
  for (let i = 0; i < count; i++) {
    lineFunction.push(firstFunction + i);
    lineStart.push(lineFunction.length);
  }
  const mapping = new Int32Array(locations.count + count).fill(-1);
  mapping.set(locations.mapping);
  const isFolded = new Uint8Array(locations.count + count);
  isFolded.set(locations.isFolded);
  return {
    count: locations.count + count,
    id: continuedIds(locations.id, count),
    mapping,
    address: appended(locations.address, zeros, 'unsigned'),
    isFolded,
    lineStart: lineStart.finish(),
    lineFunction: lineFunction.finish(),
    lineNumber: appended(locations.lineNumber, zeros, 'signed'),
    lineColumn: appended(locations.lineColumn, zeros, 'signed'),
  };
}

function continuedIds(ids: Int64Column, count: number): Int64Column {
  let largest = 0n;
  for (let row = 0; row < ids.approximate.length; row++) {
    const id = int64At(ids, row);
    if (id > largest) largest = id;
  }
  return appended(
    ids,
    Array.from({ length: count }, (_, i) => largest + BigInt(i) + 1n),
    'unsigned',
  );
}

function appended(
  column: Int64Column,
  values: readonly bigint[],
  signedness: 'signed' | 'unsigned',
): Int64Column {
  const builder = new Int64Builder(signedness, column.approximate.length + values.length + 1);
  for (let row = 0; row < column.approximate.length; row++) builder.pushExact(int64At(column, row));
  for (const value of values) builder.pushExact(value);
  return builder.finish();
}
