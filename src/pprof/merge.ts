import { highAt, Int64Builder, int64At, lowAt } from './columns.ts';
import { grown, grownLength } from './growing.ts';
import { MergedTables, type MergeSource } from './mergeTables.ts';
import type { Int64Column, LabelTable, Profile, SampleTable, ValueType } from './profile.ts';
import { Sequences } from './sequences.ts';

/**
 * Merges profiles into one, which holds only what its samples refer to. Samples with equal stacks and labels become one,
 * with the sums of their values. Samples whose values are all 0 are dropped.
 *
 * The profiles must have the same sample types, in the same order and units. As in pprof, the result has the earliest
 * time, the sum of the durations and the longest period; the rest is that of the first profile that has it.
 */
export function mergeProfiles(profiles: readonly Profile[]): Profile {
  const merged = mergeOnce(profiles);
  // Sums can be 0. Merging again drops those samples, and what only they refer to.
  return hasZeroSample(merged) ? mergeOnce([merged]) : merged;
}

function mergeOnce(profiles: readonly Profile[]): Profile {
  const [first] = profiles;
  const types = first!.sampleTypes.length;
  const tables = new MergedTables();
  const samples = new MergedSamples(types, fitDoubles(profiles));
  let hasMapping = false;
  for (const profile of profiles) {
    const source = tables.source(profile);
    // The first mapping is the main binary, and stays first.
    if (!hasMapping && profile.mappings.count > 0) {
      source.mapping(0);
      hasMapping = true;
    }
    for (let sample = 0; sample < profile.samples.count; sample++) {
      if (!isZeroSample(profile, sample)) samples.add(profile, sample, source);
    }
  }
  const { sampleTypes, dropFrames, keepFrames, periodType } = first!;
  return {
    strings: tables.strings,
    sampleTypes,
    ...samples.finish(),
    ...tables.finish(),
    dropFrames,
    keepFrames,
    periodType,
    ...mergedHeader(profiles),
  };
}

function mergedHeader(profiles: readonly Profile[]) {
  let timeNanos = 0n;
  let durationNanos = 0n;
  let period = 0n;
  for (const profile of profiles) {
    if (timeNanos === 0n || profile.timeNanos < timeNanos) timeNanos = profile.timeNanos;
    if (period === 0n || period < profile.period) period = profile.period;
    durationNanos += profile.durationNanos;
  }
  const firstNamed = (name: (profile: Profile) => string) =>
    profiles.map(name).find((text) => text !== '') ?? '';
  return {
    timeNanos,
    durationNanos,
    period,
    comments: [...new Set(profiles.flatMap(({ comments }) => comments))],
    defaultSampleType: firstNamed(({ defaultSampleType }) => defaultSampleType),
    docUrl: firstNamed(({ docUrl }) => docUrl),
  };
}

function isZeroSample({ samples, sampleTypes }: Profile, sample: number): boolean {
  const types = sampleTypes.length;
  for (let i = sample * types; i < (sample + 1) * types; i++) {
    if (samples.values.approximate[i] !== 0) return false;
  }
  return true;
}

function hasZeroSample(profile: Profile): boolean {
  for (let sample = 0; sample < profile.samples.count; sample++)
    if (isZeroSample(profile, sample)) return true;
  return false;
}

/** Whether every sum of these values is exact as a double. */
function fitDoubles(profiles: readonly Profile[]): boolean {
  let size = 0;
  for (const { samples } of profiles) {
    if (samples.values.exact !== null) return false;
    for (const value of samples.values.approximate) size += Math.abs(value);
  }
  return size <= Number.MAX_SAFE_INTEGER;
}

/** How many numbers a label is in a sequence of labels. */
const labelItems = 5;

/** The merged samples: a sample for each pair of stack and labels. */
class MergedSamples {
  /** By sample: the number of its labels' sequence, then its locations. */
  readonly #stacks = new Sequences();
  /** Labels in order of key, five numbers each: key, text, the halves of the number, unit. */
  readonly #labelSets = new Sequences();
  #approximate = new Float64Array(1024);
  readonly #exact: bigint[] = [];

  constructor(
    private readonly types: number,
    private readonly isSafe: boolean,
  ) {}

  add(profile: Profile, sample: number, source: MergeSource): void {
    const { samples } = profile;
    this.#stacks.push(this.#labelSet(profile, sample, source));
    const end = samples.locationStart[sample + 1]!;
    for (let i = samples.locationStart[sample]!; i < end; i++) {
      this.#stacks.push(source.location(samples.locations[i]!));
    }
    const merged = this.#stacks.close();
    for (let type = 0; type < this.types; type++) {
      this.#addValue(merged * this.types + type, samples.values, sample * this.types + type);
    }
  }

  #addValue(at: number, values: Int64Column, index: number): void {
    if (!this.isSafe) {
      this.#exact[at] = (this.#exact[at] ?? 0n) + int64At(values, index);
      return;
    }
    if (at >= this.#approximate.length) {
      this.#approximate = grown(this.#approximate, grownLength(this.#approximate.length, at + 1));
    }
    this.#approximate[at] = this.#approximate[at]! + values.approximate[index]!;
  }

  #labelSet(profile: Profile, sample: number, source: MergeSource): number {
    const { samples, labels, strings } = profile;
    const first = samples.labelStart[sample]!;
    const end = samples.labelStart[sample + 1]!;
    if (end - first === 1) this.#pushLabel(profile, first, source);
    else if (end > first) {
      const order = Array.from({ length: end - first }, (_, i) => first + i);
      // The order of the keys means nothing, so it must not keep samples apart. Values of one key keep their order.
      const key = (label: number) => strings.get(labels.key[label]!);
      order.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
      for (const label of order) this.#pushLabel(profile, label, source);
    }
    return this.#labelSets.close();
  }

  #pushLabel({ labels }: Profile, label: number, source: MergeSource): void {
    const set = this.#labelSets;
    set.push(source.string(labels.key[label]!));
    set.push(source.string(labels.text[label]!));
    set.push(lowAt(labels.number, label));
    set.push(highAt(labels.number, label));
    set.push(source.string(labels.numberUnit[label]!));
  }

  finish(): { samples: SampleTable; labels: LabelTable } {
    this.#stacks.finish();
    this.#labelSets.finish();
    const { count, start, items } = this.#stacks;
    const sets = this.#labelSets;
    const locationStart = new Uint32Array(count + 1);
    const locations = new Uint32Array((start[count] ?? 0) - count);
    const labelStart = new Uint32Array(count + 1);
    for (let sample = 0; sample < count; sample++) {
      const from = start[sample]! + 1;
      const to = start[sample + 1]!;
      locations.set(items.subarray(from, to), locationStart[sample]!);
      locationStart[sample + 1] = locationStart[sample]! + to - from;
      const set = items[from - 1]!;
      const labels = (sets.start[set + 1]! - sets.start[set]!) / labelItems;
      labelStart[sample + 1] = labelStart[sample]! + labels;
    }
    return {
      samples: {
        count,
        locationStart,
        locations,
        values: this.#finishValues(count),
        labelStart,
        selection: null,
      },
      labels: this.#finishLabels(labelStart),
    };
  }

  #finishLabels(labelStart: Uint32Array): LabelTable {
    const { count, start, items } = this.#stacks;
    const sets = this.#labelSets;
    const length = labelStart[count]!;
    const key = new Uint32Array(length);
    const text = new Uint32Array(length);
    const number = new Int64Builder('signed', length);
    const numberUnit = new Uint32Array(length);
    for (let sample = 0, label = 0; sample < count; sample++) {
      const set = items[start[sample]!]!;
      for (let i = sets.start[set]!; i < sets.start[set + 1]!; i += labelItems, label++) {
        key[label] = sets.items[i]!;
        text[label] = sets.items[i + 1]!;
        number.push(sets.items[i + 2]!, sets.items[i + 3]!);
        numberUnit[label] = sets.items[i + 4]!;
      }
    }
    return { key, text, number: number.finish(), numberUnit };
  }

  #finishValues(count: number): Int64Column {
    const length = count * this.types;
    if (this.isSafe) return { approximate: this.#approximate.slice(0, length), exact: null };
    const values = new Int64Builder('signed', length + 1);
    for (let i = 0; i < length; i++) values.pushExact(this.#exact[i] ?? 0n);
    return values.finish();
  }
}

/** A profile, and what its sample types are called beside those of others. */
export interface NamedTypes {
  readonly profile: Profile;
  /** As many as the profile has. */
  readonly types: readonly ValueType[];
}

/** One profile with the sample types of all of them: each sample has values of its own profile's types, and 0 of the others. */
export function sideBySide(parts: readonly NamedTypes[]): Profile {
  const sampleTypes = parts.flatMap(({ types }) => types);
  let before = 0;
  const widened = parts.map(({ profile, types }): Profile => {
    const own = types.length;
    const values = new Int64Builder('signed', profile.samples.count * sampleTypes.length + 1);
    for (let sample = 0; sample < profile.samples.count; sample++) {
      for (let type = 0; type < sampleTypes.length; type++) {
        const isOwn = type >= before && type < before + own;
        if (isOwn) values.pushExact(int64At(profile.samples.values, sample * own + type - before));
        else values.push(0, 0);
      }
    }
    before += own;
    return { ...profile, sampleTypes, samples: { ...profile.samples, values: values.finish() } };
  });
  return mergeProfiles(widened);
}
