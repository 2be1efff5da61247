import { int64At } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import { toValue, type Value } from './value.ts';

/**
 * What each sample weighs for one sample type, in a form whose sums of doubles are exact.
 *
 * Usually that is the values themselves, one part. Where sums could pass 2^53, each value is split into
 * three parts of 22 bits (value = l0 + l1 * 2^22 + l2 * 2^44, all of the value's sign). Whatever is linear in
 * the weights (flat, cum, edges, trees) is then computed for each part and joined at the end.
 */
export interface Weights {
  /** A column over the samples for each part, lowest first. */
  readonly parts: readonly Float64Array[];
}

const partBits = 22n;
const partScale = 2 ** 22;

/** The weights of all samples for sample type `sampleType`. */
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
  // Below 2^53 no partial sum of any of these has been rounded, neither here nor later.
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

/** Column `index` of sums computed for each part, as one value. */
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
 * The factor by which every one of `weights` is its counterpart in `other`, or `null`. In a CPU profile, say, each
 * sample's nanoseconds are its count times the period, so what is known of one type is known of the other.
 */
export function proportion(weights: Weights, other: Weights): number | null {
  const [column, otherColumn] = [weights.parts[0]!, other.parts[0]!];
  if (weights.parts.length > 1 || other.parts.length > 1) return null;
  const first = otherColumn.findIndex((weight) => weight !== 0);
  if (first === -1) return null;
  const factor = column[first]! / otherColumn[first]!;
  const divisor = otherColumn[first]! / column[first]!;
  // Only whole factors, up or down, keep sums exact.
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
