/** Profiles from the server that a program runs itself (`net/http/pprof`). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kindsOfProfile, type ProfileKind } from '../../base/profileKinds.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { type ProfileAddress, profileAddress, shownSource } from '../profiles/fetchAddress.ts';
import { fetchBytes } from '../profiles/fetchBytes.ts';
import { fetchProfile } from '../profiles/fetchProfile.ts';

export interface ServedRequest {
  readonly name: string;
  /** `localhost:6060`; a prefix of the path may follow. */
  readonly address: string;
  readonly kinds: readonly ProfileKind[];
  readonly seconds: number | undefined;
  /** Milliseconds that it may take until it listens; by default a minute. */
  readonly patience?: number;
  /** The profiles are written here: `cpu.pprof`. */
  readonly folder: string;
  /** Aborted when the program ends. */
  readonly signal: AbortSignal;
}

/** Go's own default. */
const usualSeconds = 30;
/** Milliseconds. Programs load much before they listen. */
const patience = 60_000;
const pace = 100;

/** Fetches a profile of each kind. Answers what went wrong. Problems: `not-listening`, those of `fetchProfile`. */
export async function fetchFromProgram(request: ServedRequest): Promise<readonly Problem[]> {
  const { name, kinds, folder, seconds = usualSeconds, signal } = request;
  const problems: Problem[] = [];
  if (!(await listens(request))) {
    const template = '{0} has not answered at {1}. Give the address that it listens on.';
    return [fail('not-listening', template, [name, shownSource(request.address)]).problem];
  }
  for (const kind of kinds) {
    const at = served(request.address, kindsOfProfile[kind].served, kind === 'cpu' ? seconds : undefined);
    if (at === null) continue;
    const fetched = await fetchProfile(at, { signal, mayRun: false });
    if (fetched.ok) writeFileSync(join(folder, `${kind}.pprof`), fetched.value.bytes);
    else if (!signal.aborted) problems.push(fetched.problem);
    else {
      const template = '{0} ended before its server had sent all profiles.';
      problems.push(fail('ended-early', template, [name]).problem);
    }
  }
  return problems;
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
async function listens({ address, signal, patience: mostWait = patience }: ServedRequest): Promise<boolean> {
  const index = served(address, 'cmdline');
  const until = Date.now() + mostWait;
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
