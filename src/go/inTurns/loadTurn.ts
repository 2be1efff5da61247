/** One turn of a server: warm-up, then requests that are counted, with what the server has used for them. */
import { fail, ok, type Result } from '../../base/result.ts';
import type { LoadPace } from '../load/loadPlan.ts';
import { type LoadOutcome, mostFailed } from '../load/loadText.ts';
import { connectionsFor, OwnClient } from '../load/ownClient.ts';
import { type MeasuredOnce, memoryBetween, ofRequests } from './measures.ts';
import { type RunningServer, type ServerRequest, withServer } from './serverRun.ts';

export interface LoadTurnRequest extends ServerRequest {
  readonly pace: Pick<LoadPace, 'rate' | 'connections'>;
  /** Sent after the warm-up; `null`: as many as it takes in `seconds`. All turns send the same number. */
  readonly requests: number | null;
  readonly seconds: number;
}

export interface LoadTurn extends MeasuredOnce {
  readonly load: LoadOutcome;
  /** The server's CPU time while it was measured, as a share of one core; `null` if it does not say. */
  readonly serverCpu: number | null;
  /** All requests of its life. */
  readonly allRequests: number;
}

/** The beginning is not counted: connections are made, the heap grows, pools fill. In seconds. */
function warmUpSeconds(seconds: number): number {
  return Math.max(0.2, seconds / 4);
}

/** A turn may take so many times as long as the one by which the number of requests was chosen, and a little. */
const longestTurn = { times: 10, seconds: 30 };

/** Problems: those of `withServer`, `requests-failed`, `cancelled`. */
export function measureLoad(request: LoadTurnRequest): Promise<Result<LoadTurn>> {
  return withServer(request, (server, ended) => loadOf(request, server, ended));
}

async function loadOf(
  { pace, requests, seconds, load: { ca }, name }: LoadTurnRequest,
  server: RunningServer,
  ended: AbortSignal,
): Promise<Result<LoadTurn>> {
  const plan = { ...pace, request: server.request, ca };
  const connections = connectionsFor(plan);
  const send = async (most: number, longest: number): Promise<LoadOutcome> => {
    const client = new OwnClient({ ...plan, mostRequests: most, seconds: longest }, ended, connections);
    await client.finished;
    return client.end();
  };
  try {
    const warmUp = await send(Number.MAX_SAFE_INTEGER, warmUpSeconds(seconds));
    const before = await server.counts();
    const load =
      requests === null
        ? await send(Number.MAX_SAFE_INTEGER, seconds)
        : await send(requests, longestTurn.times * seconds + longestTurn.seconds);
    const after = await server.counts();
    if (ended.aborted) return fail('cancelled', 'Cancelled.');
    if (load.completed === 0 || mostFailed(load)) {
      return fail('requests-failed', '{0} failed most of the requests: {1} of {2} were answered well.', [
        name,
        load.completed - Object.values(load.failures).reduce((sum, count) => sum + count, -load.unanswered),
        load.completed + load.unanswered,
      ]);
    }
    const serverCpu =
      before === null || after === null || after.cpuNs === 0
        ? null
        : (after.cpuNs - before.cpuNs) / 1e9 / load.seconds;
    return ok({
      measurement: ofRequests(load, before, after),
      memory: memoryBetween(before, after),
      load,
      serverCpu,
      allRequests: server.asked + warmUp.completed + load.completed,
    });
  } finally {
    connections.destroy();
  }
}
