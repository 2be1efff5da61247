import * as l10n from '@vscode/l10n';
import type { ProfileKind } from './model.ts';

/** What a user calls a sample type: `CPU time` for `cpu`. Types we do not know keep their own name. */
export function sampleTypeLabel(type: string): string {
  switch (type) {
    case 'cpu':
    // perf's clocks.
    case 'cpu-clock':
    case 'task-clock':
      return l10n.t('CPU time');
    case 'wall':
      return l10n.t('Elapsed time');
    case 'samples':
      return l10n.t('CPU samples');
    case 'alloc_objects':
      return l10n.t('Allocated objects');
    case 'alloc_space':
      return l10n.t('Allocated bytes');
    case 'inuse_objects':
      return l10n.t('Live objects');
    case 'inuse_space':
      return l10n.t('Live bytes');
    case 'delay':
      return l10n.t('Waiting time');
    case 'contentions':
      return l10n.t('Waits');
    // Of execution traces.
    case 'sync_delay':
      return l10n.t('Waiting for other goroutines');
    case 'sync_contentions':
      return l10n.t('Waits for other goroutines');
    case 'net_delay':
      return l10n.t('Waiting for the network');
    case 'net_contentions':
      return l10n.t('Waits for the network');
    case 'syscall_delay':
      return l10n.t('Time in system calls');
    case 'syscall_contentions':
      return l10n.t('System calls');
    case 'sched_delay':
      return l10n.t('Waiting for a processor');
    case 'sched_contentions':
      return l10n.t('Waits for a processor');
    case 'goroutineleak':
      return l10n.t('Leaked goroutines');
    default:
      return type;
  }
}

/**
 * The same for a type of a run's profile. Profiles of blocking and of mutexes have the same types, so these say which:
 * `Waiting time (Mutex)`.
 *
 * @param kind `null` for profiles from elsewhere
 */
export function costTypeLabel(type: string, kind: ProfileKind | null): string {
  const label = sampleTypeLabel(type);
  return kind === 'block' || kind === 'mutex' ? l10n.t('{0} ({1})', label, kindLabel(kind)) : label;
}

/** What a user calls a kind of profile. */
export function kindLabel(kind: ProfileKind): string {
  switch (kind) {
    case 'cpu':
      return l10n.t('CPU');
    case 'mem':
      return l10n.t('Memory');
    case 'block':
      return l10n.t('Blocking');
    case 'mutex':
      return l10n.t('Mutex');
  }
}
