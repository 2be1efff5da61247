/** The geometric mean as benchstat computes it, or null if there are no values or one is not above zero. */
export function geometricMean(values: readonly number[]): number | null {
  let mean = 0;
  for (const [i, value] of values.entries()) {
    if (!(value > 0)) return null;
    mean += (Math.log(value) - mean) / (i + 1);
  }
  return values.length === 0 ? null : Math.exp(mean);
}
