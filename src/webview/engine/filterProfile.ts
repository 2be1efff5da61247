import { applyFilters, type FilterOptions } from '../../analysis/filters/filters.ts';
import type { Profile } from '../../pprof/profile.ts';
import { ok, type Result } from '../../result.ts';
import type { Filters } from './scope.ts';

/** A profile after filters, and the kinds of filters that matched nothing. */
export interface FilteredOutcome {
  readonly profile: Profile;
  readonly unmatched: readonly string[];
}

/**
 * Applies filters as pprof does, one after the other. A second `focus` applies to what the first one has left.
 * Several `ignore`, `hide`, `show` or `showFrom` are alternatives of one expression. Fails with `bad-pattern`.
 *
 * @param units of numeric labels, of the whole profile
 */
export function filterProfile(
  profile: Profile,
  filters: Filters,
  units: ReadonlyMap<string, string>,
): Result<FilteredOutcome> {
  const steps: FilterOptions[] = [
    ...filters.focus.map((focus) => ({ focus })),
    {
      ignore: eitherOf(filters.ignore),
      hide: eitherOf(filters.hide),
      show: eitherOf(filters.show),
      showFrom: eitherOf(filters.showFrom),
    },
    ...filters.tagFocus.map((tagFocus) => ({ tagFocus })),
    ...filters.tagIgnore.map((tagIgnore) => ({ tagIgnore })),
  ];
  const unmatched = new Set<string>();
  let current = profile;
  for (const step of steps) {
    const filtered = applyFilters(current, step, units);
    if (!filtered.ok) return filtered;
    current = filtered.value.profile;
    for (const kind of filtered.value.unmatched) unmatched.add(kind);
  }
  return ok({ profile: current, unmatched: [...unmatched] });
}

function eitherOf(expressions: readonly string[]): string | undefined {
  if (expressions.length < 2) return expressions[0];
  return expressions.map((expression) => `(?:${expression})`).join('|');
}
