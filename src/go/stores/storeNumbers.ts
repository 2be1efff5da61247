/** Numbers in the answers of stores, which a profile must be able to hold. */
import { time } from '../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import type { Series } from './store.ts';
import type { StoreAddress } from './storeAddress.ts';

/** What a pprof file can hold. */
const largestNumber = 2 ** 63;

/** Whether a profile can hold a number of seconds. */
export function isDuration(seconds: number): boolean {
  return seconds >= 0 && seconds * 1e9 < largestNumber;
}

/** Problem: `bad-number`, for what no profile can hold. */
export function checkedSeries({ shown }: StoreAddress, series: readonly Series[]): Result<readonly Series[]> {
  for (const { points, seconds } of series) {
    for (const point of points) {
      if (!(Math.abs(point.value) < largestNumber)) return badNumber(shown, point.value);
      if (time(point.time) === undefined) return badNumber(shown, point.time);
    }
    if (seconds !== null && !isDuration(seconds)) return badNumber(shown, seconds);
  }
  return ok(series);
}

function badNumber(shown: string, number: number): Result<never> {
  const template =
    '{0} answers with the number {1}, which no profile can hold. Check the address and the kind of the store.';
  return fail('bad-number', template, [shown, String(number)]);
}
