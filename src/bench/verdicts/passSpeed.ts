/** How much the speed of a machine varies between two passes of a benchmark. */
import type { Measurement } from '../benchfmt/resultLine.ts';

/**
 * Before any measurement we assume that a machine varies by five percent, and this assumption has the weight of four
 * measurements. So a few measurements that happen to agree do not make a perfect machine.
 */
const usualVariation = 0.05;
const usualWeight = 4;

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
  let squares = usualWeight * usualVariation ** 2;
  let weight = usualWeight;
  for (const logs of [logTimes(base), logTimes(measurements)]) {
    if (logs.length < 2) continue;
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    for (const log of logs) squares += (log - mean) ** 2;
    weight += logs.length - 1;
  }
  // There are two passes, each with this variance.
  return Math.max(Math.sqrt((2 * squares) / weight), Math.log1p(drift) / 2);
}

function logTimes(measurements: readonly Measurement[]): number[] {
  return measurements.flatMap(({ metrics }) => {
    const time = metrics['ns/op'];
    return time !== undefined && time > 0 ? Math.log(time) : [];
  });
}
