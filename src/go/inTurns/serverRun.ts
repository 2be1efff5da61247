/** One process of a server that is compared: from its start until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../base/result.ts';
import type { ProcessUse } from '../build/processUse.ts';
import { failureCount } from '../load/loadOutcome.ts';
import { type LoadRequest, readLoadRequest, shownRequest } from '../load/loadPlan.ts';
import { failureNames } from '../load/loadText.ts';
import { connectionsFor, OwnClient } from '../load/ownClient.ts';
import { writtenAddress } from '../profiles/fetchAddress.ts';
import { Stopper } from '../programs/stopper.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { type ProcessEnd, runProcess } from '../toolchain/process.ts';
import { CountsListener } from './countsListener.ts';
import { listeningAddresses } from './listening.ts';
import type { ProgramRunRequest } from './programRun.ts';

/** Its folder is empty. There the recorder of profiles writes if `env` tells it to. */
export interface ServerRequest extends ProgramRunRequest {
  readonly load: WrittenLoad;
}

/** The requests as the user has written them. */
export interface WrittenLoad {
  /** `/work`, `POST /cart {"id": 1}`, or with a whole address. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ca?: string | undefined;
}

export interface RunningServer {
  readonly request: LoadRequest;
  /** So many requests were sent to find out where it answers. */
  readonly asked: number;
  /** What it has used since it began; `null` if it does not say. */
  counts(): Promise<ProcessUse | null>;
}

/** Milliseconds. Programs load much before they listen. */
const patience = 60_000;
const pace = 30;
/** Milliseconds. A server that is there but fails may still be loading; or it has a second port, which is opened later. */
const patienceWithFailures = 2000;
const keptOutput = 16 * 1024;

/**
 * Starts a server, calls `use` when it answers, and stops it. Problems: `ended-early`, `not-listening`, `requests-failed`,
 * `wrong-request`, those of `runProcess` and of `use`.
 */
export async function withServer<T>(
  given: ServerRequest,
  use: (server: RunningServer, ended: AbortSignal) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { binary, args, directory, env, signal, folder } = given;
  const counting = new CountsListener();
  const stopper = new Stopper(folder);
  const ended = new AbortController();
  const output = new BoundedText(keptOutput);
  const push = (text: string) => output.push(text);
  let isStarted: (pid: number | null) => void = () => undefined;
  const started = new Promise<number | null>((resolve) => {
    isStarted = resolve;
  });
  try {
    const running = runProcess({
      command: binary,
      args,
      directory,
      env: { ...env, ...(await counting.open()) },
      signal,
      onStdout: push,
      onStderr: push,
      started: (process, pid) => {
        stopper.watch(process);
        isStarted(pid);
      },
    }).finally(() => {
      ended.abort();
      isStarted(null);
    });
    const pid = await started;
    const until = AbortSignal.any([signal, ended.signal]);
    const found = pid === null ? notThere(given) : await answering(given, pid, until);
    const used = found.ok ? await use({ ...found.value, counts: () => counting.ask() }, until) : found;
    const endedItself = ended.signal.aborted;
    stopper.stop();
    const end = await running;
    if (!end.ok) return end;
    return endedItself && !used.ok ? endedEarly(given, end.value, output.toString()) : used;
  } finally {
    stopper.dispose();
    counting.close();
  }
}

function endedEarly(
  { name }: ServerRequest,
  { exitCode, signal }: ProcessEnd,
  output: string,
): Result<never> {
  const how = exitCode ?? signal ?? '';
  const said = output.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  return said === ''
    ? fail('ended-early', '{0} ended by itself ({1}), and printed nothing.', [name, how], output)
    : fail('ended-early', '{0} ended by itself ({1}). It printed last: {2}', [name, how, said], output);
}

function notThere({ name, load }: ServerRequest): Result<never> {
  return isWhole(load.text)
    ? fail('not-listening', '{0} does not answer at {1}.', [name, load.text.replace(/\/\/[^/]*@/, '//')])
    : fail(
        'not-listening',
        '{0} listens on no port that can be found. Name it: --load=http://localhost:8080/path.',
        [name],
      );
}

function isWhole(text: string): boolean {
  return /^\s*(?:[A-Za-z]{3,7}\s+)?https?:\/\//i.test(text);
}

type Found = Omit<RunningServer, 'counts'>;

/** Waits until a request is answered well, at one of the addresses on which it listens. */
async function answering(given: ServerRequest, pid: number, signal: AbortSignal): Promise<Result<Found>> {
  const until = Date.now() + patience;
  let asked = 0;
  let failing: { readonly since: number; readonly request: LoadRequest; readonly why: string } | null = null;
  while (!signal.aborted && Date.now() < until) {
    const requests = requestsOf(given.load, pid);
    if (!requests.ok) return requests;
    for (const request of requests.value) {
      const why = await askOnce(request, given.load.ca, signal);
      asked += why === 'unanswered' ? 0 : 1;
      if (why === null) return ok({ request, asked });
      if (why !== 'unanswered') failing ??= { since: Date.now(), request, why };
    }
    if (failing !== null && Date.now() - failing.since > patienceWithFailures) break;
    await sleep(pace, undefined, { signal }).catch(() => undefined);
  }
  if (failing === null) return notThere(given);
  const template =
    '{0} answers {1} with a failure ({2}), so there is nothing to compare. Check the path and --load-header.';
  return fail('requests-failed', template, [given.name, shownRequest(failing.request), failing.why]);
}

/** The requests that may be meant, one for each address. A server that we have started is trusted, whatever its certificate. */
function requestsOf({ text, headers, ca }: WrittenLoad, pid: number): Result<LoadRequest[]> {
  const named = /https?:\/\/[^/\s?#]+/i.exec(text)?.[0];
  const bases =
    isWhole(text) && named !== undefined
      ? [named]
      : listeningAddresses(pid).flatMap((at) => [
          `http://${at}`,
          `https${ca === undefined ? '+insecure' : ''}://${at}`,
        ]);
  const requests: LoadRequest[] = [];
  for (const base of bases) {
    const address = writtenAddress(base);
    const request =
      address === null
        ? fail('wrong-request', '{0} is not the address of a server.', [text])
        : readLoadRequest(text, address, headers);
    if (!request.ok) return request;
    requests.push(request.value);
  }
  return ok(requests);
}

/** Sends one request. `null`: it was answered well; else why not. */
async function askOnce(
  request: LoadRequest,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const plan = { request, ca, rate: null, connections: 1, mostRequests: 1, seconds: 30 };
  const connections = connectionsFor(plan);
  try {
    const client = new OwnClient(plan, signal, connections);
    await client.finished;
    const load = await client.end();
    if (load.completed === 0) return 'unanswered';
    return failureCount(load) === 0 ? null : failureNames(load);
  } finally {
    connections.destroy();
  }
}
