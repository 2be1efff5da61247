/** What is compared of two versions of a server or program: units as benchmarks have them. */

import type { ProcessMemory } from '../../base/processMemory.ts';
import type { UnitFacts } from '../../bench/benchfmt/format.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { medianOrZero } from '../../bench/statistics/median.ts';
import type { ProcessUse } from '../build/processUse.ts';
import { failureCount, type LoadOutcome } from '../load/loadOutcome.ts';

/** One process of a version. */
export interface MeasuredOnce {
  readonly measurement: Measurement;
  /** `null` where it does not say. Shown, and not compared. */
  readonly memory: ProcessMemory | null;
}

/** A stretch of a process's life, by what it has reported at both ends; `null` where it does not say. */
export interface Stretch {
  readonly before: ProcessUse | null;
  readonly after: ProcessUse | null;
}

/** What was used in all of them, and the memory at the end of the last; `null` where one does not say, or if there is none. */
export function usedIn(stretches: readonly Stretch[]): ProcessUse | null {
  if (stretches.length === 0) return null;
  let used = nothing;
  for (const { before, after } of stretches) {
    if (before === null || after === null) return null;
    const added = (field: keyof ProcessUse) => used[field] + after[field] - before[field];
    used = {
      ...after,
      objects: added('objects'),
      bytes: added('bytes'),
      cpuNs: added('cpuNs'),
      switches: added('switches'),
      collections: added('collections'),
      pauses: added('pauses'),
    };
  }
  return used;
}

export function memoryOf(used: ProcessUse | null): ProcessMemory | null {
  if (used === null) return null;
  const { collections, pauses, heapGoal, stacks, peak } = used;
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

/** What the process has used; empty where it does not say. */
function usedFor(used: ProcessUse | null, count: number, per: 'req' | 'run') {
  if (used === null || count === 0) return {};
  return {
    ...(used.cpuNs > 0 ? { [`cpu-ns/${per}`]: used.cpuNs / count } : {}),
    [`B/${per}`]: used.bytes / count,
    [`allocs/${per}`]: used.objects / count,
    ...(used.peak > 0 ? { 'peak-B': used.peak } : {}),
  };
}

/** @param used for these requests */
export function ofRequests(load: LoadOutcome, used: ProcessUse | null): Measurement {
  const { completed, unanswered, seconds, p50, p90, p99, longest } = load;
  const requests = completed + unanswered;
  const nanoseconds = (unit: string, milliseconds: number | null) =>
    milliseconds === null ? {} : { [unit]: milliseconds * 1e6 };
  return {
    iterations: requests,
    ...(used === null || used.switches === 0 ? {} : { switches: used.switches / completed }),
    metrics: {
      'requests/s': seconds > 0 ? completed / seconds : 0,
      ...nanoseconds('latency-p50-ns', p50),
      ...nanoseconds('latency-p90-ns', p90),
      ...nanoseconds('latency-p99-ns', p99),
      ...nanoseconds('latency-max-ns', longest),
      ...usedFor(used, completed, 'req'),
      'failed/req': requests === 0 ? 0 : failureCount(load) / requests,
    },
  };
}

const nothing: ProcessUse = {
  objects: 0,
  bytes: 0,
  cpuNs: 0,
  switches: 0,
  collections: 0,
  pauses: 0,
  heapGoal: 0,
  stacks: 0,
  peak: 0,
};

export function ofRun(milliseconds: number, use: ProcessUse | null): MeasuredOnce {
  const metrics = { 'ns/run': milliseconds * 1e6, ...usedFor(use, 1, 'run') };
  return { measurement: { iterations: 1, metrics }, memory: memoryOf(use) };
}
