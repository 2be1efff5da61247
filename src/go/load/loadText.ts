/** How much a server had to do while it was profiled: how busy it was, and what came of the requests that were sent. */
import * as l10n from '@vscode/l10n';
import { failureCount, type LoadOutcome } from './loadOutcome.ts';

/** Below this share of one core, a server has nearly nothing to do. */
const idleShare = 0.1;

export function isIdle(busyShare: number): boolean {
  return busyShare < idleShare;
}

/** `0.8%`, with one decimal below ten. @param share of one core */
export function busyPercent(share: number): string {
  const percent = share * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}

/** `42% busy`; empty for `null`. @param share CPU time as a share of one core, if the profile says it */
export function busyText(share: number | null): string {
  return share === null ? '' : l10n.t('{0} busy', busyPercent(share));
}

/** What went wrong most often, first. */
export function failureNames({ failures }: Pick<LoadOutcome, 'failures'>): string {
  const kinds = Object.entries(failures).sort(([, a], [, b]) => b - a);
  return kinds
    .slice(0, 3)
    .map(([what]) => what)
    .join(', ');
}

/** `998 requests (99.8/s), half in 1.2ms, 99 of 100 in 3.4ms, 2 failed (503)`. @param load `null` for that of a command */
export function loadText(load: LoadOutcome | null): string {
  if (load === null) return l10n.t('requests by a command, which are not counted');
  const { completed, unanswered, seconds, p50, p99 } = load;
  const requests = completed + unanswered;
  const rate = seconds > 0 ? requests / seconds : 0;
  const each = rate >= 100 ? String(Math.round(rate)) : String(Number(rate.toPrecision(3)));
  const parts = [l10n.t('{0} requests ({1}/s)', requests, each)];
  if (p50 !== null) parts.push(l10n.t('half in {0}', milliseconds(p50)));
  if (p99 !== null) parts.push(l10n.t('99 of 100 in {0}', milliseconds(p99)));
  parts.push(failuresText(load));
  return parts.join(', ');
}

function failuresText(load: LoadOutcome): string {
  const failed = failureCount(load);
  if (failed === 0) return l10n.t('none failed');
  return failed === load.completed + load.unanswered
    ? l10n.t('all failed ({0})', failureNames(load))
    : l10n.t('{0} failed ({1})', failed, failureNames(load));
}

/** The last requests may just be due. */
const lateShare = 0.05;

/** Our client takes so much of a core that it may slow down a server on the same machine. */
const busyClient = 0.2;

/**
 * What makes the figures less than they seem: a client that took CPU time of the same machine, requests that could not be
 * sent in time.
 */
export function loadDoubts(load: LoadOutcome | null, isSameMachine: boolean): string[] {
  if (load === null) {
    return isSameMachine
      ? [l10n.t('The load command ran on the same machine as the server, and took CPU time from it.')]
      : [];
  }
  const { clientCpu, unsent, completed } = load;
  const doubts: string[] = [];
  if (isSameMachine && clientCpu >= busyClient) {
    doubts.push(
      l10n.t(
        'The client took {0}% of a core of this machine, which the server could not use: the figures would be better without it.',
        Math.round(clientCpu * 100),
      ),
    );
  }
  if (unsent > completed * lateShare) {
    doubts.push(l10n.t('{0} requests were due and could not be sent: the server did not keep up.', unsent));
  }
  return doubts;
}

/** `1.2ms`, `3.4s`. */
function milliseconds(value: number): string {
  const digits = (x: number) => String(Number(x.toPrecision(x >= 100 ? 3 : 2)));
  return value >= 1000
    ? `${digits(value / 1000)}s`
    : value >= 1
      ? `${digits(value)}ms`
      : `${digits(value * 1000)}µs`;
}
