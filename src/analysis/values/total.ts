import type { Profile } from '../../pprof/profile.ts';
import type { Value } from './value.ts';
import { joinedAt, type Weights, weightsOf } from './weights.ts';

/** The label with which pprof marks the samples of the base in a comparison (`-diff_base`). */
export const diffBaseLabel = { key: 'pprof::base', value: 'true' } as const;

/**
 * The total that percentages refer to, as pprof computes it: the sum of the absolute values of all samples, or, in a
 * comparison (samples with the label `pprof::base`), of the base's samples alone.
 */
export function total(profile: Profile, sampleType: number): Value {
  const weights = weightsOf(profile, sampleType);
  const base = diffBaseSamples(profile);
  if (base !== null) {
    const ofBase = sizeOf(weights, base, 'absolute');
    if (ofBase > 0) return ofBase;
  }
  return sizeOf(weights, null, 'absolute');
}

/**
 * The sum of weights, or of their absolute values.
 *
 * @param selected 1 for the samples to count; all if `null`
 */
export function sizeOf({ parts }: Weights, selected: Uint8Array | null, what: 'absolute' | 'signed'): Value {
  const sums = parts.map((part) => {
    let sum = 0;
    for (let sample = 0; sample < part.length; sample++) {
      if (selected !== null && selected[sample] !== 1) continue;
      sum += what === 'absolute' ? Math.abs(part[sample]!) : part[sample]!;
    }
    return [sum];
  });
  return joinedAt(sums, 0);
}

/** By sample: 1 if it belongs to the base of a comparison; `null` if none does. */
export function diffBaseSamples({ samples, labels, strings }: Profile): Uint8Array | null {
  let selected: Uint8Array | null = null;
  for (let sample = 0; sample < samples.count; sample++) {
    const end = samples.labelStart[sample + 1]!;
    for (let label = samples.labelStart[sample]!; label < end; label++) {
      if (strings.get(labels.key[label]!) !== diffBaseLabel.key) continue;
      if (strings.get(labels.text[label]!) !== diffBaseLabel.value) continue;
      selected ??= new Uint8Array(samples.count);
      selected[sample] = 1;
    }
  }
  return selected;
}
