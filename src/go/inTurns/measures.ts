/** What is compared of two versions of a server or program: units as benchmarks have them. */

import type { ProcessMemory } from '../../base/processMemory.ts';
import type { UnitFacts } from '../../bench/benchfmt/format.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { medianOrZero } from '../../bench/statistics/median.ts';
import type { ProcessUse } from '../build/processUse.ts';
import { failureCount, type LoadOutcome } from '../load/loadText.ts';

/** One process of a version. */
export interface MeasuredOnce {
  readonly measurement: Measurement;
  /** Its collections are those between the reports; `null` where it does not say. Shown, and not compared. */
  readonly memory: ProcessMemory | null;
}

export function memoryBetween(before: ProcessUse | null, after: ProcessUse | null): ProcessMemory | null {
  if (before === null || after === null) return null;
  const { heapGoal, stacks, peak } = after;
  const [collections, pauses] = [after.collections - before.collections, after.pauses - before.pauses];
  return { collections, pauses, heapGoal, stacks, peak };
}

/** The middle of all turns, each fact by itself. */
export function middleMemory(turns: readonly ProcessMemory[]): ProcessMemory | null {
  const of = (fact: keyof ProcessMemory) => medianOrZero(turns.map((each) => each[fact]));
  const [collections, pauses] = [of('collections'), of('pauses')];
  const bytes = { heapGoal: of('heapGoal'), stacks: of('stacks'), peak: of('peak') };
  return turns.length === 0 ? null : { collections, pauses, ...bytes };
}

/** What names do not say: `/s` is better higher, bytes and nanoseconds lower. */
export const measureFacts: UnitFacts = Object.fromEntries(
  ['allocs/req', 'failed/req', 'allocs/run'].map((unit) => [unit, { better: 'lower' }]),
);

/** Of a server: its time and latency vary by a fifth where other work competes, and follow from this one else. */
export const mainUnit = 'cpu-ns/req';

/** What the process has used between two reports; empty where it does not say. */
function used(before: ProcessUse | null, after: ProcessUse | null, count: number, per: 'req' | 'run') {
  if (before === null || after === null || count === 0) return {};
  const each = (field: 'cpuNs' | 'objects' | 'bytes') => (after[field] - before[field]) / count;
  return {
    ...(after.cpuNs > 0 ? { [`cpu-ns/${per}`]: each('cpuNs') } : {}),
    [`B/${per}`]: each('bytes'),
    [`allocs/${per}`]: each('objects'),
    ...(after.peak > 0 ? { 'peak-B': after.peak } : {}),
  };
}

/** @param load counts the requests between the two reports */
export function ofRequests(
  load: LoadOutcome,
  before: ProcessUse | null,
  after: ProcessUse | null,
): Measurement {
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

const nothing = {
  objects: 0,
  bytes: 0,
  cpuNs: 0,
  collections: 0,
  pauses: 0,
  heapGoal: 0,
  stacks: 0,
  peak: 0,
};

export function ofRun(milliseconds: number, use: ProcessUse | null): MeasuredOnce {
  const metrics = { 'ns/run': milliseconds * 1e6, ...used(nothing, use, 1, 'run') };
  return { measurement: { iterations: 1, metrics }, memory: memoryBetween(nothing, use) };
}
