/** For how long a service was profiled. */
import { ok, type Result } from '../../base/result.ts';
import { isDuration, type Selection, type Store, type StoreType, stepOf } from './store.ts';
import type { StoreLimits } from './storeRequest.ts';

/** Of a longer time, a store would have to list too many profiles one by one. In milliseconds. */
const longestListed = 86_400_000;

/**
 * How long was profiled, summed over all processes, in seconds: twice as much where two run for the same time. `null` where
 * that is not known exactly; a store that cannot say it now does not say it at all.
 */
export async function profiledSeconds(
  store: Store,
  type: StoreType,
  selection: Selection,
  limits: StoreLimits,
): Promise<number | null> {
  const { start, end } = selection.range;
  if (!store.knowsSeconds || end - start > longestListed) return null;
  const names = await store.labelNames(selection.range, limits);
  if (!names.ok) return null;
  // In steps of a second and by all labels, a step has one profile of one process.
  const series = await store.series(type, selection, { by: names.value, step: 1 }, limits);
  if (!series.ok || series.value.some(({ seconds }) => seconds === null)) return null;
  const sum = series.value.reduce((all, { seconds }) => all + (seconds ?? 0), 0);
  return sum > 0 && isDuration(sum) ? sum : null;
}

/**
 * In how much of a time there are profiles of any process, in seconds, as exactly as the steps are: less than the whole where a
 * service was started in it. Problems: those of the store.
 */
export async function coveredSeconds(
  store: Store,
  type: StoreType,
  selection: Selection,
  limits: StoreLimits,
): Promise<Result<number>> {
  const step = stepOf(selection.range);
  const series = await store.series(type, selection, { by: [], step }, limits);
  if (!series.ok) return series;
  const steps = new Set<number>();
  for (const { points } of series.value) {
    for (const { time, value } of points) if (value !== 0) steps.add(Math.floor(time / 1000 / step));
  }
  const { start, end } = selection.range;
  return ok(Math.min(steps.size * step, (end - start) / 1000));
}
