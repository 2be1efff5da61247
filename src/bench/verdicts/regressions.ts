/** Which of a benchmark's results have got worse, for a machine that has to say yes or no. */
import type { Problem } from '../../result.ts';
import type { Measurement } from '../benchfmt/resultLine.ts';
import { testText } from '../benchstat/comparisonText.ts';
import { compareMeasurements, type MetricChange } from './change.ts';
import { formatMetric } from './summary.ts';

/** Units whose good direction is known, and how it is said that a benchmark has got worse. */
const judged: Readonly<Record<string, { readonly isWorse: 'more' | 'less'; readonly template: string }>> = {
  'ns/op': { isWorse: 'more', template: '{0} is {1} slower than {2} ({3}).' },
  'B/op': { isWorse: 'more', template: '{0} allocates {1} more bytes than {2} ({3}).' },
  'allocs/op': { isWorse: 'more', template: '{0} allocates {1} more objects than {2} ({3}).' },
  'MB/s': { isWorse: 'less', template: '{0} has {1} less throughput than {2} ({3}).' },
};

/**
 * The changes for the worse that are no chance (at the 5 % level, or counted exactly) and larger than `threshold`, a
 * share of the older median. None where both ran the same machine code. A metric of the benchmark's own has no known direction and is not judged.
 */
export function regressions(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  threshold: number,
  isSameCode = false,
): MetricChange[] {
  return compareMeasurements(base, measurements, { isSameCode, drift: 0 }).filter(
    (change) => change.verdict === 'changed' && worseBy(change) > threshold,
  );
}

/** How much worse, as a share of the older median; infinite from zero; 0 where it is not worse. */
function worseBy({ unit, base, now }: MetricChange): number {
  const difference = now.center - base.center;
  const worse = judged[unit]?.isWorse === 'less' ? -difference : difference;
  if (judged[unit] === undefined || !(worse > 0)) return 0;
  return worse / Math.abs(base.center);
}

/** The sentence about one of `regressions`. `name` and `base` are what the two are called. */
export function regressionProblem(change: MetricChange, name: string, base: string): Problem {
  const { unit, comparison } = change;
  const code = 'regression';
  const test = testText(comparison);
  const share = worseBy(change);
  if (!Number.isFinite(share)) {
    const values = [change.base.center, change.now.center].map((center) => formatMetric(center, unit));
    return {
      code,
      template: '{0} went from {1} ({2}) to {3} ({4}).',
      args: [name, values[0]!, base, values[1]!, test],
    };
  }
  return { code, template: judged[unit]?.template ?? '', args: [name, percent(share), base, test] };
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(share < 0.0995 ? 1 : 0))}%`;
}
