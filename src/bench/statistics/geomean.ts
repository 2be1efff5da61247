import { goExp, goLog } from './goMath.ts';

/** The geometric mean as benchstat computes it; `null` without values, or if a value is not above zero. */
export function geometricMean(values: readonly number[]): number | null {
  let mean = 0;
  for (const [i, value] of values.entries()) {
    if (!(value > 0)) return null;
    mean += (goLog(value) - mean) / (i + 1);
  }
  if (values.length === 0) return null;
  return Math.abs(mean) < largestExact ? goExp(mean) : Math.exp(mean);
}

/** `goExp` is exact up to here. Beyond, its result is close to the largest or smallest double. */
const largestExact = 700;
