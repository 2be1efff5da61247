/**
 * Turns of two servers. Both run at the same time where they can, and get their requests in turns, some ten milliseconds each: what
 * else the machine does then meets both alike. They cannot if both listen on one port: then each part of a turn has its own processes.
 */
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { LoadOutcome } from '../load/loadOutcome.ts';
import {
  type LoadedServer,
  type LoadTurn,
  type LoadTurnRequest,
  turnOf,
  withLoadedServer,
} from './loadTurn.ts';
import type { Stretch } from './measures.ts';
import { inOrder, type Side } from './turns.ts';

export type BothServers = Readonly<Record<Side, LoadTurnRequest>>;

export interface TurnPlan {
  /** Both run at the same time. */
  readonly isTogether: boolean;
  /** A turn's requests are sent in so many bursts, */
  readonly bursts: number;
  /** each of so many. */
  readonly requests: number;
}

/** In seconds. A machine shared with others changes its speed ten times a second. */
const shortestBurst = 0.02;
/** In a burst, each connection sends so many requests: with fewer, the server falls asleep too often. */
const leastRounds = 4;
/** It takes longer to start a server than to send a burst. */
const mostStarts = 3;

/** @param load of a turn */
export function planTurn(
  { completed, seconds }: Pick<LoadOutcome, 'completed' | 'seconds'>,
  connections: number,
  isTogether: boolean,
): TurnPlan {
  const most = isTogether ? seconds / shortestBurst : mostStarts;
  const bursts = Math.max(1, Math.floor(Math.min(most, completed / (leastRounds * connections))));
  return { isTogether, bursts, requests: Math.ceil(completed / bursts) };
}

/** Measures how many requests a turn has, and finds out whether both can run. Counted for nobody: our client, too, is slow at first. */
export function firstTurn({ base, now }: BothServers): Promise<Result<TurnPlan>> {
  return withLoadedServer(base, async (server) => {
    const first = turnOf(base.name, [], [await server.send(null)]);
    if (!first.ok) return first;
    const address = ({ request: { url, socketPath } }: LoadedServer) => socketPath ?? url.host;
    // A server that fails beside the other one may well run alone.
    const beside = await withLoadedServer(now, async (other) => ok(address(other) !== address(server)));
    return ok(planTurn(first.value.load, base.pace.connections, beside.ok && beside.value));
  });
}

interface Measured {
  readonly stretches: Stretch[];
  readonly sent: LoadOutcome[];
}

/** Problems: those of `withLoadedServer` and `turnOf`. @param turn by which the order changes */
export async function measureServers(
  both: BothServers,
  plan: TurnPlan,
  turn: number,
): Promise<Result<Record<Side, LoadTurn>>> {
  const measured: Record<Side, Measured> = {
    base: { stretches: [], sent: [] },
    now: { stretches: [], sent: [] },
  };
  const ended = await (plan.isTogether ? sendTogether : sendApart)(both, plan, turn, measured);
  if (!ended.ok) return ended;
  const turnsOf = (side: Side) => turnOf(both[side].name, measured[side].stretches, measured[side].sent);
  const [base, now] = [turnsOf('base'), turnsOf('now')];
  if (!base.ok) return base;
  return now.ok ? ok({ base: base.value, now: now.value }) : now;
}

/**
 * Which one starts first alternates, and apart from that which one is sent to first: the second one often shares a core with our client for all of its life, and a fast server then
 * takes 15% more CPU time for a request.
 */
function sendTogether(
  both: BothServers,
  { bursts, requests }: TurnPlan,
  turn: number,
  measured: Readonly<Record<Side, Measured>>,
): Promise<Result<null>> {
  const sides = inOrder(turn);
  return withLoadedServer(both[sides[0]], (first) =>
    withLoadedServer(both[sides[1]], async (second) => {
      const counts = async () => [await first.counts(), await second.counts()] as const;
      const before = await counts();
      for (let burst = 0; burst < bursts; burst++) {
        for (const side of inOrder(Math.floor(turn / 2) + burst)) {
          const server = side === sides[0] ? first : second;
          measured[side].sent.push(await server.send(requests));
        }
      }
      const after = await counts();
      for (const i of [0, 1] as const)
        measured[sides[i]].stretches.push({ before: before[i], after: after[i] });
      return ok(null);
    }),
  );
}

async function sendApart(
  both: BothServers,
  { bursts, requests }: TurnPlan,
  turn: number,
  measured: Readonly<Record<Side, Measured>>,
): Promise<Result<null>> {
  for (let burst = 0; burst < bursts; burst++) {
    for (const side of inOrder(turn + burst)) {
      const ended = await withLoadedServer(both[side], async (server) => {
        const before = await server.counts();
        measured[side].sent.push(await server.send(requests));
        measured[side].stretches.push({ before, after: await server.counts() });
        return ok(null);
      });
      if (!ended.ok) return ended;
    }
  }
  return ok(null);
}

/** Tells what would make the comparison better. */
export function ranApart(): Problem {
  const template =
    'The versions could not run beside each other, so they ran one after the other, which shows less. If they need the same port, give them a free one, such as -- -addr=localhost:0 if it has that flag.';
  return fail('ran-apart', template).problem;
}
