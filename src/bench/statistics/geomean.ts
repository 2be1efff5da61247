/** The geometric mean, as benchstat computes it but for its last digit; `null` without values, or if a value is not above zero. */
export function geometricMean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  let mean = 0;
  for (const [i, value] of values.entries()) {
    if (!(value > 0)) return null;
    mean += (Math.log(value) - mean) / (i + 1);
  }
  return Math.exp(mean);
}
