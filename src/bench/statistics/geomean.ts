import { goExp, goLog } from './goMath.ts';

/** The geometric mean as benchstat computes it, or null if there are no values or one is not above zero. */
export function geometricMean(values: readonly number[]): number | null {
  let mean = 0;
  for (const [i, value] of values.entries()) {
    if (!(value > 0)) return null;
    mean += (goLog(value) - mean) / (i + 1);
  }
  if (values.length === 0) return null;
  return Math.abs(mean) < largestExact ? goExp(mean) : Math.exp(mean);
}

/** Beyond, exp comes near the ends of what a double holds. */
const largestExact = 700;
