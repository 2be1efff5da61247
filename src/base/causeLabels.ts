import * as l10n from '@vscode/l10n';

/**
 * What costs of a line are charged to besides code of libraries, and what a user calls it:
 *
 *   own         the line's own instructions, and code of the user's that was compiled into them
 *   assist      marking and sweeping that the collector makes an allocation do
 *   growth      `append` to a full slice: its allocation and its copying go together
 *   collector   the collector's own workers, and a collection that code asks for
 *   preemption  the scheduler or the collector stops the goroutine, wherever it is; nothing that the line does
 *   runtime     functions of the runtime that are in no other cause
 */
const labels = {
  own: () => l10n.t('own work'),
  allocation: () => l10n.t('allocation'),
  assist: () => l10n.t('collector assist'),
  growth: () => l10n.t('slice growth'),
  map: () => l10n.t('map'),
  channel: () => l10n.t('channel'),
  copy: () => l10n.t('copying, clearing'),
  string: () => l10n.t('string conversion'),
  interface: () => l10n.t('interface conversion'),
  comparison: () => l10n.t('comparing, searching'),
  barrier: () => l10n.t('write barrier'),
  defer: () => l10n.t('defer, panic'),
  lock: () => l10n.t('lock'),
  runtimeLock: () => l10n.t('lock of the runtime itself'),
  scheduler: () => l10n.t('scheduler'),
  preemption: () => l10n.t('preemption'),
  syscall: () => l10n.t('system call'),
  clock: () => l10n.t('clock'),
  stack: () => l10n.t('stack growth'),
  callers: () => l10n.t('stack walking'),
  cgo: () => l10n.t('cgo'),
  formatting: () => l10n.t('formatting'),
  reflection: () => l10n.t('reflection'),
  collector: () => l10n.t('garbage collector'),
  runtime: () => l10n.t('rest of the runtime'),
} as const;

/** In the order of lists: `own` is the first, `runtime` the last. */
export const namedCauses = Object.keys(labels) as readonly NamedCause[];
export type NamedCause = keyof typeof labels;

/** A cause; of library code also its package, and whether that is of the standard library. */
export type BillCause =
  | { readonly cause: NamedCause }
  | { readonly cause: 'library'; readonly package: string; readonly isStandard: boolean };

export function causeLabel(cause: BillCause): string {
  if (cause.cause !== 'library') return labels[cause.cause]();
  if (cause.package === '') return l10n.t('other code');
  return cause.isStandard
    ? l10n.t('standard library: {0}', cause.package)
    : l10n.t('calls: {0}', cause.package);
}
