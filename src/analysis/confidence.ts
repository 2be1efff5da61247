/** The 97.5 % quantile of the normal distribution: 95 % lie between its negative and itself. */
const z = 1.959963984540054;

/**
 * Wilson's 95 % interval for a share: where the true share of a line lies when it was seen in `successes` of
 * `trials` samples. Unlike the textbook interval it is right for few samples and near 0 and 1.
 *
 * Both ends are shares, 0 to 1. Without trials nothing is known: 0 to 1.
 */
export function wilson(successes: number, trials: number): { low: number; high: number } {
  if (trials <= 0) return { low: 0, high: 1 };
  const share = Math.min(1, Math.max(0, successes / trials));
  const square = z * z;
  const scale = 1 + square / trials;
  const centre = (share + square / (2 * trials)) / scale;
  const margin = (z / scale) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  return {
    // Rounding must not move an end that is exact past its share.
    low: share === 0 ? 0 : Math.max(0, centre - margin),
    high: share === 1 ? 1 : Math.min(1, centre + margin),
  };
}
