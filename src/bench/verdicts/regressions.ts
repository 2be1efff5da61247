/** Which results of a benchmark have become worse. A CI system needs a yes or a no. */
import type { Problem } from '../../result.ts';
import type { Measurement } from '../benchfmt/resultLine.ts';
import { testText } from '../benchstat/comparisonText.ts';
import { compareMeasurements, inTurns, type MetricChange } from './change.ts';
import { formatMetric } from './summary.ts';

/** The units whose good direction is known, and the sentence if a result has become worse. */
const judged: Readonly<Record<string, { readonly isWorse: 'more' | 'less'; readonly template: string }>> = {
  'ns/op': { isWorse: 'more', template: '{0} is {1} slower than {2} ({3}).' },
  'B/op': { isWorse: 'more', template: '{0} allocates {1} more bytes than {2} ({3}).' },
  'allocs/op': { isWorse: 'more', template: '{0} allocates {1} more objects than {2} ({3}).' },
  'MB/s': { isWorse: 'less', template: '{0} has {1} less throughput than {2} ({3}).' },
};

/**
 * The changes for the worse that are significant (at the 5 % level, or counted exactly) and larger than `threshold`, a
 * share of the older median. There are none if both ran the same machine code. The benchmark's own metrics are not
 * judged, because their good direction is not known.
 */
export function regressions(
  base: readonly Measurement[],
  measurements: readonly Measurement[],
  threshold: number,
  isSameCode = false,
): MetricChange[] {
  return compareMeasurements(base, measurements, { ...inTurns, isSameCode }).filter(
    (change) => change.verdict === 'changed' && worseBy(change) > threshold,
  );
}

/** How much worse, as a share of the older median; infinite if that is 0; 0 if it is not worse. */
function worseBy({ unit, base, now }: MetricChange): number {
  const difference = now.center - base.center;
  const worse = judged[unit]?.isWorse === 'less' ? -difference : difference;
  if (judged[unit] === undefined || !(worse > 0)) return 0;
  return worse / Math.abs(base.center);
}

/** The sentence about one of `regressions`. `name` is the benchmark, `base` the older version. */
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
