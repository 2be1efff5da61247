/** How many turns a server is measured in, how often it starts in each, and how many requests it gets: as the machine needs to be fair. */
import type { MachineWatch } from '../../bench/verdicts/noise.ts';
import type { LoadPace } from '../load/loadPlan.ts';
import type { LoadTurn } from './loadTurn.ts';

export const usualTurns = 10;
/** Of the machine: from this share of other work on, the CPU time of a request varies too much to show a change of a few percent. */
const crowded = 0.25;
/** Then there are so many turns, in which the server uses this share of a core; for that a turn may become so many times longer. */
const crowdedTurns = 20;
const wantedShare = 0.5;
const mostLonger = 8;
/**
 * A process beside others takes up to a third more CPU time for a request from its start to its end, or does not: so a turn is of
 * several, of which the quickest counts. With fewer requests for each it is one.
 */
const crowdedStarts = 3;
const fewestRequests = 50;

export interface TurnPlan {
  /** Of a process, after its warm-up. */
  readonly requests: number;
  readonly turns: number;
  /** Processes of each version in a turn. */
  readonly starts: number;
}

/** @param first a turn that was as long as the user wants them; @param machine while that was measured */
export function planTurns(
  {
    load: { completed },
    serverCpu,
  }: Pick<LoadTurn, 'serverCpu'> & { readonly load: { readonly completed: number } },
  { rate }: Pick<LoadPace, 'rate'>,
  { otherSeconds, seconds, cores }: Pick<MachineWatch, 'otherSeconds' | 'seconds' | 'cores'>,
): TurnPlan {
  if ((otherSeconds ?? 0) / (seconds * cores) < crowded)
    return { requests: completed, turns: usualTurns, starts: 1 };
  // At a rate that the user has chosen, a server may have little to do.
  const isFree = rate !== null || serverCpu === null;
  const longer = isFree ? 1 : Math.min(mostLonger, Math.max(1, wantedShare / serverCpu));
  const starts = completed * longer < crowdedStarts * fewestRequests ? 1 : crowdedStarts;
  return { requests: Math.ceil((completed * longer) / starts), turns: crowdedTurns, starts };
}
