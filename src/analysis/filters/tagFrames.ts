import { madeOnce } from '../../base/maps.ts';
import { int64At, int64Column } from '../../pprof/columns.ts';
import { longer } from '../../pprof/derive.ts';
import { grown } from '../../pprof/growing.ts';
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
  const frames = new AddedFrames(profile);
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

/** A profile's tables, with locations added: of new functions, and of old ones without their innermost lines. */
export class AddedFrames {
  readonly #byKey = new Map<string, number>();
  /** By new location: its function, or the location that it is of and that one's first line that it has. */
  readonly #added: ({ name: string; file: string } | { of: number; from: number })[] = [];

  constructor(private readonly profile: Profile) {}

  location(name: string, file: string): number {
    return madeOnce(this.#byKey, `${name}\0${file}`, () => this.#add({ name, file }));
  }

  /** A location without the lines before a row of the line columns. */
  trimmed(of: number, from: number): number {
    return this.#add({ of, from });
  }

  #add(location: { name: string; file: string } | { of: number; from: number }): number {
    return this.profile.locations.count + this.#added.push(location) - 1;
  }

  tables(): Pick<Profile, 'strings' | 'functions' | 'locations'> {
    const { functions, locations } = this.profile;
    const strings = TextStrings.copyOf(this.profile.strings);
    const named = this.#added.flatMap((each) =>
      'name' in each ? [{ name: strings.add(each.name), file: strings.add(each.file) }] : [],
    );
    let next = functions.count;
    const lines = this.#added.map((each) => {
      if ('name' in each) return [{ func: next++, row: -1 }];
      const end = locations.lineStart[each.of + 1]!;
      return Array.from({ length: end - each.from }, (_, i) => ({
        func: locations.lineFunction[each.from + i]!,
        row: each.from + i,
      }));
    });
    return {
      strings,
      functions: withFunctions(functions, named),
      locations: withLocations(locations, lines),
    };
  }
}

function withFunctions(
  functions: FunctionTable,
  added: readonly { readonly name: StringIndex; readonly file: StringIndex }[],
): FunctionTable {
  const { count } = functions;
  const name = grown(functions.name, count + added.length);
  const filename = grown(functions.filename, count + added.length);
  for (const [i, each] of added.entries()) {
    name[count + i] = each.name;
    filename[count + i] = each.file;
  }
  return {
    count: count + added.length,
    id: continuedIds(functions.id, added.length),
    name,
    systemName: grown(functions.systemName, count + added.length),
    filename,
    startLine: longer(functions.startLine, added.length),
  };
}

/** With more locations. Their lines are copies of rows, or, where the row is -1, lines of a function without a number. */
function withLocations(
  locations: LocationTable,
  added: readonly (readonly { readonly func: number; readonly row: number }[])[],
): LocationTable {
  const count = locations.count + added.length;
  const first = locations.lineFunction.length;
  const lines = added.flat();
  const lineFunction = grown(locations.lineFunction, first + lines.length);
  const lineNumber = longer(locations.lineNumber, lines.length);
  const lineColumn = longer(locations.lineColumn, lines.length);
  for (const [i, { func, row }] of lines.entries()) {
    lineFunction[first + i] = func;
    if (row === -1) continue;
    copyInt64(lineNumber, row, first + i);
    copyInt64(lineColumn, row, first + i);
  }
  const lineStart = grown(locations.lineStart, count + 1);
  for (const [i, ofLocation] of added.entries()) {
    lineStart[locations.count + i + 1] = lineStart[locations.count + i]! + ofLocation.length;
  }
  const mapping = grown(locations.mapping, count).fill(-1, locations.count);
  return {
    count,
    id: continuedIds(locations.id, added.length),
    mapping,
    address: longer(locations.address, added.length),
    isFolded: grown(locations.isFolded, count),
    lineStart,
    lineFunction,
    lineNumber,
    lineColumn,
  };
}

function copyInt64({ approximate, exact }: Int64Column, from: number, to: number): void {
  approximate[to] = approximate[from]!;
  if (exact !== null) exact[to] = exact[from]!;
}

function continuedIds(column: Int64Column, count: number): Int64Column {
  const ids = Array.from(column.approximate, (_, row) => int64At(column, row));
  const largest = ids.reduce((most, id) => (id > most ? id : most), 0n);
  return int64Column(
    [...ids, ...Array.from({ length: count }, (_, i) => largest + BigInt(i) + 1n)],
    'unsigned',
  );
}
