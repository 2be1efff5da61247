import { list, text } from '../../base/outsideValues.ts';
import { type CountedKind, countedNames, type ProfileKind, profileKinds } from '../../base/profileKinds.ts';
import { usualEvents } from '../../base/takenKind.ts';

/** The kinds named in a setting; CPU and memory where it names none. */
export function readKinds(setting: unknown): readonly ProfileKind[] {
  const named = Array.isArray(setting) ? profileKinds.filter((kind) => setting.includes(kind)) : [];
  return named.length === 0 ? ['cpu', 'mem'] : named;
}

/** What the setting of kinds names that valgrind counts. */
export function readCounted(setting: unknown): readonly CountedKind[] {
  return Array.isArray(setting) ? countedNames.filter((name) => setting.includes(name)) : [];
}

/** What a run is asked for: the simulation counts instructions, too. */
export function askedCounts(counted: readonly CountedKind[]) {
  const simulates = counted.includes('simulated');
  const instructions = simulates || counted.includes('instructions');
  return { instructions, simulates, times: counted.includes('times') };
}

export function readEvents(setting: unknown): readonly string[] {
  return list(text)(setting) ?? [];
}

/** What is counted for a user who wants counters: the events that are named, else the usual ones. */
export function eventsToCount(named: readonly string[]): readonly string[] {
  return named.length > 0 ? named : usualEvents;
}

/** A count of runs as typed by the user; `null` where it is none. */
export function readCount(text: string): number | null {
  const count = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= 1000 ? count : null;
}
