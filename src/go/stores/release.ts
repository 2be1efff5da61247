/** A release, as a store of production profiles knows it: of which service, and when it began to run. */
import { ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type Selection, type Store, type StoreType, serviceLabels, stepOf, versionLabels } from './store.ts';
import type { StoreLimits } from './storeRequest.ts';
import type { TimeRange } from './timeRange.ts';

/** Which service a profile is of, by the query that `storeProfile` has written into its comments; empty where none says it. */
export function serviceOf({ comments }: Pick<Profile, 'comments'>): string {
  for (const comment of comments) {
    const [start, end] = [comment.indexOf('{'), comment.lastIndexOf('}')];
    const service = start !== -1 && start < end ? labelIn(comment.slice(start, end), serviceLabels) : null;
    if (service !== null) return service;
  }
  return '';
}

/** Whether a selector asks for one version of the code. */
export function namesVersion(selector: string): boolean {
  return labelIn(selector, versionLabels) !== null;
}

/** The value of the first of these labels that a selector asks for with `=`. */
function labelIn(selector: string, names: readonly string[]): string | null {
  for (const name of names) {
    const [, value] = new RegExp(String.raw`[{,]\s*${name}\s*=\s*"((?:[^"\\]|\\.)*)"`).exec(selector) ?? [];
    if (value !== undefined) return value.replace(/\\(.)/g, '$1');
  }
  return null;
}

const day = 86_400_000;
/** A version that ran from the beginning of the time is looked for in so many days before it. Stores answer a day at a time. */
const mostDays = 7;

/**
 * When the first profile of a selection came, at the earliest, in milliseconds since the epoch, as exactly as the store counts;
 * `null` if there is none. Problems: those of the store.
 */
export async function firstSample(
  store: Store,
  type: StoreType,
  { selector, range }: Selection,
  limits: StoreLimits,
): Promise<Result<number | null>> {
  const firstIn = async (within: TimeRange): Promise<Result<number | null>> => {
    const step = stepOf(within);
    const series = await store.series(type, { selector, range: within }, { by: [], step }, limits);
    if (!series.ok) return series;
    const times = series.value.flatMap(({ points }) => points.find(({ value }) => value !== 0)?.time ?? []);
    // It came within the step that ends then.
    return ok(times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)) - 1000 * step);
  };
  let within: TimeRange = { start: Math.max(range.start, range.end - day), end: range.end };
  let first: number | null = null;
  for (let days = 0; days < mostDays; days++) {
    const found = await firstIn(within);
    if (!found.ok) return first === null ? found : ok(first);
    if (found.value === null) break;
    first = found.value;
    if (first > within.start) break;
    within = { start: within.start - day, end: within.start };
  }
  if (first === null) return ok(null);
  const exact = await firstIn({ start: first, end: first + 2000 * stepOf(within) });
  return ok(exact.ok && exact.value !== null ? exact.value : first);
}
