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

function versionsIn(series: readonly Series[], label: string): RunVersion[] {
  const all = series.reduce((sum, { total }) => sum + total, 0);
  // Parca sums what has been sampled over a time; of all other types it answers a series for each process.
  const byName = new Map<string, Series[]>();
  for (const each of series) {
    const name = each.labels[label] ?? '';
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  const found = [...byName].flatMap(([name, ofVersion]): RunVersion[] => {
    const seen = ofVersion
      .flatMap(({ points }) => points.filter(({ value }) => value !== 0))
      .map(({ time }) => time);
    if (seen.length === 0) return [];
    const total = ofVersion.reduce((sum, each) => sum + each.total, 0);
    return [
      {
        name,
        share: all === 0 ? 0 : total / all,
        firstSeen: seen.reduce((a, b) => Math.min(a, b)),
        lastSeen: seen.reduce((a, b) => Math.max(a, b)),
      },
    ];
  });
  return found.sort((a, b) => b.firstSeen - a.firstSeen || b.lastSeen - a.lastSeen);
}
