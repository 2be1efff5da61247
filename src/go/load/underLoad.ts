/** A profile of a server while it gets requests, and how many it answered meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessMemory } from '../../base/processMemory.ts';
import { ok, type Result } from '../../base/result.ts';
import { type HeapMemory, memoryBetween } from '../servers/heapMemory.ts';
import { type LoadCommand, loadCallOf, runLoadCall } from './loadCommand.ts';
import type { LoadOutcome } from './loadOutcome.ts';
import type { LoadPlan } from './loadPlan.ts';
import { connectionsFor, OwnClient } from './ownClient.ts';

export interface UnderLoad<T> {
  readonly profile: T;
  /** `null` if a command has sent the requests: nobody has counted them. */
  readonly load: LoadOutcome | null;
  /** What the machine has seen of the server's memory while it recorded; `null` where it does not say it. */
  readonly memory: (ProcessMemory & { readonly operations?: number }) | null;
}

/** Calls its argument when the server begins to record. */
type Recording<T> = (began: () => void, signal: AbortSignal) => Promise<Result<T>>;

/** Requests are sent a little earlier: a server that starts to work makes connections, and grows its heap. */
const leadMs = 300;
/** And a little longer: the server may begin to record late. */
const tailSeconds = 2;

/**
 * Sends requests while `record` records. A request counts if it was answered while the server recorded, which is from when
 * it was asked to, for so many seconds: later it only sends the profile.
 *
 * @param plan its `seconds` are those of the recording
 * @param command sends the requests; `null` for our own client
 * @param memory asks the server for it
 */
export async function underLoad<T>(
  plan: LoadPlan,
  command: LoadCommand | null,
  signal: AbortSignal,
  record: Recording<T>,
  memory: () => Promise<HeapMemory | null> = async () => null,
): Promise<Result<UnderLoad<T>>> {
  const seen: (ProcessMemory | null)[] = [];
  const done = await sendMeanwhile<T>(plan, command, signal, async (began, until) => {
    const before = await memory();
    const profile = await record(began, until);
    if (before !== null && profile.ok) seen.push(memoryBetween(before, await memory()));
    return profile;
  });
  if (!done.ok) return done;
  const { load } = done.value;
  const operations = load === null || load.completed === 0 ? {} : { operations: load.completed };
  const [whole = null] = seen;
  return ok({ ...done.value, memory: whole === null ? null : { ...operations, ...whole } });
}

type Sent<T> = Omit<UnderLoad<T>, 'memory'>;

async function sendMeanwhile<T>(
  plan: LoadPlan,
  command: LoadCommand | null,
  signal: AbortSignal,
  record: Recording<T>,
): Promise<Result<Sent<T>>> {
  const seconds = Math.min(plan.mostSeconds ?? Infinity, plan.seconds + tailSeconds);
  if (command !== null) return underCommand({ ...plan, seconds }, command, signal, record);
  const stop = new AbortController();
  const connections = connectionsFor(plan);
  const client = new OwnClient({ ...plan, seconds }, AbortSignal.any([signal, stop.signal]), connections);
  try {
    await sleep(leadMs, undefined, { signal }).catch(() => undefined);
    const countRecorded = () => client.countAnew(plan.seconds * 1000);
    countRecorded();
    const profile = await record(countRecorded, signal);
    if (!profile.ok) return profile;
    return ok({ profile: profile.value, load: await client.end() });
  } finally {
    stop.abort();
    connections.destroy();
  }
}

/** The command may end by itself; one that fails also ends the recording. */
async function underCommand<T>(
  plan: LoadPlan,
  command: LoadCommand,
  signal: AbortSignal,
  record: Recording<T>,
): Promise<Result<Sent<T>>> {
  const call = loadCallOf(command, plan);
  if (!call.ok) return call;
  const stop = new AbortController();
  const failed = new AbortController();
  const running = runLoadCall(call.value, command, AbortSignal.any([signal, stop.signal])).then((ended) => {
    if (!ended.ok) failed.abort();
    return ended;
  });
  try {
    const during = AbortSignal.any([signal, failed.signal]);
    await sleep(leadMs, undefined, { signal: during }).catch(() => undefined);
    const profile = await record(() => undefined, during);
    if (failed.signal.aborted) {
      const ended = await running;
      if (!ended.ok) return ended;
    }
    return profile.ok ? ok({ profile: profile.value, load: null }) : profile;
  } finally {
    stop.abort();
    await running;
  }
}
