/** A profile of a server while it gets requests, and how many it answered meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadOutcome } from '../../loadText.ts';
import { ok, type Result } from '../../result.ts';
import type { LoadPlan } from './loadPlan.ts';
import type { LoadProgram } from './loadPrograms.ts';
import { startOwnClient } from './ownClient.ts';
import { outcomeOf, startProgram } from './programClient.ts';

export interface UnderLoad<T> {
  readonly profile: T;
  readonly load: LoadOutcome;
}

export interface LoadOptions {
  /** Who sends the requests; `null` for our own client. */
  readonly program: LoadProgram | null;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Requests are sent a little earlier: a server that starts to work makes connections, and grows its heap. */
const leadMs = 300;
/** And a little longer: the server may begin to record late. */
const tailSeconds = 2;

/**
 * Sends requests while `record` records. A request counts if it was answered while the server recorded, which is from when
 * it was asked to, for so many seconds: later it only sends the profile.
 *
 * @param plan its `seconds` are those of the recording
 * @param record calls its argument when the server begins to record
 */
export async function underLoad<T>(
  plan: LoadPlan,
  { program, env, signal }: LoadOptions,
  record: (began: () => void, signal: AbortSignal) => Promise<Result<T>>,
): Promise<Result<UnderLoad<T>>> {
  const recorded = plan.seconds * 1000;
  const whole = { ...plan, seconds: Math.min(plan.mostSeconds ?? Infinity, plan.seconds + tailSeconds) };
  const stop = new AbortController();
  const until = AbortSignal.any([signal, stop.signal]);
  const started =
    program === null ? ok(startOwnClient(whole, until)) : startProgram(program, whole, env, until);
  if (!started.ok) return started;
  try {
    await sleep(leadMs, undefined, { signal }).catch(() => undefined);
    let from = performance.now();
    const profile = await record(() => {
      from = performance.now();
    }, signal);
    if (!profile.ok) return profile;
    const window = { from, to: from + recorded };
    if ('end' in started.value) return ok({ profile: profile.value, load: await started.value.end(window) });
    const report = await started.value.report();
    if (!report.ok) return report;
    return ok({ profile: profile.value, load: outcomeOf(program ?? '', report.value, window) });
  } finally {
    stop.abort();
  }
}
