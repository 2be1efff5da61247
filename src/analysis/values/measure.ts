import type { Profile } from '../../pprof/profile.ts';
import { diffBaseSamples, sizeOf } from './total.ts';
import { toValue, type Value } from './value.ts';
import { isWeightless, type Weights, weightsOf } from './weights.ts';

/** What a report counts: one sample type, or its mean over the first one. */
export interface Measure {
  readonly weights: Weights;
  /** For a mean, the weights of the first sample type: sums are divided by their sum. */
  readonly divisors: Weights | null;
  /** The total that percentages refer to. */
  readonly total: Value;
  /** `cpu`, or `mean_delay`. */
  readonly type: string;
  readonly unit: string;
}

/**
 * The measure of a sample type.
 *
 * @param mean divide by the sum of the first sample type: delay per contention
 */
export function measure(profile: Profile, sampleType: number, mean = false): Measure {
  const { type, unit } = profile.sampleTypes[sampleType]!;
  const weights = weightsOf(profile, sampleType);
  const divisors = mean ? weightsOf(profile, 0) : null;
  return {
    weights,
    divisors,
    total: measuredTotal(profile, weights, divisors),
    type: mean ? `mean_${type}` : type,
    unit,
  };
}

/** The same measure over other samples: those that are left after filters. The total stays that of the whole profile. */
export function remeasured(profile: Profile, sampleType: number, measured: Measure): Measure {
  return {
    ...measured,
    weights: weightsOf(profile, sampleType),
    divisors: measured.divisors === null ? null : weightsOf(profile, 0),
  };
}

function measuredTotal(profile: Profile, weights: Weights, divisors: Weights | null): Value {
  const base = diffBaseSamples(profile);
  const ofBase = base === null ? 0 : sizeOf(weights, base, 'absolute');
  const selected = ofBase > 0 ? base : null;
  const whole = sizeOf(weights, selected, 'absolute');
  return divisors === null ? whole : quotient(whole, sizeOf(divisors, selected, 'signed'));
}

/** By sample: 1 if it counts at all. pprof passes over samples that are 0 in everything that is summed. */
export function countedSamples({ weights, divisors }: Pick<Measure, 'weights' | 'divisors'>): Uint8Array {
  const counted = new Uint8Array(weights.parts[0]!.length);
  for (let sample = 0; sample < counted.length; sample++) {
    const counts = !isWeightless(weights, sample) || (divisors !== null && !isWeightless(divisors, sample));
    counted[sample] = counts ? 1 : 0;
  }
  return counted;
}

/** A quotient without its fraction, as Go divides int64s. A division by 0 leaves the value as it is. */
export function quotient(value: Value, divisor: Value): Value {
  const by = BigInt(divisor);
  return by === 0n ? value : toValue(BigInt(value) / by);
}
