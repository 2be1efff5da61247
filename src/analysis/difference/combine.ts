import { fail, ok, type Result } from '../../base/result.ts';
import { Int64Builder, int64At } from '../../pprof/columns.ts';
import { longer, pickLabels, withValues } from '../../pprof/derive.ts';
import { grown } from '../../pprof/growing.ts';
import { mergeProfiles } from '../../pprof/merge.ts';
import type { Profile, ValueType } from '../../pprof/profile.ts';
import { TextStrings } from '../../pprof/textStrings.ts';
import { diffBaseLabel, sizeOf } from '../values/total.ts';
import { areConvertible, scale } from '../values/units.ts';
import { weightsOf } from '../values/weights.ts';
import { typeNames } from './otherKind.ts';

/**
 * Several profiles as one, as `go tool pprof A B` makes it: only the sample types that all of them have, in the finest of
 * their units, merged. A single profile stays as it is.
 *
 * Fails with `incompatible-profiles`.
 */
export function combine(profiles: readonly Profile[]): Result<Profile> {
  const [first, ...others] = profiles;
  if (first === undefined) return fail('incompatible-profiles', 'There is no profile to show.');
  if (others.length === 0) return ok(first);
  const aligned = align(profiles);
  return aligned.ok ? ok(mergeProfiles(aligned.value)) : aligned;
}

/** How a profile is compared with another. */
export interface BaseOptions {
  /** `subtract`: the difference alone; `compare`: with percentages of the base. */
  readonly how: 'subtract' | 'compare';
  /** First scale the profile so that each of its totals is the base's. */
  readonly normalize?: boolean;
  /**
   * The base's values are multiplied by it first: to compare runs of different numbers of operations. `shares`: so that
   * each of the base's totals is exactly the profile's.
   */
  readonly baseRatio?: number | 'shares';
}

/**
 * A profile minus another: the base's samples are added with negative values. With `compare` they are also marked, so
 * that percentages refer to the base's total.
 *
 * Fails with `incompatible-profiles`.
 */
export function subtractBase(profile: Profile, base: Profile, options: BaseOptions): Result<Profile> {
  const { how, normalize, baseRatio = 1 } = options;
  if (normalize && !sameTypes(profile, base)) return incompatible(profile.sampleTypes, base.sampleTypes);
  const aligned = align([profile, base]);
  if (!aligned.ok) return aligned;
  const [now, before] = firstTwo(aligned.value);
  const scaled =
    baseRatio === 'shares'
      ? scaleValues(before, ratiosTo(now, before), true)
      : scaleValues(
          before,
          before.sampleTypes.map(() => baseRatio),
        );
  return ok(
    mergeProfiles([
      normalize ? scaleValues(now, ratiosTo(before, now)) : now,
      negated(how === 'compare' ? markAsBase(scaled) : scaled),
    ]),
  );
}

/** The profiles with the sample types that all of them have, in the finest of their units. */
function align(profiles: readonly Profile[]): Result<readonly Profile[]> {
  const types = alignSampleTypes(profiles);
  return types.ok ? alignUnits(types.value) : types;
}

/** Keeps the sample types that all profiles have, in the first one's order. */
function alignSampleTypes(profiles: readonly Profile[]): Result<readonly Profile[]> {
  const common = profiles[0]!.sampleTypes
    .map(({ type }) => type)
    .filter((name) => profiles.every(({ sampleTypes }) => sampleTypes.some(({ type }) => type === name)));
  if (common.length === 0) return incompatible(profiles[0]!.sampleTypes, profiles[1]!.sampleTypes);
  return ok(profiles.map((profile) => pickSampleTypes(profile, common)));
}

function pickSampleTypes(profile: Profile, names: readonly string[]): Profile {
  const { sampleTypes, samples, defaultSampleType } = profile;
  const picked = names.map((name) => sampleTypes.findIndex(({ type }) => type === name));
  if (picked.length === sampleTypes.length && picked.every((from, to) => from === to)) return profile;
  const values = new Int64Builder('signed', samples.count * picked.length + 1);
  for (let sample = 0; sample < samples.count; sample++) {
    for (const type of picked) values.pushExact(int64At(samples.values, sample * sampleTypes.length + type));
  }
  return {
    ...profile,
    sampleTypes: picked.map((type) => sampleTypes[type]!),
    samples: { ...samples, values: values.finish() },
    defaultSampleType: names.includes(defaultSampleType) ? defaultSampleType : names[0]!,
  };
}

/** Brings sample types and periods to the finest of their units. */
function alignUnits(profiles: readonly Profile[]): Result<readonly Profile[]> {
  const periodUnit = finestUnit(profiles.map(({ periodType }) => periodType));
  if (periodUnit === null) return incompatible(...firstTwo(profiles.map(({ periodType }) => [periodType])));
  const units: string[] = [];
  for (const [index] of profiles[0]!.sampleTypes.entries()) {
    const unit = finestUnit(profiles.map(({ sampleTypes }) => sampleTypes[index]!));
    if (unit === null) return incompatible(...firstTwo(profiles.map(({ sampleTypes }) => sampleTypes)));
    units.push(unit);
  }
  return ok(profiles.map((profile) => inUnits(profile, units, periodUnit)));
}

function firstTwo<T>(all: readonly T[]): [T, T] {
  return [all[0]!, all[1]!];
}

/** The finest unit of the types; `null` if they do not measure the same. */
function finestUnit(types: readonly ValueType[]): string | null {
  const singular = ({ type }: ValueType) => type.replace(/s$/, '');
  let finest = types[0]!;
  for (const other of types.slice(1)) {
    if (singular(other) !== singular(finest) || !areConvertible(other.unit, finest.unit)) return null;
    if (scale(1, other.unit, finest.unit).value < 1) finest = other;
  }
  return finest.unit;
}

function inUnits(profile: Profile, units: readonly string[], periodUnit: string): Profile {
  const { sampleTypes, period, periodType } = profile;
  const ratios = sampleTypes.map(({ unit }, index) => scale(1, unit, units[index]!).value);
  const scaledPeriod =
    periodType.unit === periodUnit
      ? period
      : BigInt(Math.trunc(scale(Number(period), periodType.unit, periodUnit).value));
  return {
    ...scaleValues(profile, ratios),
    sampleTypes: sampleTypes.map(({ type }, index) => ({ type, unit: units[index]! })),
    period: scaledPeriod,
    periodType: { type: periodType.type, unit: periodUnit },
  };
}

/**
 * Multiplies each sample type by its ratio. Samples whose values all become 0 are dropped.
 *
 * @param isExact Each sum is multiplied, too: what rounding takes from one sample goes to the next. If false, each value is
 *   rounded for itself, as pprof does, and the sums of many samples differ a little.
 */
function scaleValues(profile: Profile, ratios: readonly number[], isExact = false): Profile {
  if (ratios.every((ratio) => ratio === 1)) return profile;
  const { samples, sampleTypes } = profile;
  const length = samples.count * sampleTypes.length;
  const values = new Int64Builder('signed', length + 1);
  const sums = ratios.map(() => 0);
  for (let i = 0; i < length; i++) {
    const type = i % sampleTypes.length;
    const ratio = ratios[type]!;
    const value = int64At(samples.values, i);
    const before = sums[type]!;
    const sum = before + Number(value);
    values.pushExact(
      Math.abs(ratio) === 1 ? value * BigInt(ratio) : rounded(sum * ratio) - rounded(before * ratio),
    );
    if (isExact) sums[type] = sum;
  }
  return withValues(profile, values.finish());
}

/** Go rounds halves away from zero. */
function rounded(value: number): bigint {
  return BigInt(Math.sign(value) * Math.round(Math.abs(value)));
}

function negated(profile: Profile): Profile {
  return scaleValues(
    profile,
    profile.sampleTypes.map(() => -1),
  );
}

/** What multiplies each sample type so that its sum is that of another profile with the same types. */
function ratiosTo(to: Profile, from: Profile): number[] {
  const sum = (of: Profile, type: number) => Number(sizeOf(weightsOf(of, type), null, 'signed'));
  return from.sampleTypes.map((_, type) => {
    const own = sum(from, type);
    return own === 0 ? 0 : sum(to, type) / own;
  });
}

/** Marks every sample as one of a base. Texts that it already has for that label are removed. */
function markAsBase(profile: Profile): Profile {
  const { samples, labels } = profile;
  const strings = TextStrings.copyOf(profile.strings);
  const count = labels.key.length;
  const [key, text] = [grown(labels.key, count + 1), grown(labels.text, count + 1)];
  key[count] = strings.add(diffBaseLabel.key);
  text[count] = strings.add(diffBaseLabel.value);
  const marked = {
    key,
    text,
    number: longer(labels.number, 1),
    numberUnit: grown(labels.numberUnit, count + 1),
  };
  const indexes: number[] = [];
  const labelStart = new Uint32Array(samples.count + 1);
  for (let sample = 0; sample < samples.count; sample++) {
    for (let label = samples.labelStart[sample]!; label < samples.labelStart[sample + 1]!; label++) {
      if (strings.get(key[label]!) !== diffBaseLabel.key || text[label] === 0) indexes.push(label);
    }
    indexes.push(count);
    labelStart[sample + 1] = indexes.length;
  }
  return {
    ...profile,
    strings,
    samples: { ...samples, labelStart },
    labels: pickLabels(marked, Uint32Array.from(indexes)),
  };
}

function sameTypes(a: Profile, b: Profile): boolean {
  const same = (left: ValueType, right: ValueType) => left.type === right.type && left.unit === right.unit;
  return (
    same(a.periodType, b.periodType) &&
    a.sampleTypes.length === b.sampleTypes.length &&
    a.sampleTypes.every((type, index) => same(type, b.sampleTypes[index]!))
  );
}

function incompatible(a: readonly ValueType[], b: readonly ValueType[]): Result<never> {
  return fail(
    'incompatible-profiles',
    'The profiles do not measure the same: {0} and {1}. Choose profiles of one kind.',
    [typeNames(a), typeNames(b)],
  );
}
