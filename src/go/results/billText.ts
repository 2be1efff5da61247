/** The bill of an operation's time: from the profiles of a result, and in words. */
import * as l10n from '@vscode/l10n';
import { type BilledProfile, type TimeBill, timeBill } from '../../analysis/benchmark/timeBill.ts';
import { perOperation, withoutOperation } from '../../analysis/values/units.ts';
import type { TakenKind } from '../../base/model.ts';
import type { Problem } from '../../base/result.ts';
import { minorVersion } from '../toolchain/toolchain.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';

/** `null` without a profile of what was waited for, and where its waits say nothing of time: see `waitsUntilEvent`. */
export function billOf(
  { profiles, goVersion = '' }: Pick<BenchmarkResult, 'profiles' | 'goVersion'>,
  billed: ReadonlyMap<TakenKind, BilledProfile>,
): TimeBill | null {
  const wait = endsWaits(goVersion) ? billed.get('wait') : undefined;
  const traced = profiles.find(({ kind }) => kind === 'wait')?.witness?.measurement;
  const wall = traced?.metrics['ns/op'];
  return wait === undefined || wall === undefined ? null : timeBill(wait, wall, billed.get('cpu') ?? null);
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

/** `Traced: 463µs/op = 12µs CPU + 250µs network + 150µs other goroutines + 51µs unexplained`. */
export function billText({ wall, cpu, net, sync, syscall, unexplained }: TimeBill): string {
  const part = (nanoseconds: number, label: string) => `${timeText(nanoseconds)} ${label}`;
  const named = [
    [cpu ?? 0, l10n.t('CPU')],
    [net, l10n.t('network')],
    [sync, l10n.t('other goroutines')],
    [syscall, l10n.t('system calls')],
  ] as const;
  const parts = named.filter(([time]) => time >= leastPart * wall).map(([time, label]) => part(time, label));
  const whole = perOperation(wall, 1, 'nanoseconds');
  if (unexplained === null) {
    const together = parts.join(' + ');
    return l10n.t('Traced: {0}, in several goroutines at once, which together took {1}.', whole, together);
  }
  const rest = part(Math.abs(unexplained), cpu === null ? l10n.t('CPU, unexplained') : l10n.t('unexplained'));
  const sum = parts.join(' + ');
  return l10n.t(
    'Traced: {0} = {1}',
    whole,
    sum === '' ? rest : `${sum} ${unexplained < 0 ? '−' : '+'} ${rest}`,
  );
}

function timeText(nanoseconds: number): string {
  return withoutOperation(perOperation(nanoseconds, 1, 'nanoseconds'));
}
