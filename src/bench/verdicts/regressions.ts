/** How much worse a result has become, and the sentence about it. A CI system needs a yes or a no. */
import type { Problem } from '../../base/result.ts';
import type { MetricChange } from './change.ts';
import { sharePercent } from './changeWords.ts';
import { type Better, worseBy } from './direction.ts';
import { howCompared } from './layouts.ts';
import { formatMetric } from './summary.ts';
import { isCounted } from './unitPair.ts';

/** The sentences of the usual units. */
const templates: Readonly<Record<string, string>> = {
  'ns/op': '{0} is {1} slower than {2} ({3}).',
  'B/op': '{0} allocates {1} more bytes than {2} ({3}).',
  'allocs/op': '{0} allocates {1} more objects than {2} ({3}).',
  'instructions/op': '{0} executes {1} more instructions than {2} ({3}).',
  'MB/s': '{0} has {1} less throughput than {2} ({3}).',
  'requests/s': '{0} answers {1} fewer requests a second than {2} ({3}).',
  'latency-p50-ns': '{0} takes {1} longer for half of the requests than {2} ({3}).',
  'latency-p90-ns': '{0} takes {1} longer for 90 of 100 requests than {2} ({3}).',
  'latency-p99-ns': '{0} takes {1} longer for 99 of 100 requests than {2} ({3}).',
  'latency-max-ns': '{0} takes {1} longer for its slowest request than {2} ({3}).',
  'cpu-ns/req': '{0} uses {1} more CPU time per request than {2} ({3}).',
  'allocs/req': '{0} allocates {1} more objects per request than {2} ({3}).',
  'B/req': '{0} allocates {1} more bytes per request than {2} ({3}).',
  'ns/run': '{0} takes {1} longer than {2} ({3}).',
  'cpu-ns/run': '{0} uses {1} more CPU time than {2} ({3}).',
  'allocs/run': '{0} allocates {1} more objects than {2} ({3}).',
  'B/run': '{0} allocates {1} more bytes than {2} ({3}).',
  'peak-B': '{0} has {1} more memory at its peak than {2} ({3}).',
};

/** The sentence about a change for the worse. `name` is the benchmark, `base` the older version. */
export function regressionProblem(
  change: MetricChange,
  name: string,
  base: string,
  better: Better | null,
): Problem {
  const { unit } = change;
  const code = 'regression';
  const isExact = change.count === undefined && isCounted(change);
  const test = isExact ? 'counted exactly' : howCompared(change);
  const share = worseBy(change, better);
  if (!Number.isFinite(share)) {
    const values = [change.base.center, change.now.center].map((center) => formatMetric(center, unit));
    return {
      code,
      template: '{0} went from {1} ({2}) to {3} ({4}).',
      args: [name, values[0]!, base, values[1]!, test],
    };
  }
  const template = templates[unit];
  if (template !== undefined) return { code, template, args: [name, sharePercent(share), base, test] };
  return {
    code,
    template:
      better === 'higher' ? '{0} has {1} less {2} than {3} ({4}).' : '{0} has {1} more {2} than {3} ({4}).',
    args: [name, sharePercent(share), unit, base, test],
  };
}
