import type { ProfileCosts } from '../costs/profileCosts.ts';
import { reportRows } from '../costs/reportRows.ts';

/** Of some functions the first that costs anything, because the user is there; else the hottest. */
export function shownFirst(costs: ProfileCosts, sampleType: number, at: readonly string[]): string {
  const costly = new Set(reportRows(costs, sampleType).map(({ info }) => info.name));
  return at.find((name) => costly.has(name)) ?? hottestFunction(costs, sampleType);
}

/**
 * The function where a user looks first: of the user's own code the one that costs most, with the library and runtime
 * code that it calls. Where no own code costs anything, the hottest function of all; empty where nothing has a cost.
 */
export function hottestFunction(costs: ProfileCosts, sampleType: number): string {
  const { functions, locations, samples, sampleTypes, strings } = costs.profile;
  const { row } = costs.charges;
  const charges = new Map<string, number>();
  for (let sample = 0; sample < samples.count; sample++) {
    if (row[sample] === -1) continue;
    const name = strings.get(functions.name[locations.lineFunction[row[sample]!]!]!);
    const value = samples.values.approximate[sample * sampleTypes.length + sampleType]!;
    charges.set(name, (charges.get(name) ?? 0) + value);
  }
  let [hottest, most] = ['', 0];
  for (const [name, charge] of charges) {
    if (name !== '' && Math.abs(charge) > most) [hottest, most] = [name, Math.abs(charge)];
  }
  if (hottest !== '') return hottest;
  return reportRows(costs, sampleType).find(({ info }) => info.name !== '')?.info.name ?? '';
}
