/** How much the speed of a machine varies from one pass of a benchmark to the next. */
import type { Measurement } from '../benchfmt/resultLine.ts';

/**
 * A machine that measures Go benchmarks varies by about five percent; that is held to be so as firmly as by four runs'
 * worth of experience. A few runs in a row that happen to agree do not make it a perfect one.
 */
const usualVariation = 0.05;
const usualWeight = 4;

/**
 * Standard deviation of the logarithm of the ratio between the speeds of two passes, estimated from how the timing
 * runs of each varied.
 *
 * @param drift by how much runs of the same code have differed, as a share; counts as one more experience
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
  // Two passes, each with that variance.
  return Math.max(Math.sqrt((2 * squares) / weight), Math.log1p(drift) / 2);
}

function logTimes(measurements: readonly Measurement[]): number[] {
  return measurements.flatMap(({ metrics }) => {
    const time = metrics['ns/op'];
    return time !== undefined && time > 0 ? Math.log(time) : [];
  });
}
