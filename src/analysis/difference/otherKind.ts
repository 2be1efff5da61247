import { fail, type Problem } from '../../base/result.ts';
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
    [names[0] ?? '', list(first.sampleTypes), names[other] ?? '', list(profiles[other]!.sampleTypes)],
  ).problem;
}

function shareType(some: readonly ValueType[], others: readonly ValueType[]): boolean {
  return some.some(({ type, unit }) =>
    others.some((other) => other.type === type && areConvertible(other.unit, unit)),
  );
}

function list(types: readonly ValueType[]): string {
  return types.map(({ type, unit }) => `${type}/${unit}`).join(', ');
}
