/** A server that is measured: warm-up, then requests that are counted, with what the server has used for them. */
import { fail, ok, type Result } from '../../base/result.ts';
import { joinedOutcomes, type LoadOutcome, mostFailed } from '../load/loadOutcome.ts';
import type { LoadPace } from '../load/loadPlan.ts';
import { connectionsFor, OwnClient } from '../load/ownClient.ts';
import { type MeasuredOnce, memoryOf, ofRequests, type Stretch, usedIn } from './measures.ts';
import { type RunningServer, type ServerRequest, withServer } from './serverRun.ts';

export interface LoadTurnRequest extends ServerRequest {
  readonly pace: Pick<LoadPace, 'rate' | 'connections'>;
  /** How long a turn measures, about. The warm-up is a part of it. */
  readonly seconds: number;
}

/** A server that runs, and is warm. */
export interface LoadedServer extends Pick<RunningServer, 'request' | 'counts'> {
  /** @param requests `null`: as many as it takes in the seconds of a turn */
  send(requests: number | null): Promise<LoadOutcome>;
  /** Requests of its life so far. */
  allRequests(): number;
}

export interface LoadTurn extends MeasuredOnce {
  readonly load: LoadOutcome;
  /** The server's CPU time for the requests, as a share of one core while they were sent; `null` if it does not say. */
  readonly serverCpu: number | null;
}

/** The beginning is not counted: connections are made, the heap grows, pools fill. In seconds. */
function warmUpSeconds(seconds: number): number {
  return Math.max(0.2, seconds / 4);
}

/** Requests may take so many times as long as a turn was to take, and a little. */
const longestTurn = { times: 10, seconds: 30 };

/** Starts a server, warms it, and stops it after `use`. Problems: those of `withServer` and `use`, `cancelled`. */
export function withLoadedServer<T>(
  request: LoadTurnRequest,
  use: (server: LoadedServer) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withServer(request, async (server, ended) => {
    const { pace, seconds, load } = request;
    const plan = { ...pace, request: server.request, ca: load.ca };
    const connections = connectionsFor(plan);
    let sent = server.asked;
    const send = async (mostRequests: number, longest: number): Promise<LoadOutcome> => {
      const client = new OwnClient({ ...plan, mostRequests, seconds: longest }, ended, connections);
      await client.finished;
      const outcome = await client.end();
      sent += outcome.completed;
      return outcome;
    };
    try {
      await send(Number.MAX_SAFE_INTEGER, warmUpSeconds(seconds));
      const used = await use({
        ...server,
        send: (requests) =>
          requests === null
            ? send(Number.MAX_SAFE_INTEGER, seconds)
            : send(requests, longestTurn.times * seconds + longestTurn.seconds),
        allRequests: () => sent,
      });
      return ended.aborted ? fail('cancelled', 'Cancelled.') : used;
    } finally {
      connections.destroy();
    }
  });
}

/**
 * What a turn says. Problem: `requests-failed`.
 *
 * @param name of the server, for the user
 * @param stretches of the lives of its processes, in which the requests were sent
 */
export function turnOf(
  name: string,
  stretches: readonly Stretch[],
  sent: readonly LoadOutcome[],
): Result<LoadTurn> {
  const load = joinedOutcomes(sent);
  if (load.completed === 0 || mostFailed(load)) {
    return fail('requests-failed', '{0} failed most of the requests: {1} of {2} were answered well.', [
      name,
      load.completed - Object.values(load.failures).reduce((sum, count) => sum + count, -load.unanswered),
      load.completed + load.unanswered,
    ]);
  }
  const used = usedIn(stretches);
  const serverCpu = used === null || used.cpuNs === 0 ? null : used.cpuNs / 1e9 / load.seconds;
  return ok({ measurement: ofRequests(load, used), memory: memoryOf(used), load, serverCpu });
}
