import { fail, type Problem } from '../../base/result.ts';
import { sampleTypeLabel } from '../../base/sampleTypeLabels.ts';
import type { Profile, ValueType } from '../../pprof/profile.ts';
import { areConvertible } from '../values/units.ts';

/**
 * Why several files cannot be shown as one: which of them has no sample type in common with the first. `null` if all have.
 *
 * @param names of the files
 */
export function otherKind(profiles: readonly Profile[], names: readonly string[]): Problem | null {
  const [first] = profiles;
  const other = profiles.findIndex(({ sampleTypes }) => !shareType(sampleTypes, first?.sampleTypes ?? []));
  if (first === undefined || other === -1) return null;
  return fail(
    'incompatible-profiles',
    '{0} measures {1}, and {2} measures {3}. Choose profiles of one kind.',
    [
      names[0] ?? '',
      typeNames(first.sampleTypes),
      names[other] ?? '',
      typeNames(profiles[other]!.sampleTypes),
    ],
  ).problem;
}

function shareType(some: readonly ValueType[], others: readonly ValueType[]): boolean {
  return some.some(({ type, unit }) =>
    others.some((other) => other.type === type && areConvertible(other.unit, unit)),
  );
}

/** What profiles measure, in the user's words: `Allocated objects, Allocated bytes`. */
export function typeNames(types: readonly ValueType[]): string {
  const nameOf = (each: ValueType) => {
    const label = sampleTypeLabel(each, types);
    return label === each.type ? `${each.type}/${each.unit}` : label;
  };
  return [...new Set(types.map(nameOf))].join(', ');
}
