import { highAt, Int64Builder, int64At, lowAt } from './columns.ts';
import { grown, grownLength } from './growing.ts';
import { MergedTables, type MergeSource } from './mergeTables.ts';
import type { Int64Column, LabelTable, Profile, SampleTable, ValueType } from './profile.ts';
import { SampleBuilder } from './sampleBuilder.ts';

/**
 * Merges profiles into one, which holds only what its samples refer to. Samples with equal stacks and labels become one,
 * with the sums of their values. Samples whose values are all 0 are dropped.
 *
 * The profiles must have the same sample types, in the same order and units. As in pprof, the result has the earliest
 * time, the sum of the durations and the longest period; the rest is that of the first profile that has it.
 */
export function mergeProfiles(profiles: readonly Profile[]): Profile {
  const merged = mergeOnce(profiles);
  // Sums can be 0. Merging again drops what only those samples refer to.
  return merged.hasDropped ? mergeOnce([merged.profile]).profile : merged.profile;
}

function mergeOnce(profiles: readonly Profile[]): {
  readonly profile: Profile;
  readonly hasDropped: boolean;
} {
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
  const merged = samples.finish();
  return {
    profile: {
      strings: tables.strings,
      sampleTypes,
      ...merged,
      ...tables.finish(),
      dropFrames,
      keepFrames,
      periodType,
      ...mergedHeader(profiles),
    },
    hasDropped: merged.samples.count < samples.count,
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

/** Whether every sum of these values is exact as a double. */
function fitDoubles(profiles: readonly Profile[]): boolean {
  let size = 0;
  for (const { samples } of profiles) {
    if (samples.values.exact !== null) return false;
    for (const value of samples.values.approximate) size += Math.abs(value);
  }
  return size <= Number.MAX_SAFE_INTEGER;
}

/** The merged samples: a sample for each pair of stack and labels. */
class MergedSamples {
  readonly #samples = new SampleBuilder();
  #approximate = new Float64Array(1024);
  readonly #exact: bigint[] = [];

  constructor(
    private readonly types: number,
    private readonly isSafe: boolean,
  ) {}

  get count(): number {
    return this.#samples.count;
  }

  add(profile: Profile, sample: number, source: MergeSource): void {
    const { samples } = profile;
    const end = samples.locationStart[sample + 1]!;
    for (let i = samples.locationStart[sample]!; i < end; i++) {
      this.#samples.location(source.location(samples.locations[i]!));
    }
    this.#addLabels(profile, sample, source);
    const merged = this.#samples.end();
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

  #addLabels(profile: Profile, sample: number, source: MergeSource): void {
    const { samples, labels, strings } = profile;
    const first = samples.labelStart[sample]!;
    const end = samples.labelStart[sample + 1]!;
    if (end - first === 1) this.#addLabel(profile, first, source);
    else if (end > first) {
      const order = Array.from({ length: end - first }, (_, i) => first + i);
      // The order of the keys means nothing, so it must not keep samples apart. Values of one key keep their order.
      const key = (label: number) => strings.get(labels.key[label]!);
      order.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
      for (const label of order) this.#addLabel(profile, label, source);
    }
  }

  #addLabel({ labels }: Profile, label: number, source: MergeSource): void {
    this.#samples.label(
      source.string(labels.key[label]!),
      source.string(labels.text[label]!),
      lowAt(labels.number, label),
      highAt(labels.number, label),
      source.string(labels.numberUnit[label]!),
    );
  }

  finish(): { samples: SampleTable; labels: LabelTable } {
    return this.#samples.finish(this.#finishValues(), this.types);
  }

  #finishValues(): Int64Column {
    const length = this.count * this.types;
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
