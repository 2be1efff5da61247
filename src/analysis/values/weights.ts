import { int64At } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import { toValue, type Value } from './value.ts';

/**
 * The weight of each sample for one sample type, in a form whose sums are exact as doubles.
 *
 * Usually there is one part: the values themselves. If sums could pass 2^53, each value is split into three parts of
 * 22 bits (value = p0 + p1 * 2^22 + p2 * 2^44, each with the value's sign). Everything that is linear in the weights
 * (flat, cum, edges, trees) is then computed for each part, and the parts are joined at the end.
 */
export interface Weights {
  /** A column over the samples for each part, lowest first. */
  readonly parts: readonly Float64Array[];
}

const partBits = 22n;
const partScale = 2 ** 22;

/** The weights of all samples for one sample type. */
export function weightsOf(profile: Profile, sampleType: number): Weights {
  const { samples, sampleTypes } = profile;
  const { approximate, exact } = samples.values;
  const types = sampleTypes.length;
  const weights = new Float64Array(samples.count);
  let size = 0;
  for (let sample = 0, at = sampleType; sample < samples.count; sample++, at += types) {
    const value = approximate[at]!;
    weights[sample] = value;
    size += Math.abs(value);
  }
  // The sum of all sizes is below 2^53, so no sum of some of them can be rounded, here or later.
  if (size <= Number.MAX_SAFE_INTEGER && (exact === null || weights.every(Number.isSafeInteger))) {
    return { parts: [weights] };
  }
  return splitWeights(samples.count, (sample) => int64At(samples.values, sample * types + sampleType));
}

/** Weights of exact values, in parts. */
export function splitWeights(count: number, value: (sample: number) => bigint): Weights {
  const parts = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let sample = 0; sample < count; sample++) {
    let rest = value(sample);
    const sign = rest < 0n ? -1 : 1;
    if (rest < 0n) rest = -rest;
    for (const part of parts) {
      part[sample] = sign * Number(part === parts[2] ? rest : rest & (BigInt(partScale) - 1n));
      rest >>= partBits;
    }
  }
  return { parts };
}

/** Item `index` of sums that were computed for each part, as one value. */
export function joinedAt(sums: readonly ArrayLike<number>[], index: number): Value {
  if (sums.length === 1) return sums[0]![index]!;
  let exact = 0n;
  for (let part = sums.length - 1; part >= 0; part--) {
    exact = (exact << partBits) + BigInt(sums[part]![index]!);
  }
  return toValue(exact);
}

/** The weight of one sample. */
export function weightAt({ parts }: Weights, sample: number): Value {
  return joinedAt(parts, sample);
}

/** Whether a sample weighs nothing. */
export function isWeightless({ parts }: Weights, sample: number): boolean {
  for (const part of parts) if (part[sample] !== 0) return false;
  return true;
}

/**
 * The number `f` for which each of `weights` is `f` times its counterpart in `other`; `null` if there is none. In a CPU
 * profile each sample's nanoseconds are its count times the period, so the sums of one type give those of the other.
 */
export function proportion(weights: Weights, other: Weights): number | null {
  const [column, otherColumn] = [weights.parts[0]!, other.parts[0]!];
  if (weights.parts.length > 1 || other.parts.length > 1) return null;
  const first = otherColumn.findIndex((weight) => weight !== 0);
  if (first === -1) return null;
  const factor = column[first]! / otherColumn[first]!;
  const divisor = otherColumn[first]! / column[first]!;
  // Only with a whole factor, or a whole divisor, are the sums exact.
  if (!Number.isInteger(factor) && !Number.isInteger(divisor)) return null;
  for (let sample = 0; sample < column.length; sample++) {
    const weight = column[sample]!;
    const isProportional = Number.isInteger(factor)
      ? weight === otherColumn[sample]! * factor
      : weight * divisor === otherColumn[sample];
    if (!isProportional) return null;
  }
  return factor;
}
