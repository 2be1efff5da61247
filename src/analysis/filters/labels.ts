import { listAt } from '../../base/maps.ts';
import { int64At } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';

/** A sample's labels as pprof has them: by key, texts and numbers apart. */
export interface SampleLabels {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly numbers: ReadonlyMap<string, readonly bigint[]>;
  /** By key, the unit of each of its numbers; no entry if none of them has a unit. */
  readonly units: ReadonlyMap<string, readonly string[]>;
}

/** The labels of one sample. A label with a text is a text, also if it has a number. A label with neither is left out. */
export function sampleLabels({ samples, labels, strings }: Profile, sample: number): SampleLabels {
  const texts = new Map<string, string[]>();
  const numbers = new Map<string, bigint[]>();
  const units = new Map<string, string[]>();
  const end = samples.labelStart[sample + 1]!;
  for (let label = samples.labelStart[sample]!; label < end; label++) {
    const key = strings.get(labels.key[label]!);
    const text = labels.text[label]!;
    if (text !== 0) {
      listAt(texts, key).push(strings.get(text));
      continue;
    }
    const number = int64At(labels.number, label);
    const unit = labels.numberUnit[label]!;
    if (number === 0n && unit === 0) continue;
    const values = listAt(numbers, key);
    if (unit !== 0) {
      const known = listAt(units, key);
      while (known.length < values.length) known.push('');
      known.push(strings.get(unit));
    }
    values.push(number);
  }
  for (const [key, known] of units) while (known.length < numbers.get(key)!.length) known.push('');
  return { texts, numbers, units };
}

/**
 * The unit of each key with numeric labels: the first one in the profile. If there is none: `bytes` for two keys that are
 * known to be bytes, and the key itself for others.
 */
export function numericLabelUnits(profile: Profile): ReadonlyMap<string, string> {
  const { labels, strings } = profile;
  const units = new Map<string, string>();
  for (let label = 0; label < labels.key.length; label++) {
    const unit = labels.numberUnit[label]!;
    if (labels.text[label] !== 0 || (unit === 0 && labels.number.approximate[label] === 0)) continue;
    const key = strings.get(labels.key[label]!);
    if ((units.get(key) ?? '') === '') units.set(key, strings.get(unit));
  }
  for (const [key, unit] of units) {
    if (unit === '') units.set(key, key === 'alignment' || key === 'request' ? 'bytes' : key);
  }
  return units;
}
