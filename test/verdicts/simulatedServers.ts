/** Simulated comparisons of servers, unchanged or with more CPU time per request: how many are called anything. */
import { inTurns } from '../../src/bench/verdicts/change.ts';
import {
  type FreshRound,
  type GateOptions,
  type GatePair,
  isSuspicious,
  judge,
} from '../../src/bench/verdicts/gate.ts';
import type { Random } from '../fuzz/random.ts';
import { times } from './draws.ts';

const mainUnit = 'cpu-ns/req';
/** Independent of each other, which gives chance more than one server does. */
const units = [mainUnit, ...Array.from({ length: 8 }, (_, i) => `unit${i}-ns/req`)];
const options: GateOptions = { alpha: 0.05, threshold: 0.05, confirms: 'all' };

/** @param share of more CPU time; @param spread of a turn, as a share */
export function calledServers(
  random: Random,
  { servers, turns, share, spread }: Readonly<Record<'servers' | 'turns' | 'share' | 'spread', number>>,
): number {
  const measure = (now: boolean) => {
    const drawn = units.map((unit) =>
      times(random, turns, now && unit === mainUnit ? 1000 * (1 + share) : 1000, spread),
    );
    return Array.from({ length: turns }, (_, pair) => ({
      iterations: 1,
      pair,
      metrics: Object.fromEntries(units.map((unit, i) => [unit, drawn[i]![pair]!])),
    }));
  };
  const round = (): FreshRound => ({ base: measure(false), measurements: measure(true) });
  let called = 0;
  for (let i = 0; i < servers; i++) {
    const rounds: FreshRound[] = [];
    const circumstances = { ...inTurns, looks: 1 };
    const pair: GatePair = { ...round(), circumstances, facts: {}, mainUnit, rounds };
    if (isSuspicious(pair, options)) rounds.push(round());
    if (
      judge([pair], options)
        .verdicts.flat()
        .some(({ verdict }) => verdict === 'changed')
    )
      called++;
  }
  return called;
}
