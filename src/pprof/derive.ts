/** Profiles made from others: same tables where nothing changes, new columns where something does. */

import { grown } from './growing.ts';
import type {
  Int64Column,
  LabelTable,
  LocationTable,
  Profile,
  SampleTable,
  Selection,
  StringTable,
} from './profile.ts';
import { utf8Bytes } from './strings.ts';
import { mappingFields, TableColumns } from './tableColumns.ts';
import { TextStrings } from './textStrings.ts';

/** The values at `indexes`, in that order. */
export function pickInt64({ approximate, exact }: Int64Column, indexes: Uint32Array): Int64Column {
  const picked = new Float64Array(indexes.length);
  for (let i = 0; i < indexes.length; i++) picked[i] = approximate[indexes[i]!]!;
  if (exact === null) return { approximate: picked, exact: null };
  const pickedExactly =
    exact instanceof BigInt64Array ? new BigInt64Array(indexes.length) : new BigUint64Array(indexes.length);
  for (let i = 0; i < indexes.length; i++) pickedExactly[i] = exact[indexes[i]!]!;
  return { approximate: picked, exact: pickedExactly };
}

/** The profile with these of its sample types, in this order. */
export function pickTypes(profile: Profile, types: readonly number[]): Profile {
  const { samples, sampleTypes } = profile;
  const [all, kept] = [sampleTypes.length, types.length];
  const indexes = Uint32Array.from(
    { length: samples.count * kept },
    (_, i) => Math.floor(i / kept) * all + types[i % kept]!,
  );
  return {
    ...profile,
    sampleTypes: types.map((type) => sampleTypes[type]!),
    samples: { ...samples, values: pickInt64(samples.values, indexes) },
  };
}

/** A column with so many more rows, which are 0. */
export function longer({ approximate, exact }: Int64Column, more: number): Int64Column {
  const length = approximate.length + more;
  return { approximate: grown(approximate, length), exact: exact === null ? null : grown(exact, length) };
}

/** Changes to stacks: which samples stay, and which part of their stacks. */
export interface StackEdit {
  /** 1 for samples that stay; all if not given. */
  readonly keep?: Uint8Array;
  /** Per sample, how many locations are cut off at the leaf. */
  readonly cutLeaf?: Uint32Array;
  /** Per sample, how many locations are cut off at the root. */
  readonly cutRoot?: Uint32Array;
  /** 1 for locations that vanish from every stack. */
  readonly hidden?: Uint8Array;
  /** True: samples that lose all of their locations stay, with an empty stack. False: they are removed. */
  readonly keepEmptied?: boolean;
}

/** The profile with its samples' stacks changed. */
export function editStacks(profile: Profile, edit: StackEdit): Profile {
  const { samples } = profile;
  const { kept, length } = measure(samples, edit);
  const { hidden, cutLeaf, cutRoot } = edit;
  const { locations: all, locationStart: startOf } = samples;
  const locationStart = new Uint32Array(kept.length + 1);
  const locations = new Uint32Array(length);
  let next = 0;
  for (let i = 0; i < kept.length; i++) {
    const sample = kept[i]!;
    const start = startOf[sample]! + (cutLeaf?.[sample] ?? 0);
    const end = startOf[sample + 1]! - (cutRoot?.[sample] ?? 0);
    if (hidden === undefined) for (let at = start; at < end; at++) locations[next++] = all[at]!;
    else for (let at = start; at < end; at++) if (hidden[all[at]!] !== 1) locations[next++] = all[at]!;
    locationStart[i + 1] = next;
  }
  const hasWholeStacks = hidden === undefined && cutLeaf === undefined && cutRoot === undefined;
  const selection = hasWholeStacks ? selected(samples, kept) : null;
  return { ...profile, ...keptRows(profile, kept, { locationStart, locations, selection }) };
}

/** A selection from samples. If these are a selection themselves, the result is one from their original table. */
function selected({ selection, locations }: SampleTable, kept: Uint32Array): Selection {
  if (selection === null) return { from: locations, rows: kept };
  const { from, rows } = selection;
  return { from, rows: kept.map((row) => rows[row]!) };
}

/** The samples that stay, and how many locations they have together. */
function measure(samples: SampleTable, edit: StackEdit): { kept: Uint32Array; length: number } {
  const { keep, cutLeaf, cutRoot, hidden, keepEmptied = false } = edit;
  const kept = new Uint32Array(samples.count);
  let count = 0;
  let length = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    if (keep !== undefined && keep[sample] !== 1) continue;
    const start = samples.locationStart[sample]! + (cutLeaf?.[sample] ?? 0);
    const end = samples.locationStart[sample + 1]! - (cutRoot?.[sample] ?? 0);
    let left = end - start;
    if (hidden !== undefined) {
      for (let at = start; at < end; at++) if (hidden[samples.locations[at]!] === 1) left--;
      if (left === 0 && !keepEmptied) continue;
    }
    kept[count++] = sample;
    length += left;
  }
  return { kept: kept.subarray(0, count), length };
}

/** The values and labels of some samples, with the stacks given for them. */
function keptRows(
  { samples, labels, sampleTypes }: Profile,
  kept: Uint32Array,
  stacks: Pick<SampleTable, 'locationStart' | 'locations' | 'selection'>,
): { samples: SampleTable; labels: LabelTable } {
  if (kept.length === samples.count) return { samples: { ...samples, ...stacks }, labels };
  const types = sampleTypes.length;
  const valueIndexes = new Uint32Array(kept.length * types);
  const labelStart = new Uint32Array(kept.length + 1);
  const labelIndexes: number[] = [];
  for (let i = 0; i < kept.length; i++) {
    const sample = kept[i]!;
    for (let type = 0; type < types; type++) valueIndexes[i * types + type] = sample * types + type;
    const end = samples.labelStart[sample + 1]!;
    for (let label = samples.labelStart[sample]!; label < end; label++) labelIndexes.push(label);
    labelStart[i + 1] = labelIndexes.length;
  }
  return {
    samples: {
      count: kept.length,
      ...stacks,
      values: pickInt64(samples.values, valueIndexes),
      labelStart,
    },
    labels: pickLabels(labels, Uint32Array.from(labelIndexes)),
  };
}

/** The labels at `indexes`, in that order. */
export function pickLabels(labels: LabelTable, indexes: Uint32Array): LabelTable {
  const pick = (column: Uint32Array) => indexes.map((label) => column[label]!);
  return {
    key: pick(labels.key),
    text: pick(labels.text),
    number: pickInt64(labels.number, indexes),
    numberUnit: pick(labels.numberUnit),
  };
}

/** The profile without the labels for which `keep` is not 1. */
export function keepLabels(profile: Profile, keep: Uint8Array): Profile {
  const { samples, labels } = profile;
  const labelStart = new Uint32Array(samples.count + 1);
  const kept: number[] = [];
  for (let sample = 0; sample < samples.count; sample++) {
    const end = samples.labelStart[sample + 1]!;
    for (let label = samples.labelStart[sample]!; label < end; label++)
      if (keep[label] === 1) kept.push(label);
    labelStart[sample + 1] = kept.length;
  }
  return {
    ...profile,
    samples: { ...samples, labelStart },
    labels: pickLabels(labels, Uint32Array.from(kept)),
  };
}

/** The locations with only those of their lines for which `keep` is 1. */
export function keepLines(locations: LocationTable, keep: Uint8Array): LocationTable {
  const lineStart = new Uint32Array(locations.count + 1);
  const kept = new Uint32Array(locations.lineFunction.length);
  let length = 0;
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    for (let row = locations.lineStart[location]!; row < end; row++)
      if (keep[row] === 1) kept[length++] = row;
    lineStart[location + 1] = length;
  }
  const rows = kept.subarray(0, length);
  return {
    ...locations,
    lineStart,
    lineFunction: rows.map((row) => locations.lineFunction[row]!),
    lineNumber: pickInt64(locations.lineNumber, rows),
    lineColumn: pickInt64(locations.lineColumn, rows),
  };
}

/** The profile with other values. Samples whose new values are all 0 are removed. */
export function withValues(profile: Profile, values: Int64Column): Profile {
  const { samples, sampleTypes } = profile;
  const types = sampleTypes.length;
  const keep = new Uint8Array(samples.count);
  for (let i = 0; i < values.approximate.length; i++) {
    if (values.approximate[i] !== 0) keep[Math.floor(i / types)] = 1;
  }
  return editStacks({ ...profile, samples: { ...samples, values } }, { keep });
}

/** The profile with other files for some functions, by their rows; the same profile if there are none. */
export function withFiles(profile: Profile, files: ReadonlyMap<number, string>): Profile {
  if (files.size === 0) return profile;
  const strings = TextStrings.copyOf(profile.strings);
  const filename = profile.functions.filename.slice();
  for (const [row, file] of files) filename[row] = strings.add(file);
  return { ...profile, strings, functions: { ...profile.functions, filename } };
}

/**
 * The profile with every path below the folder `from` as a path below `to`: for code that was built in a folder that
 * is gone, and is now elsewhere. Neither folder ends in a slash.
 */
export function withMovedFiles(profile: Profile, from: string, to: string): Profile {
  const { strings } = profile;
  const isBelow = (text: string) => text.startsWith(from) && /^[\\/]/.test(text.slice(from.length));
  const get = (index: number) => {
    const text = strings.get(index);
    return isBelow(text) ? to + text.slice(from.length) : text;
  };
  const moved: StringTable = {
    length: strings.length,
    get,
    raw: (index) => (isBelow(strings.get(index)) ? utf8Bytes(get(index)) : strings.raw(index)),
  };
  return { ...profile, strings: moved };
}

/**
 * A profile without mappings gets one without a name, with all locations in it. pprof does so too when it reads a
 * profile, and writes that mapping.
 */
export function withSomeMapping(profile: Profile): Profile {
  const { mappings, locations } = profile;
  if (mappings.count > 0) return profile;
  const unnamed = new TableColumns(mappingFields);
  unnamed.push({});
  return {
    ...profile,
    locations: { ...locations, mapping: new Int32Array(locations.count) },
    mappings: unnamed.finish(),
  };
}
