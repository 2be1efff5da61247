/** The bill of an operation's time: from the profiles of a result, and in words. */
import * as l10n from '@vscode/l10n';
import {
  type BilledPass,
  type BilledProfile,
  type TimeBill,
  timeBill,
} from '../../analysis/benchmark/timeBill.ts';
import { perOperation, withoutOperation } from '../../analysis/values/units.ts';
import type { TakenKind } from '../../base/model.ts';
import type { Problem } from '../../base/result.ts';
import { summarize } from '../../bench/verdicts/summary.ts';
import { minorVersion } from '../toolchain/toolchain.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';

/** `null` without a profile of what was waited for, and where its waits say nothing of time: see `waitsUntilEvent`. */
export function billOf(
  {
    profiles,
    measurements,
    goVersion = '',
  }: Pick<BenchmarkResult, 'profiles' | 'measurements' | 'goVersion'>,
  billed: ReadonlyMap<TakenKind, BilledProfile>,
): TimeBill | null {
  const pass = (kind: TakenKind): BilledPass | null => {
    const profile = billed.get(kind);
    const measured = profiles.find((each) => each.kind === kind)?.witness?.measurement;
    const wall = measured?.metrics['ns/op'];
    if (profile === undefined || wall === undefined) return null;
    return { ...profile, wall, threads: measured?.core ?? null };
  };
  const wait = endsWaits(goVersion) ? pass('wait') : null;
  const wall = summarize(measurements, 'ns/op')?.median;
  return wait === null || wall === undefined ? null : timeBill(wall, wait, pass('cpu'));
}

/** Whether `go tool trace` ends a wait when it ends. An unknown version counts as new. */
export function endsWaits(version: string): boolean {
  return minorVersion(version) >= 26;
}

/** What is to be known of waits before Go 1.26. It does not say that the timings are uncertain. */
export const waitsUntilEvent: Problem = {
  code: 'waits-until-event',
  template:
    'Its waits are too long, so they are not summed up: before Go 1.26, go tool trace counts one until the next event of its goroutine, with what that computes until then.',
  args: [],
};

/** Smaller parts would be no digit of the whole. */
const leastPart = 0.0005;

/** If the pass that was traced took a time further apart, lines, whose costs are of it, do not agree with the bill at first sight. */
const mostApart = 0.1;

/** `463µs/op = 12µs CPU + 250µs network + 150µs other goroutines + 51µs unexplained`. */
export function billText({ wall, traced, cpu, unexplained, ...parts }: TimeBill): string {
  const part = (nanoseconds: number, label: string) => `${timeText(nanoseconds)} ${label}`;
  const named = [
    [cpu ?? 0, l10n.t('CPU')],
    [parts.net, l10n.t('network')],
    [parts.sync, l10n.t('other goroutines')],
    [parts.syscall, l10n.t('system calls')],
    [parts.sleep, l10n.t('sleep')],
    [parts.collector, l10n.t('waiting for the collector')],
    [parts.ready, l10n.t('waiting for a processor')],
    [parts.core ?? 0, l10n.t('waiting for a core')],
  ] as const;
  const shown = named.filter(([time]) => time >= leastPart * wall).map(([time, label]) => part(time, label));
  const isApart = Math.abs(traced / wall - 1) > mostApart;
  const perOp = perOperation(wall, 1, 'nanoseconds');
  const whole = isApart ? l10n.t('{0} (traced: {1})', perOp, timeText(traced)) : perOp;
  const sum = shown.join(' + ');
  if (unexplained === null) {
    return l10n.t('{0}, in several goroutines at once, which together took {1}.', whole, sum);
  }
  const rest = part(Math.abs(unexplained), cpu === null ? l10n.t('CPU, unexplained') : l10n.t('unexplained'));
  return `${whole} = ${sum === '' ? rest : `${sum} ${unexplained < 0 ? '−' : '+'} ${rest}`}`;
}

function timeText(nanoseconds: number): string {
  return withoutOperation(perOperation(nanoseconds, 1, 'nanoseconds'));
}
