/** Which time the user wants a profile of. */
import * as l10n from '@vscode/l10n';
import { fail } from '../../../base/result.ts';
import { durationOf, durationText, type TimeRange, timeOf } from '../../../go/stores/timeRange.ts';
import { type RunVersion, shortVersion } from '../../../go/stores/versions.ts';
import type { AskContext } from '../shared/connecting.ts';

const hour = 3_600_000;

/** A time, as the user has said it. */
export interface NamedRange {
  readonly range: TimeRange;
  /** `last hour` */
  readonly when: string;
}

/** The newest version that did not run at the beginning: when it came is when it was deployed. */
function deployIn(versions: readonly RunVersion[]): RunVersion | null {
  const [newest, ...others] = versions.filter(({ name }) => name !== '');
  return newest !== undefined && others.some(({ firstSeen }) => firstSeen < newest.firstSeen) ? newest : null;
}

/** Asks for the time. `labels`: the user wants fewer processes first. `null`: given up, or a message says why. */
export async function chooseRange(
  { ask, messages }: AskContext,
  service: string,
  versions: readonly RunVersion[],
  now: number,
): Promise<NamedRange | 'labels' | null> {
  const deploy = deployIn(versions);
  const since = deploy === null ? 0 : now - deploy.firstSeen;
  const items = [
    { id: '15m', label: l10n.t('Last 15 minutes') },
    { id: '1h', label: l10n.t('Last hour') },
    { id: '6h', label: l10n.t('Last 6 hours') },
    { id: '1d', label: l10n.t('Last day') },
    ...(deploy === null
      ? []
      : [
          {
            id: 'deploy',
            label: l10n.t('Since the deploy of {0}', shortVersion(deploy.name)),
            description: l10n.t(
              '{0} ago',
              durationText(Math.max(60_000, Math.round(since / 60_000) * 60_000)),
            ),
            icon: 'rocket',
          },
        ]),
    { id: '7d', label: l10n.t('Last 7 days') },
    {
      id: 'labels',
      label: l10n.t('Choose Labels…'),
      description: l10n.t('only some of its processes'),
      icon: 'tag',
    },
  ];
  const chosen = await ask.pick({
    title: service,
    placeholder: l10n.t('Which time? Or type: 3h, now-2h to now-1h, 2026-08-01T12:00 to 2026-08-01T13:00'),
    items,
    ownText: l10n.t('From {0}'),
  });
  if (chosen === null) return null;
  if ('typed' in chosen) {
    const read = typedRange(chosen.typed, now);
    if (read === null) {
      const template = '{0} is no time. Write one such as 3h, or now-2h to now-1h.';
      messages.problem(fail('wrong-range', template, [chosen.typed]).problem, 'error');
    }
    return read;
  }
  if (chosen.id === 'labels') return 'labels';
  if (chosen.id === 'deploy' && deploy !== null) {
    // The profile that came first may have begun some seconds before.
    return { range: { start: deploy.firstSeen - 30_000, end: now }, when: l10n.t('since the deploy') };
  }
  const length = durationOf(chosen.id) ?? hour;
  const label = items.find(({ id }) => id === chosen.id)?.label ?? chosen.id;
  return { range: { start: now - length, end: now }, when: inSentence(label) };
}

/** A label without its capital letter. */
export function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** `3h`, `now-2h`, `A to B`. */
function typedRange(typed: string, now: number): NamedRange | null {
  const length = durationOf(typed.trim());
  if (length !== null) {
    return { range: { start: now - length, end: now }, when: l10n.t('last {0}', durationText(length)) };
  }
  const [from = '', to = 'now'] = typed.split(/\s+(?:to|-|–)\s+|\s*\.\.\s*/);
  const [start, end] = [timeOf(from, now), timeOf(to, now)];
  if (start === null || end === null || start >= end) return null;
  return { range: { start, end }, when: l10n.t('{0} to {1}', shortTime(start), shortTime(end)) };
}

/** `Aug 1, 12:00`, in the time of this machine. */
export function shortTime(millis: number): string {
  const options = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  } as const;
  return new Date(millis).toLocaleString('en', options);
}
