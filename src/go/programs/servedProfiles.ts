/** Profiles from the server that a program runs itself (`net/http/pprof`). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kindsOfProfile, type ProfileKind } from '../../base/profileKinds.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { readText } from '../machine/machineFiles.ts';
import { type ProfileAddress, profileAddress, shownSource } from '../profiles/fetchAddress.ts';
import { fetchBytes } from '../profiles/fetchBytes.ts';
import { fetchProfile } from '../profiles/fetchProfile.ts';
import { askMemory } from '../servers/heapMemory.ts';
import { recordedExtension, useFile } from './recorder.ts';

export interface ServedRequest {
  readonly name: string;
  /** `localhost:6060`; a prefix of the path may follow. */
  readonly address: string;
  readonly kinds: readonly ProfileKind[];
  readonly seconds: number | undefined;
  /** Milliseconds that it may take until it listens; by default a minute. */
  readonly patience?: number;
  /** `null` if another process has started it for us. */
  readonly pid: number | null;
  /** The profiles are written here: `cpu.pprof`; and what the machine sees of its memory. */
  readonly folder: string;
  /** Aborted when the program ends. */
  readonly signal: AbortSignal;
  /** Aborted when the user has seen enough: what was recorded by then is kept. */
  readonly enough: AbortSignal;
}

/** Go's own default. */
const usualSeconds = 30;
/** Milliseconds. Programs load much before they listen. */
const patience = 60_000;
const pace = 100;
/** Of one request for CPU time: a server sends nothing of a request that breaks off. */
const secondsOfPart = 5;

/** Fetches a profile of each kind. Answers what went wrong. Problems: `not-listening`, those of `fetchProfile`. */
export async function fetchFromProgram(request: ServedRequest): Promise<readonly Problem[]> {
  const { name, kinds } = request;
  const problems: Problem[] = [];
  if (!(await listens(request))) {
    const template = '{0} has not answered at {1}. Give the address that it listens on.';
    return [fail('not-listening', template, [name, shownSource(request.address)]).problem];
  }
  for (const kind of kinds) {
    const problem = kind === 'cpu' ? await fetchParts(request) : await fetchOne(request, kind, kind);
    if (problem !== null) problems.push(problem);
  }
  await fetchMemory(request);
  return problems;
}

/** On Linux, what it says of its peak has that of the process that has started it: us. */
async function fetchMemory({ address, pid, folder, signal }: ServedRequest): Promise<void> {
  const memory = await askMemory(served(address, 'heap?debug=1'), { signal });
  if (memory === null) return;
  const own = /^VmHWM:\s*(\d+) kB$/m.exec(pid === null ? '' : readText(`/proc/${pid}/status`))?.[1] ?? 0;
  const peak = process.platform === 'linux' ? Number(own) * 1024 : memory.peak;
  writeFileSync(join(folder, useFile), JSON.stringify({ ...memory, peak }));
}

/** The CPU time of some seconds, in parts that become one profile. */
async function fetchParts(request: ServedRequest): Promise<Problem | null> {
  const { seconds = usualSeconds, enough } = request;
  for (let from = 0; from < seconds && (from === 0 || !enough.aborted); from += secondsOfPart) {
    const file = `cpu-${String(from).padStart(6, '0')}`;
    const problem = await fetchOne(request, 'cpu', file, Math.min(secondsOfPart, seconds - from));
    // The parts before are a profile, too.
    if (problem !== null) return from === 0 ? problem : null;
  }
  return null;
}

/** @param file its name without the extension */
async function fetchOne(
  { name, address, folder, signal }: ServedRequest,
  kind: ProfileKind,
  file: string,
  seconds?: number,
): Promise<Problem | null> {
  const at = served(address, kindsOfProfile[kind].served, seconds);
  if (at === null) return null;
  const fetched = await fetchProfile(at, { signal, mayRun: false });
  if (fetched.ok) {
    writeFileSync(join(folder, file + recordedExtension), fetched.value.bytes);
    return null;
  }
  if (!signal.aborted) return fetched.problem;
  return fail('ended-early', '{0} ended before its server had sent all profiles.', [name]).problem;
}

/** Whether something answers at the address before the program is started: its profile would be another's. Problem: `address-in-use`. */
export async function checkFree(address: string, signal: AbortSignal): Promise<Result<null>> {
  const index = served(address, 'cmdline');
  if (index === null) {
    const template = '{0} is not the address of a server. One looks like localhost:6060.';
    return fail('not-an-address', template, [shownSource(address)]);
  }
  if (!(await answersAt(index, signal))) return ok(null);
  return fail('address-in-use', 'Another program answers at {0} already. End it first.', [index.host]);
}

function served(address: string, name: string, seconds?: number): ProfileAddress | null {
  return profileAddress(`${address.replace(/\/+$/, '')}/debug/pprof/${name}`, seconds);
}

/** Waits until the program listens; false if it has ended before, or takes too long. */
async function listens(request: ServedRequest): Promise<boolean> {
  const { address, patience: mostWait = patience } = request;
  const index = served(address, 'cmdline');
  const until = Date.now() + mostWait;
  const signal = AbortSignal.any([request.signal, request.enough]);
  while (index !== null && !signal.aborted && Date.now() < until) {
    if (await answersAt(index, signal)) return true;
    await sleep(pace, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** Any answer will do: what is wrong with it is said when the profile is fetched. */
async function answersAt(address: ProfileAddress, signal: AbortSignal): Promise<boolean> {
  const answer = await fetchBytes(address, { maxBytes: 1e6, timeout: 5, signal });
  return answer.ok || !['server-unreachable', 'cancelled'].includes(answer.problem.code);
}
