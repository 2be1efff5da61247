import * as l10n from '@vscode/l10n';
import type { TakenKind } from './model.ts';
import { kindsOfProfile } from './profileKinds.ts';
import { eventOfKind, isGoKind } from './takenKind.ts';

/** As in `ValueType`, which not all rooms see. */
interface SampleType {
  readonly type: string;
  readonly unit: string;
}

/**
 * What a user calls a sample type: `CPU time` for `cpu`. Types we do not know keep their own name.
 *
 * @param all the sample types of the file: samples are of a CPU only where it says so
 */
export function sampleTypeLabel({ type, unit }: SampleType, all: readonly SampleType[]): string {
  if (isCpu(type)) return unit === 'count' ? l10n.t('CPU samples') : l10n.t('CPU time');
  if (type === 'samples' && all.some((each) => isCpu(each.type))) return l10n.t('CPU samples');
  const labels: Record<string, string> = {
    samples: l10n.t('Samples'),
    wall: l10n.t('Elapsed time'),
    alloc_objects: l10n.t('Allocated objects'),
    alloc_space: l10n.t('Allocated bytes'),
    inuse_objects: l10n.t('Live objects'),
    inuse_space: l10n.t('Live bytes'),
    delay: l10n.t('Waiting time'),
    contentions: l10n.t('Waits'),
    // Of execution traces.
    sync_delay: l10n.t('Waiting for other goroutines'),
    sync_contentions: l10n.t('Waits for other goroutines'),
    net_delay: l10n.t('Waiting for the network'),
    net_contentions: l10n.t('Waits for the network'),
    syscall_delay: l10n.t('Time in system calls'),
    syscall_contentions: l10n.t('System calls'),
    sched_delay: l10n.t('Waiting for a processor'),
    sched_contentions: l10n.t('Waits for a processor'),
    sleep_delay: l10n.t('Sleeping'),
    sleep_contentions: l10n.t('Sleeps'),
    collector_delay: l10n.t('Waiting for the collector'),
    collector_contentions: l10n.t('Waits for the collector'),
    ready_delay: l10n.t('Ready, waiting for a processor'),
    ready_contentions: l10n.t('Times ready for a processor'),
    started_samples: l10n.t('CPU samples, with started goroutines'),
    started_cpu: l10n.t('CPU, with started goroutines'),
    started_waiting: l10n.t('Waiting, with started goroutines'),
    goroutineleak: l10n.t('Leaked goroutines'),
  };
  // Not what every object has, such as `constructor`: types are texts of a file.
  return Object.hasOwn(labels, type) ? (labels[type] ?? type) : eventLabel(type);
}

/** Go's CPU profile and others like it, and the clocks of perf. Other profilers count samples under the same name. */
function isCpu(type: string): boolean {
  return ['cpu', 'cpu-clock', 'task-clock'].includes(type);
}

/**
 * The same for a type of a run's profile. Profiles of blocking and of mutexes have the same types, so these say which:
 * `Waiting time (Mutex)`.
 *
 * @param kind `null` for profiles from elsewhere
 */
export function costTypeLabel(type: SampleType, all: readonly SampleType[], kind: TakenKind | null): string {
  const label = sampleTypeLabel(type, all);
  const isClock = kind !== null && eventOfKind(kind) !== null && isCpu(type.type);
  if (isClock) return l10n.t('{0} ({1})', label, type.type);
  const isNamed = kind !== null && isGoKind(kind) && kindsOfProfile[kind].sharesTypes;
  return isNamed ? l10n.t('{0} ({1})', label, kindLabel(kind)) : label;
}

/** What a user calls an event that perf counts. Of most, perf's own name is the best known. */
function eventLabel(event: string): string {
  const labels: Record<string, string> = {
    instructions: l10n.t('Instructions'),
    'cache-misses': l10n.t('Cache misses'),
    'branch-misses': l10n.t('Mispredicted branches'),
    'simulated-L1-misses': l10n.t('Simulated L1 misses'),
    'simulated-LL-misses': l10n.t('Simulated LL misses'),
    'simulated-branch-misses': l10n.t('Simulated mispredictions'),
    'page-faults': l10n.t('Page faults'),
    'context-switches': l10n.t('Context switches'),
  };
  return Object.hasOwn(labels, event) ? (labels[event] ?? event) : event;
}

/** What a user calls a kind of profile. */
export function kindLabel(kind: TakenKind): string {
  return isGoKind(kind) ? l10n.t(kindsOfProfile[kind].label) : eventLabel(eventOfKind(kind) ?? kind);
}
