/** How much the speed of a machine, in CPU time per operation, varies between two passes of a benchmark. */
import type { Measurement } from '../benchfmt/resultLine.ts';
import type { Circumstances } from './change.ts';

/**
 * Before any measurement we assume that a machine varies by five percent. This assumption has the weight of one measurement,
 * so a few measurements that happen to agree do not make a perfect machine.
 */
const usualVariation = 0.05;
/** What differs from one process to the next, and not within one: where memory lies, for example. */
const variationOfProcesses = 0.02;

/** The standard deviation of the logarithm of the ratio between the speeds of two passes. At least half of the drift. */
export function passVariation(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  { drift, isDisturbed }: Pick<Circumstances, 'drift' | 'isDisturbed'>,
): number {
  // There are two passes, each with this variance.
  return Math.max(Math.SQRT2 * speedVariation([base, measurements], isDisturbed), Math.log1p(drift) / 2);
}

/**
 * The standard deviation of the logarithm of the speed of one pass, from how measurements varied. They show their wall time.
 * If other processes took the cores meanwhile, it varies by much more than the CPU time does, and says nothing about that.
 *
 * @param runs the measurements of runs, which may have had different speeds
 * @param isDisturbed something has disturbed the measurements
 */
export function speedVariation(runs: readonly (readonly Measurement[])[], isDisturbed: boolean): number {
  const several = runs.map(logTimes).filter(({ length }) => length > 1);
  if (isDisturbed || several.length === 0) return usualVariation;
  let squares = usualVariation ** 2;
  let freedom = 1;
  for (const logs of several) {
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    for (const log of logs) squares += (log - mean) ** 2;
    freedom += logs.length - 1;
  }
  // Of so few, 1.96 standard deviations do not hold 95 %. Cornish and Fisher's expansion of t / z makes up for it.
  const within = Math.sqrt(squares / freedom) * (1 + 1.21 / freedom + 1.44 / freedom ** 2);
  return Math.hypot(within, variationOfProcesses);
}

function logTimes(measurements: readonly Measurement[]): number[] {
  return measurements.flatMap(({ metrics }) => {
    const time = metrics['ns/op'];
    return time !== undefined && time > 0 ? Math.log(time) : [];
  });
}
