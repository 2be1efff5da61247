import * as l10n from '@vscode/l10n';
import type { ProfileFacts } from '../../analysis/values/profileFacts.ts';
import { groupedDigits, valueFormat } from './format.ts';
import type { Tab } from './savedView.ts';

/** The tabs of a profile. */
export function tabsFor({ hasTags }: ProfileFacts, hasGrowth: boolean): { id: Tab; label: string }[] {
  const tabs: { id: Tab; label: string }[] = [
    { id: 'flame', label: l10n.t('Flame graph') },
    { id: 'top', label: l10n.t('Top') },
    { id: 'callers', label: l10n.t('Callers and callees') },
    { id: 'peek', label: l10n.t('Peek') },
    { id: 'source', label: l10n.t('Source') },
    { id: 'graph', label: l10n.t('Call graph') },
  ];
  if (hasTags) tabs.push({ id: 'tags', label: l10n.t('Tags') });
  if (hasGrowth) tabs.push({ id: 'growth', label: l10n.t('Growth') });
  return tabs;
}

/** `1.24s in total · 1 204 stacks · recorded over 1.5s` */
export function summary({ samples, durationNanos, isDifference }: ProfileFacts, total: string): string {
  const parts = [
    isDifference ? l10n.t('difference from {0}', total) : l10n.t('{0} in total', total),
    l10n.t('{0} stacks', groupedDigits(samples)),
  ];
  if (durationNanos > 0) {
    const duration = valueFormat({ type: '', unit: 'nanoseconds' }, 0, null).value(durationNanos);
    parts.push(l10n.t('recorded over {0}', duration));
  }
  return parts.join(' · ');
}
