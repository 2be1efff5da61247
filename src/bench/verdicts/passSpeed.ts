/** How much the speed of a machine varies between two passes of a benchmark. */
import type { Measurement } from '../benchfmt/resultLine.ts';

/**
 * Before any measurement we assume that a machine varies by five percent, and this assumption has the weight of one
 * measurement. So a few measurements that happen to agree do not make a perfect machine.
 */
const usualVariation = 0.05;
const usualWeight = 1;

/**
 * The standard deviation of the logarithm of the ratio between the speeds of two passes. It is estimated from how the
 * measurements of each varied.
 *
 * @param drift the largest difference between runs of the same code, as a share; the estimate is at least half of it
 */
export function passVariation(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  drift: number,
): number {
  // There are two passes, each with this variance.
  return Math.max(Math.SQRT2 * speedVariation([base, measurements]), Math.log1p(drift) / 2);
}

/**
 * The standard deviation of the logarithm of the speed of one pass. It is larger than the measurements show, because there
 * are few of them: so that 1.96 of it hold 95 % of all passes, as the quantile of Student's t does.
 *
 * @param runs the measurements of runs, which may have had different speeds
 */
export function speedVariation(runs: readonly (readonly Measurement[])[]): number {
  let squares = usualWeight * usualVariation ** 2;
  let freedom = usualWeight;
  for (const logs of runs.map(logTimes)) {
    if (logs.length < 2) continue;
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    for (const log of logs) squares += (log - mean) ** 2;
    freedom += logs.length - 1;
  }
  // Cornish and Fisher's expansion of t / z at 97.5 %. The assumption alone is as good as three measurements.
  const part = 1 / Math.max(2, freedom);
  return Math.sqrt(squares / freedom) * (1 + 1.21 * part + 1.44 * part ** 2);
}

function logTimes(measurements: readonly Measurement[]): number[] {
  return measurements.flatMap(({ metrics }) => {
    const time = metrics['ns/op'];
    return time !== undefined && time > 0 ? Math.log(time) : [];
  });
}
