/** Whether more or less of a unit is good. */
import type { UnitFacts } from '../benchfmt/format.ts';
import { tidyUnit } from '../benchfmt/unit.ts';
import type { MetricChange } from './change.ts';

export type Better = 'higher' | 'lower';

/**
 * From a line `Unit hits/op better=higher` in the output, or from the unit's name: what is done per second is better if
 * there is more of it; what an operation costs, time and bytes, if there is less. `null` if nothing says so: then a change
 * is neither good nor bad.
 */
export function betterOf(unit: string, facts: UnitFacts = {}): Better | null {
  const written = facts[tidyUnit(unit).unit]?.better;
  if (written === 'higher' || written === 'lower') return written;
  if (/\/s(?:ec)?$/.test(unit)) return 'higher';
  const [cost = ''] = unit.split('/');
  return /\/op$/.test(unit) || /(?:^|[-*_])(?:ns|sec|B|MB|bytes)$/.test(cost) ? 'lower' : null;
}

/**
 * Whether a change is good for the user. `different` where nothing says which direction is good: fewer instructions can take
 * longer.
 */
export function outcomeOf(
  { verdict, unit, base, now, count }: Pick<MetricChange, 'verdict' | 'unit' | 'base' | 'now' | 'count'>,
  facts: UnitFacts,
): 'better' | 'worse' | 'different' | 'same' {
  if (verdict !== 'changed') return 'same';
  const better = betterOf(unit, facts);
  if (better === null || count !== undefined || now.center === base.center) return 'different';
  return now.center > base.center === (better === 'higher') ? 'better' : 'worse';
}

/** How much worse, as a share of the older median; infinite if that is 0; 0 if it is not worse. */
export function worseBy({ base, now }: Pick<MetricChange, 'base' | 'now'>, better: Better | null): number {
  const difference = now.center - base.center;
  const worse = better === 'higher' ? -difference : difference;
  return better !== null && worse > 0 ? worse / Math.abs(base.center) : 0;
}
