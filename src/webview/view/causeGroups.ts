/** Causes as the flame graph colours them: those between which a glance can tell. */
import * as l10n from '@vscode/l10n';
import { functionCause } from '../../analysis/bill/causes.ts';
import type { CodeOrigin } from '../../analysis/names/codeOrigin.ts';
import { causeLabel, type NamedCause, namedCauses } from '../../base/causeLabels.ts';

const groupOf = {
  own: 'own',
  allocation: 'allocation',
  growth: 'allocation',
  string: 'allocation',
  interface: 'allocation',
  assist: 'collector',
  barrier: 'collector',
  collector: 'collector',
  map: 'map',
  copy: 'copy',
  comparison: 'copy',
  channel: 'waiting',
  lock: 'waiting',
  runtimeLock: 'waiting',
  scheduler: 'waiting',
  preemption: 'waiting',
  syscall: 'system',
  clock: 'system',
  cgo: 'system',
  formatting: 'formatting',
  reflection: 'formatting',
  defer: 'runtime',
  stack: 'runtime',
  callers: 'runtime',
  runtime: 'runtime',
} as const satisfies Record<NamedCause, string>;

export type CauseGroup = (typeof groupOf)[NamedCause] | 'library';

export const causeGroups: readonly CauseGroup[] = [
  'own',
  'allocation',
  'collector',
  'map',
  'copy',
  'waiting',
  'system',
  'formatting',
  'library',
  'runtime',
];

export function causeGroupLabels(): Readonly<Record<CauseGroup, string>> {
  return {
    own: l10n.t('own'),
    allocation: l10n.t('allocation'),
    collector: l10n.t('collector'),
    map: l10n.t('map'),
    copy: l10n.t('copying, comparing'),
    waiting: l10n.t('locks, scheduler'),
    system: l10n.t('system calls'),
    formatting: l10n.t('formatting, reflection'),
    library: l10n.t('libraries'),
    runtime: l10n.t('runtime'),
  };
}

/** What a function costs its caller, by its name alone; a frame of "My code" has the cause as its name. */
export function causeGroup(name: string, origin: CodeOrigin): CauseGroup {
  if (origin === 'own') return 'own';
  if (name.startsWith('[')) {
    const cause = namedCauses.find((each) => name === `[${causeLabel({ cause: each })}]`);
    return cause === undefined ? 'library' : groupOf[cause];
  }
  const found = functionCause(name, '');
  if (found !== null) return groupOf[found.cause];
  return origin === 'runtime' || origin === 'unknown' ? 'runtime' : 'library';
}
