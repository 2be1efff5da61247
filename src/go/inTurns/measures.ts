/** What is compared of two versions of a server or program: units as benchmarks have them. */
import type { UnitFacts } from '../../bench/benchfmt/format.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { failureCount, type LoadOutcome } from '../load/loadText.ts';
import type { Counts } from '../programs/counter.ts';

/** What names do not say: `/s` is better higher, bytes and nanoseconds lower. */
export const measureFacts: UnitFacts = Object.fromEntries(
  ['allocs/req', 'failed/req', 'allocs/run'].map((unit) => [unit, { better: 'lower' }]),
);

/** Of a server: its time and latency vary by a fifth where other work competes, and follow from this one else. */
export const mainUnit = 'cpu-ns/req';

/** What the process has used between two reports; empty where it does not say. */
function used(before: Counts | null, after: Counts | null, count: number, per: 'req' | 'run') {
  if (before === null || after === null || count === 0) return {};
  const each = (field: 'cpuNs' | 'objects' | 'bytes') => (after[field] - before[field]) / count;
  return {
    ...(after.cpuNs > 0 ? { [`cpu-ns/${per}`]: each('cpuNs') } : {}),
    [`B/${per}`]: each('bytes'),
    [`allocs/${per}`]: each('objects'),
    ...(after.peakBytes > 0 ? { 'peak-B': after.peakBytes } : {}),
  };
}

/** @param load counts the requests between the two reports */
export function ofRequests(load: LoadOutcome, before: Counts | null, after: Counts | null): Measurement {
  const { completed, unanswered, seconds, p50, p90, p99, longest } = load;
  const requests = completed + unanswered;
  const nanoseconds = (unit: string, milliseconds: number | null) =>
    milliseconds === null ? {} : { [unit]: milliseconds * 1e6 };
  return {
    iterations: requests,
    metrics: {
      'requests/s': seconds > 0 ? completed / seconds : 0,
      ...nanoseconds('latency-p50-ns', p50),
      ...nanoseconds('latency-p90-ns', p90),
      ...nanoseconds('latency-p99-ns', p99),
      ...nanoseconds('latency-max-ns', longest),
      ...used(before, after, completed, 'req'),
      'failed/req': requests === 0 ? 0 : failureCount(load) / requests,
    },
  };
}

const nothing: Counts = { objects: 0, bytes: 0, cpuNs: 0, peakBytes: 0 };

export function ofRun(milliseconds: number, counts: Counts | null): Measurement {
  return { iterations: 1, metrics: { 'ns/run': milliseconds * 1e6, ...used(nothing, counts, 1, 'run') } };
}
