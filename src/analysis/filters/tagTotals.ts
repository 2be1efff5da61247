import { madeOnce } from '../../base/maps.ts';
import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { scaledLabel } from '../values/units.ts';
import { add, bySizeDescending, toValue, type Value } from '../values/value.ts';
import { type Weights, weightAt } from '../values/weights.ts';
import { sampleLabels } from './labels.ts';

/** A label with what its values cost. */
export interface TagTotal {
  readonly key: string;
  /** Sum over all values. A sample with several values counts for each. */
  readonly total: Value;
  /** Largest first. */
  readonly values: readonly { readonly value: string; readonly total: Value }[];
}

/**
 * All labels of a profile, by key. Numbers are scaled from the unit of their key, and those that print alike are one value.
 *
 * @param units of numeric labels, as `numericLabelUnits` has them
 * @param outputUnit to print numbers in; see `scale`
 */
export function tagTotals(
  profile: Profile,
  weights: Weights,
  units: ReadonlyMap<string, string>,
  outputUnit: string,
): TagTotal[] {
  const byKey = new Map<string, Map<string, Value>>();
  const count = (key: string, value: string, weight: Value) => {
    const totals = madeOnce(byKey, key, () => new Map());
    totals.set(value, add(totals.get(value) ?? 0, weight));
  };
  for (let sample = 0; sample < profile.samples.count; sample++) {
    if (profile.samples.labelStart[sample] === profile.samples.labelStart[sample + 1]) continue;
    const weight = weightAt(weights, sample);
    const { texts, numbers } = sampleLabels(profile, sample);
    for (const [key, values] of texts) for (const value of values) count(key, value, weight);
    for (const [key, values] of numbers) {
      const unit = units.get(key) ?? '';
      for (const value of values) count(key, scaledLabel(toValue(value), unit, outputUnit), weight);
    }
  }
  return [...byKey]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, totals]) => ({
      key,
      total: [...totals.values()].reduce<Value>(add, 0),
      values: [...totals]
        .map(([value, total]) => ({ value, total }))
        .sort((a, b) => bySizeDescending(a.total, b.total) || compareText(a.value, b.value)),
    }));
}
