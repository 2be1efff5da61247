/** Which versions of the code ran in a time, and how much of it. */
import { ok, type Result } from '../../base/result.ts';
import { type Selection, type Series, type Store, type StoreType, stepOf, versionLabel } from './store.ts';
import type { StoreLimits } from './storeRequest.ts';

export interface RunVersion {
  /** As the label has it: a commit, a tag, the name of a release. Empty for profiles without one. */
  readonly name: string;
  /** Of the selection's total. */
  readonly share: number;
  /** When its first and last profiles came, in milliseconds since the epoch, as exactly as the steps are. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** What ran. */
export interface RunVersions {
  /** The label that says the version; `null` if no label does. */
  readonly label: string | null;
  /** The one that was first seen last comes first: the newest deploy. */
  readonly versions: readonly RunVersion[];
}

/** A version for lists and titles: the beginning of a commit's hash, as git abbreviates it. */
export function shortVersion(name: string): string {
  return /^[0-9a-f]{12,64}$/.test(name) ? name.slice(0, 7) : name;
}

/** Problems: those of the store. */
export async function runVersions(
  store: Store,
  type: StoreType,
  selection: Selection,
  limits: StoreLimits,
): Promise<Result<RunVersions>> {
  const names = await store.labelNames(selection.range, limits);
  if (!names.ok) return names;
  const label = versionLabel(names.value);
  if (label === null) return ok({ label: null, versions: [] });
  const grouping = { by: [label], step: stepOf(selection.range) };
  const series = await store.series(type, selection, grouping, limits);
  return series.ok ? ok({ label, versions: versionsIn(series.value, label) }) : series;
}

interface SeenVersion {
  total: number;
  firstSeen: number;
  lastSeen: number;
}

/** @param label that says the version */
export function versionsIn(series: readonly Series[], label: string): RunVersion[] {
  let all = 0;
  // Parca sums what has been sampled over a time; of all other types it answers a series for each process.
  const byName = new Map<string, SeenVersion>();
  for (const { labels, total, points } of series) {
    const name = labels[label] ?? '';
    const version = byName.get(name) ?? { total: 0, firstSeen: Infinity, lastSeen: -Infinity };
    byName.set(name, version);
    all += total;
    version.total += total;
    for (const { time, value } of points) {
      if (value === 0) continue;
      version.firstSeen = Math.min(version.firstSeen, time);
      version.lastSeen = Math.max(version.lastSeen, time);
    }
  }
  const found = [...byName].flatMap(([name, { total, firstSeen, lastSeen }]): RunVersion[] =>
    firstSeen === Infinity ? [] : [{ name, share: all === 0 ? 0 : total / all, firstSeen, lastSeen }],
  );
  return found.sort((a, b) => b.firstSeen - a.firstSeen || b.lastSeen - a.lastSeen);
}
