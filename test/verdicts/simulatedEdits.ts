/** Simulated edits without effect: how many are called a gain. */
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

/** Of so many edits. `rounds`: how often what looks better is measured again. */
export function falseGains(random: Random, edits: number, rounds: number): number {
  const options: GateOptions = { alpha: 0.05, threshold: 0.05, confirms: rounds > 0 ? 'gains' : undefined };
  const measure = () =>
    times(random, 10, 1000, 0.05).map((time) => ({ iterations: 100, metrics: { 'ns/op': time } }));
  const both = (): FreshRound => ({ base: measure(), measurements: measure() });
  let gains = 0;
  for (let i = 0; i < edits; i++) {
    const again: FreshRound[] = [];
    const pair: GatePair = { ...both(), circumstances: inTurns, facts: {}, rounds: again };
    while (again.length < rounds && isSuspicious(pair, options)) again.push(both());
    const [verdict] = judge([pair], options).verdicts.flat();
    if (verdict?.verdict === 'changed' && verdict.change.now.center < verdict.change.base.center) gains++;
  }
  return gains;
}
